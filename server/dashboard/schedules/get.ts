import { zeroAddress } from "viem";
import { checksumEvmAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Ctx } from "@/server/context";
import { clocksOf } from "@/server/dashboard/schedules/health";
import { instalmentsOf } from "@/server/dashboard/schedules/instalments";
import { describeSchedules } from "@/server/dashboard/schedules/row";
import type { ScheduleDetail, ScheduleStop } from "@/server/dashboard/schedules/schema";
import { scheduleTimeline } from "@/server/dashboard/schedules/timeline";
import { scheduleHealthReason } from "@/server/dashboard/schedules/words";
import { formatAmount } from "@/server/lib/amount";
import { stopTransactions } from "@/server/recurring-payouts/ending/update";
import { findSchedule, refused } from "@/server/recurring-payouts/find";
import { schedulePageUrl } from "@/server/recurring-payouts/find-page";
import {
  instalmentCost,
  networkOf,
  remainingAmount,
  type ScheduleRow,
  tokenOf,
} from "@/server/recurring-payouts/schedule";
import { isCancelledInContract } from "@/server/recurring-payouts/signing/contract";
import { describePermit } from "@/server/recurring-payouts/signing/describe-permit";
import { bytes } from "@/server/recurring-payouts/signing/permit";

/** A schedule of the caller with every instalment and every attempt. Throws 404. */
export async function getSchedule(ctx: Ctx, id: string): Promise<ScheduleDetail> {
  const row = await findSchedule(ctx, id);
  const clock = await clocksOf(ctx);
  const [[schedule], instalments] = await Promise.all([
    describeSchedules(ctx, [row], clock),
    instalmentsOf(ctx, row, clock(row.network)),
  ]);
  if (!schedule) throw new Error(`schedule ${id} was not described`);
  const { decimals } = tokenOf(row);
  const amount = (units: bigint) => formatAmount(units, decimals);
  const cost = instalmentCost(row);
  const feeAddress = bytes(row.feeAddress);
  return {
    schedule,
    healthReason: scheduleHealthReason(schedule, instalments),
    money: {
      fee: amount(row.feeAmount + row.gasFee),
      feeAddress: feeAddress === zeroAddress ? null : checksumEvmAddress(feeAddress),
      total: amount(cost * BigInt(row.totalExecutions)),
      paid: amount(cost * BigInt(row.processed)),
      remaining: amount(remainingAmount(row)),
    },
    payerPageUrl: schedulePageUrl(ctx, row),
    deadline: new Date(row.deadline * 1_000).toISOString(),
    permit: describePermit(row),
    digest: row.digest,
    instalments,
    timeline: await scheduleTimeline(ctx, row, schedule, instalments),
  };
}

/**
 * What the payer of a cancelled schedule sends to end it in the contract too; nothing where that has happened. Throws
 * 404, and 400 for a schedule that was not cancelled.
 */
export async function getScheduleStop(ctx: Ctx, id: string): Promise<ScheduleStop> {
  const row = await findSchedule(ctx, id);
  if (row.status !== "cancelled") throw refused("Recurring payment is not cancelled");
  const isStoppedOnChain = await isStopped(ctx, row);
  return {
    isStoppedOnChain,
    transactions: isStoppedOnChain ? [] : await stopTransactions(ctx, row),
  };
}

async function isStopped(ctx: Ctx, row: ScheduleRow): Promise<boolean | null> {
  const chain = ctx.chains.find(networkOf(row));
  if (!chain) return null;
  try {
    return await isCancelledInContract(chain, row);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    ctx.log.warn({ err: error, recurringPayment: row.id }, "no look at the contract of a schedule");
    return null;
  }
}
