import { sql } from "drizzle-orm";
import type { Begin, Reader } from "@/server/context";

/**
 * Runs reads whose cost must not depend on a guess: the planner may walk indexes and nothing else. How many rows
 * a hash of several columns has it can only guess, and a wrong guess makes it read and sort all of them for the
 * sake of the first twenty.
 */
export function readByIndex<T>(ctx: { begin: Begin }, work: (db: Reader) => Promise<T>): Promise<T> {
  return ctx.begin(async (db) => {
    await db.execute(sql`select set_config(name, 'off', true) from unnest(array[
      'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) as name`);
    return work(db);
  });
}
