import { and, asc, eq, inArray, lt, type SQL } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import { nextRecurringStatus } from "@/server/recurring-payouts/state";

/**
 * Ends schedules whose payers have cancelled them in the contract, named by their digests. For good, also where the
 * chain takes the cancellation back: the payer has said it. Returns the schedules that were ended.
 */
export async function endCancelledByPayer(
  tx: Tx,
  network: NetworkId,
  digests: readonly Hex[],
): Promise<string[]> {
  if (digests.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(recurringPayments)
    .where(and(eq(recurringPayments.network, network), inArray(recurringPayments.digest, [...digests])))
    .orderBy(asc(recurringPayments.id))
    .for("update");
  const ended = rows.filter(({ status }) => nextRecurringStatus(status, "cancelled") !== null);
  for (const row of ended) {
    await advanceSchedule(tx, row, { event: "cancelled", cancelledBy: "payer", endedAt: tx.now() });
  }
  return ended.map(({ id }) => id);
}

/** Open schedules whose permits have run out by then: the contract pays nothing after the deadline. */
function isExpired(network: NetworkId, at: Date): SQL | undefined {
  return and(
    eq(recurringPayments.network, network),
    lt(recurringPayments.deadline, Math.floor(at.getTime() / 1_000)),
    inArray(recurringPayments.status, ["pending", "active", "paused"]),
  );
}

/** Whether there is something to end at that time. */
export async function hasExpired(ctx: Pick<Reads, "db">, network: NetworkId, at: Date): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: recurringPayments.id })
    .from(recurringPayments)
    .where(isExpired(network, at))
    .limit(1);
  return rows.length > 0;
}

/**
 * Ends at most `limit` schedules whose permits have run out, for good: `at` has to be a time that more than one clock
 * has reached (`endTime` of `watch-schedules.ts`). Returns how many.
 */
export async function endExpired(
  tx: Tx,
  { network, at, limit }: { network: NetworkId; at: Date; limit: number },
): Promise<number> {
  const rows = await tx.db
    .select()
    .from(recurringPayments)
    .where(isExpired(network, at))
    .orderBy(asc(recurringPayments.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  for (const row of rows) {
    await advanceSchedule(tx, row, { event: "expired", cancelledBy: "deadline", endedAt: tx.now() });
  }
  return rows.length;
}
