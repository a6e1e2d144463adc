import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "@/server/context";

/**
 * Removes at most `limit` of the rows that a condition picks, and returns how many. Rows that somebody works on are
 * left for another time: pruning waits for nobody, and nobody waits long for it. The condition has to be one that an
 * index answers. Not for a table with partitions: a row's place is unique within one of them only.
 */
export async function removeSome(
  tx: Pick<Tx, "db">,
  table: PgTable,
  condition: SQL | undefined,
  limit: number,
): Promise<number> {
  const removed = await tx.db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${limit} for update skip locked))`);
  return removed.count;
}
