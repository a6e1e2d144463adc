import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { until } from "@/server/testing/cluster/ask-nodes";
import type { Fault } from "@/server/testing/cluster/fault";
import { whyNoDisks } from "@/server/testing/cluster/node-disk";

/** How long the primary runs and refuses writes before its log has no room either. */
const REFUSES_MS = 3_000;
/** How long there is no room after its server has ended: longer than Patroni takes to start it again. */
const WITHOUT_ROOM_MS = 8_000;
const NO_ROOM = "53100";
const MOST_SEGMENTS = 100;

/**
 * At first tables have no room: the primary runs, refuses what needs a page, and Patroni finds nothing wrong with it. Then
 * its log needs the next segment: the server ends, and cannot be the primary again before there is room.
 */
export const FULL_DISK: Fault = {
  name: "disk of the primary full, first for tables, then for its log",
  needs: whyNoDisks,
  happen: async ({ cluster }) => {
    const before = await cluster.leader();
    const disk = cluster.node(before).disk;
    if (!disk) throw new Error(`node ${before} has no disk of its own`);
    const sql = postgres(cluster.urlOf(before), { max: 1, onnotice: () => {} });
    try {
      await sql`create table if not exists fillers (words text not null)`;
      const filledAt = performance.now();
      disk.fill();
      await until("a write without room", () => refused(sql));
      const refusedAt = performance.now();
      await delay(REFUSES_MS);
      const segments = await fillLog(sql);
      const endedAt = performance.now();
      await delay(WITHOUT_ROOM_MS);
      const freedAt = performance.now();
      disk.free();
      const after = await cluster.leader();
      const takesAt = performance.now();
      const primary = after === before ? "the same node was" : "another node was";
      return [
        `writes were refused ${seconds(refusedAt - filledAt)} after the disk was full, and the server ended ${seconds(endedAt - filledAt)} after it, when its log needed ${segments === 0 ? "a" : "another"} segment`,
        `${primary} the primary ${seconds(takesAt - freedAt)} after there was room again`,
      ];
    } finally {
      disk.free();
      await sql.end({ timeout: 1 });
    }
  },
};

async function refused(sql: Sql): Promise<true | null> {
  try {
    await sql`insert into fillers select repeat('x', 1000) from generate_series(1, 100)`;
    return null;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === NO_ROOM) return true;
    throw error;
  }
}

/** Writes to the log until the server ends over it. Resolves to how many segments it still had. */
async function fillLog(sql: Sql): Promise<number> {
  for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
    try {
      await sql`select pg_logical_emit_message(false, 'test', 'x')`;
      await sql`select pg_switch_wal()`;
    } catch {
      return segments;
    }
  }
  throw new Error(`the log had room for ${MOST_SEGMENTS} segments on a full disk`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
