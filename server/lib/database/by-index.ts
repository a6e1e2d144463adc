import { sql } from "drizzle-orm";
import type { Begin, Reader, ReadTogether } from "@/server/context";

/**
 * Runs reads whose cost must not depend on a guess: the planner may walk indexes and nothing else. How many rows
 * a hash of several columns has it can only guess, and a wrong guess makes it read and sort all of them for the
 * sake of the first twenty. It may not start processes either, which takes longer than such a read.
 */
export function readByIndex<T>(
  ctx: { begin: Begin; readTogether?: ReadTogether | undefined },
  work: (db: Reader) => Promise<T>,
): Promise<T> {
  const together: ReadTogether = ctx.readTogether ?? ctx.begin;
  return together(async (db) => {
    await db.execute(sql`select set_config(name, value, true) from (values ('enable_seqscan', 'off'),
      ('enable_bitmapscan', 'off'), ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('jit', 'off'),
      ('max_parallel_workers_per_gather', '0')) as setting(name, value)`);
    return work(db);
  });
}
