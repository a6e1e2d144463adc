import type { Sql } from "postgres";
import type { DatabaseCluster } from "@/server/testing/cluster/database-cluster";
import type { Services } from "@/server/testing/cluster/services";
import type { WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";

/** What faults happen to. */
export interface World {
  cluster: DatabaseCluster;
  services: Services;
  receiver: WebhookReceiver;
  /** Headers of the page of a shop that has links. */
  page: Record<string, string>;
  /** Through the pooler. */
  sql: Sql;
}

export interface Fault {
  /** What happened, as the report says it. */
  name: string;
  /** What this machine would have to have for it; null where it has it. */
  needs?(): string | null;
  /**
   * Lets it happen and takes it back. The cluster need not be whole again when it ends. Resolves to what else was seen, for
   * the report.
   */
  happen(world: World): Promise<readonly string[]>;
}
