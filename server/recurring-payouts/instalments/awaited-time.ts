import { sql } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Reads } from "@/server/context";

/**
 * The time that open schedules wait for on each network, where the clock is past it: of the last instalment that is due
 * by now, or of the last permit that has run out. Something waits until a block is as late. Networks for whose time
 * nothing waits are missing.
 */
export async function awaitedTimes({ db, now }: Pick<Reads, "db" | "now">): Promise<Map<string, Date>> {
  const { network, status, nextAttemptAt, deadline } = recurringPayments;
  const at = sql`${now().toISOString()}::timestamptz`;
  // A permit is valid to the end of its last second.
  const end = sql`to_timestamp(${deadline} + 1)`;
  const rows = await db
    .select({
      network,
      awaited: sql<string | null>`greatest(
        max(${nextAttemptAt}) filter (where ${status} = 'active' and ${nextAttemptAt} <= ${at}),
        max(${end}) filter (where ${end} <= ${at}))`,
    })
    .from(recurringPayments)
    .where(sql`${status} in ('pending', 'active', 'paused')`)
    .groupBy(network);
  return new Map(rows.flatMap((row) => (row.awaited === null ? [] : [[row.network, new Date(row.awaited)]])));
}
