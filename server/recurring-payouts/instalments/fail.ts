import { asc, eq } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Tx } from "@/server/context";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import { announceFailure } from "@/server/recurring-payouts/instalments/announce";
import type { InstalmentFailure } from "@/server/recurring-payouts/instalments/failure-reason";
import { openInstalments } from "@/server/recurring-payouts/instalments/open";
import {
  beginAttempts,
  endAttempt,
  type InstalmentName,
  makeDue,
} from "@/server/recurring-payouts/instalments/submit";
import { MAX_ATTEMPTS, RETRY_AFTER_SECONDS, type ScheduleRow } from "@/server/recurring-payouts/schedule";

/** A failed attempt. */
export interface FailedInstalment extends InstalmentName {
  failure: InstalmentFailure;
  /** Time of the block that failed it: retries count from there. */
  at: Date;
  /** Of the attempt that was submitted; absent where a simulation failed and nothing was. */
  attempt?: number;
  /** Of the transaction that failed; absent where nothing was sent. */
  txHash?: Hex;
}

/**
 * Records that the next instalment of a schedule could not be paid for a reason on the payer's or the token's side:
 * announces `payment.failed`, and tries it again later or, after the last attempt, pauses the schedule (RC-15). Not for
 * trouble of our own such as gas or nodes. Returns what became of the schedule; null where the failure is about
 * something that is over, and nothing was recorded.
 */
export async function failInstalment(
  tx: Tx,
  { scheduleId, index, failure, at, attempt, txHash }: FailedInstalment,
): Promise<{ status: ScheduleRow["status"]; retryAt: Date | null } | null> {
  const [schedule] = await tx.db
    .select()
    .from(recurringPayments)
    .where(eq(recurringPayments.id, scheduleId))
    .orderBy(asc(recurringPayments.id))
    .for("update");
  if (!schedule || index !== schedule.processed + 1) return null;
  // Without an attempt of its own it is the failure of a simulation, which another worker may have overtaken.
  if (attempt === undefined && (schedule.status !== "active" || !isDue(schedule, at))) return null;
  const [instalment] = await openInstalments(tx, schedule, { from: index, to: index });
  if (!instalment) throw new Error(`schedule ${scheduleId} has no instalment ${index}`);
  const number = attempt ?? (await beginAttempts(tx, [instalment])).get(instalment.id);
  if (number === undefined) throw new Error(`instalment ${instalment.id} has no attempt`);
  const outcome = { outcome: "failed", failure, ...(txHash ? { txHash } : {}) } as const;
  if (!(await endAttempt(tx, { instalmentId: instalment.id, attempt: number }, outcome))) return null;
  await makeDue(tx, instalment.id);
  if (schedule.status !== "active") {
    // Stopped while it was on its way: there is nothing to try again and nobody to tell.
    await advanceSchedule(tx, schedule, {});
    return { status: schedule.status, retryAt: null };
  }
  const failureCount = schedule.failureCount + 1;
  const wait = RETRY_AFTER_SECONDS[failureCount - 1];
  const isLast = failureCount >= MAX_ATTEMPTS || wait === undefined;
  const retryAt = isLast ? null : new Date(at.getTime() + 1_000 * wait);
  const moved = await advanceSchedule(tx, schedule, {
    failureCount,
    failure,
    ...(retryAt ? { retryAt } : { event: "failed_too_often", pausedBy: "failures" as const }),
  });
  await announceFailure(tx, moved, instalment, { attempt: number, failure, retryAt });
  return { status: moved.status, retryAt };
}

function isDue({ nextAttemptAt }: ScheduleRow, at: Date): boolean {
  return nextAttemptAt !== null && nextAttemptAt <= at;
}
