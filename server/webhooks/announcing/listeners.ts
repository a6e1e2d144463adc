import { and, arrayContains, eq, isNull, or } from "drizzle-orm";
import { webhookEndpoints } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { EventName } from "@/server/webhooks/announcing/events";

/** An active endpoint, where it is and since when it fails. */
export interface Listener {
  id: string;
  url: string;
  failingSince: Date | null;
}

/** The endpoints that hear this event of an account, or of one of its client IDs (SC-01, SC-04). */
export function listenersOf(
  { db }: Pick<Reads, "db">,
  { platformId, clientIdId }: { platformId: string; clientIdId: string | null },
  event: EventName,
): Promise<Listener[]> {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      failingSince: webhookEndpoints.failingSince,
    })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.platformId, platformId),
        eq(webhookEndpoints.isActive, true),
        isNull(webhookEndpoints.deletedAt),
        isNull(webhookEndpoints.orchestratorId),
        or(isNull(webhookEndpoints.events), arrayContains(webhookEndpoints.events, [event])),
        or(
          isNull(webhookEndpoints.clientIdId),
          clientIdId === null ? undefined : eq(webhookEndpoints.clientIdId, clientIdId),
        ),
      ),
    )
    .orderBy(webhookEndpoints.id);
}
