import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

/** Written out, so that the index of open schedules is used. */
const IS_OPEN = sql`${recurringPayments.status} in ('pending', 'active', 'paused')`;

/** Whether there is a schedule on this network that can still take money. */
export async function hasOpenSchedules(ctx: Pick<Reads, "db">, network: NetworkId): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: recurringPayments.id })
    .from(recurringPayments)
    .where(and(eq(recurringPayments.network, network), IS_OPEN))
    .limit(1);
  return rows.length > 0;
}

/** Open schedules of a network: those with these digests, or a page of all in the order of their IDs. */
export async function openSchedules(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  which: { digests: readonly Hex[] } | { after: string; limit: number },
): Promise<ScheduleRow[]> {
  if ("digests" in which && which.digests.length === 0) return [];
  const query = ctx.db
    .select()
    .from(recurringPayments)
    .where(
      and(
        eq(recurringPayments.network, network),
        IS_OPEN,
        "digests" in which
          ? inArray(recurringPayments.digest, [...which.digests])
          : gt(recurringPayments.id, which.after),
      ),
    )
    .orderBy(asc(recurringPayments.id));
  return "limit" in which ? query.limit(which.limit) : query;
}
