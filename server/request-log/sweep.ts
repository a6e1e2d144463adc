import { sql } from "drizzle-orm";
import type { Tx } from "@/server/context";
import { endlessPartitions, firstIdAt } from "@/server/lib/database/partitions/partitions";
import { REQUEST_LOG } from "@/server/request-log/partitions";

const DAY_MS = 86_400_000;

/**
 * Removes entries that are older than the configured days from partitions without a beginning, at most `limit` from each;
 * returns how many. The others are dropped as a whole.
 */
export async function sweepRequestLog(tx: Pick<Tx, "db" | "now" | "config">, limit: number): Promise<number> {
  const oldest = firstIdAt(tx.now().getTime() - tx.config.requestLogDays * DAY_MS);
  let removed = 0;
  for (const name of await endlessPartitions(tx.db, REQUEST_LOG.name)) {
    const partition = sql.identifier(name);
    const { count } = await tx.db.execute(sql`
      delete from ${partition} where id = any(array(
        select id from ${partition} where id < ${oldest} limit ${limit} for update skip locked))`);
    removed += count;
  }
  return removed;
}
