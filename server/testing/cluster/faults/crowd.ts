import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { connect } from "@/db/connecting/connect";
import type { NodeName } from "@/scripts/high-availability/nodes";
import { POOLED } from "@/scripts/high-availability/pgbouncer";
import type { DatabaseCluster } from "@/server/testing/cluster/database-cluster";
import { busiest } from "@/server/testing/cluster/opened-connections";

const APPLICATION = "crowd";
const POOLS = 6;
const CONNECTIONS = 10;
const ASK_EVERY_MS = 50;
/** Each pool asks at most so often which server takes writes, and each process of ours holds a connection past the pooler. */
const OTHERS_A_SECOND = 2 * POOLS + 10;
/** In a tenth of a second at most this part of the connections that come back. */
const MOST_AT_ONCE = 0.5;

/** Processes that go past the pooler, each with all connections of its pool busy. */
export interface Crowd {
  /** Ends it. Counts what it opened at a new primary since then, and holds it to its bounds. */
  judge(cluster: DatabaseCluster, node: NodeName, since: number): Promise<string[]>;
}

/** Starts processes that connect to the primary among all nodes by themselves, as one does that has no pooler. */
export function startCrowd({ directUrl }: DatabaseCluster): Crowd {
  let isEnding = false;
  const pools = Array.from({ length: POOLS }, () =>
    connect(directUrl, { max: CONNECTIONS, applicationName: APPLICATION }),
  );
  const asking = pools.flatMap((sql) =>
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isEnding) {
        // While there is no primary it fails, and is asked again.
        await sql`select pg_sleep(0.02)`.catch(() => {});
        await delay(ASK_EVERY_MS);
      }
    }),
  );
  return {
    judge: async (cluster, node, since) => {
      const opened = cluster
        .node(node)
        .connections()
        .filter(({ at }) => at >= since);
      isEnding = true;
      await Promise.all(asking);
      await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
      const own = opened.filter(({ application }) => application === APPLICATION);
      const inSecond = busiest(opened, 1_000);
      const atOnce = busiest(own, 100);
      expect(own.length, "connections of the crowd").toBeGreaterThan(0);
      expect(inSecond).toBeLessThanOrEqual(POOLS * CONNECTIONS + POOLED + OTHERS_A_SECOND);
      expect(own.length).toBeLessThanOrEqual(2 * POOLS * CONNECTIONS);
      expect(atOnce).toBeLessThanOrEqual(MOST_AT_ONCE * POOLS * CONNECTIONS);
      return [
        `${own.length} connections of ${POOLS} pools of ${CONNECTIONS} past the pooler, ${atOnce} in the busiest tenth of a second`,
        `${inSecond} connections of all kinds in the busiest second`,
      ];
    },
  };
}
