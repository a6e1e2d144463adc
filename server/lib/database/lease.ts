import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/*
 * A lease is what one process holds for a time, so that no other does the same work. It begins and ends by the clock of the
 * database: those of processes differ, and one that is minutes ahead would take what another still holds.
 */

/** The end of a lease that begins now. */
export function leaseEnd(ms: number): SQL<Date> {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;
}

/** Whether nobody holds it now. */
export function isFree(until: AnyColumn): SQL {
  return sql`(${until} is null or ${until} <= clock_timestamp())`;
}
