import { recordAudit } from "@/server/audit/record";
import { ChainError } from "@/server/chains/chain-error";
import type { Call } from "@/server/chains/evm/calldata";
import { NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import { findSchedule, lockSchedule, refused } from "@/server/recurring-payouts/find";
import {
  networkOf,
  nextPaymentDate,
  remainingAmount,
  remainingPayments,
  type ScheduleRow,
  tokenOf,
} from "@/server/recurring-payouts/schedule";
import type { RecurringUpdated, UpdateRecurringBody } from "@/server/recurring-payouts/schema";
import { approvalsTo, currentAllowance, neededByOthers } from "@/server/recurring-payouts/signing/allowance";
import { cancelCall } from "@/server/recurring-payouts/signing/contract";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { transactionOf } from "@/server/requests/paying/calldata-answer";
import type { Transaction } from "@/server/requests/paying/calldata-schema";

/** Cancels or unpauses a schedule (RC-16 to RC-18). Throws 404, and 400 in the documented words. */
export async function updateRecurringPayment(
  ctx: Ctx,
  id: string,
  { action }: UpdateRecurringBody,
): Promise<RecurringUpdated> {
  await findSchedule(ctx, id);
  if (action === "cancel") return cancel(ctx, id);
  if (action === "unpause") return unpause(ctx, id);
  throw refused(`Invalid action: ${action}`);
}

/**
 * Stops a schedule at once, whether or not the chain can be asked. From this commit on no instalment is begun; one
 * that was begun before may still be mined. The answer's transactions let the payer stop it in the contract as well,
 * and take back the allowance that nothing else needs.
 */
async function cancel(ctx: Ctx, id: string): Promise<RecurringUpdated> {
  const row = await inTransaction(ctx, async (tx) => {
    const locked = await lockSchedule(tx, id);
    if (locked.status === "cancelled") throw refused("Recurring payment is already cancelled");
    if (locked.status === "completed") throw refused("Cannot cancel a completed recurring payment");
    await recordAudit(tx, { action: "recurring_payment.cancelled", subject: id });
    return advanceSchedule(tx, locked, { event: "cancelled", cancelledBy: "platform", endedAt: tx.now() });
  });
  return {
    id,
    status: row.status,
    transactions: await stopTransactions(ctx, row),
    metadata: {
      remainingPayments: remainingPayments(row),
      remainingAmount: remainingAmount(row).toString(),
      processedPayments: row.processed,
      totalPayments: row.totalExecutions,
    },
  };
}

/**
 * What the payer sends to end a schedule in the contract for good, and to take back the allowance that nothing else
 * needs, in this order. Where the chain cannot be asked, the first one alone.
 */
export async function stopTransactions(ctx: Ctx, row: ScheduleRow): Promise<Transaction[]> {
  const calls = [cancelCall(row), ...(await allowanceBack(ctx, row))];
  return calls.map(transactionOf(NETWORKS[networkOf(row)]));
}

/** Lowers the allowance by what this schedule will not take, never below what the payer's others need. */
async function allowanceBack(ctx: Ctx, row: ScheduleRow): Promise<Call[]> {
  const chain = ctx.chains.find(row.network);
  if (!chain) return [];
  try {
    const [current, others] = await Promise.all([
      currentAllowance(chain, row),
      neededByOthers(ctx, row, row.id),
    ]);
    const rest = remainingAmount(row);
    const lowered = current > rest ? current - rest : 0n;
    const target = lowered > others ? lowered : others;
    if (target >= current) return [];
    const at = { address: bytes(row.token), contract: bytes(row.contract) };
    return approvalsTo(tokenOf(row), at, { current, target });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    ctx.log.warn({ err: error, recurringPayment: row.id }, "cancelled without a look at the allowance");
    return [];
  }
}

/** Goes on with the next instalment, which is due since it was missed, and those after it (RC-17). */
async function unpause(ctx: Ctx, id: string): Promise<RecurringUpdated> {
  const row = await inTransaction(ctx, async (tx) => {
    const locked = await lockSchedule(tx, id);
    if (locked.status !== "paused") throw refused("Recurring payment is not paused");
    await recordAudit(tx, { action: "recurring_payment.resumed", subject: id });
    return advanceSchedule(tx, locked, { event: "unpaused", failureCount: 0, failure: null, pausedBy: null });
  });
  return updated(row);
}

/**
 * Begins no instalment from this commit on, until the schedule is unpaused; one that was begun before may still be
 * mined. Ours alone: the contract knows no pause, so only a cancellation ends what the payer signed. Throws 404, and
 * 400 for a schedule that is not active.
 */
export async function pauseRecurringPayment(ctx: Ctx, id: string): Promise<RecurringUpdated> {
  await findSchedule(ctx, id);
  const row = await inTransaction(ctx, async (tx) => {
    const locked = await lockSchedule(tx, id);
    if (locked.status !== "active") throw refused("Recurring payment is not active");
    await recordAudit(tx, { action: "recurring_payment.paused", subject: id });
    return advanceSchedule(tx, locked, { event: "paused", pausedBy: "platform" });
  });
  return updated(row);
}

function updated(row: ScheduleRow): RecurringUpdated {
  return {
    id: row.id,
    status: row.status,
    metadata: {
      processedPayments: row.processed,
      totalPayments: row.totalExecutions,
      nextPaymentDate: nextPaymentDate(row)?.toISOString() ?? null,
    },
  };
}
