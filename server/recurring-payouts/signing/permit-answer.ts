import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Ctx } from "@/server/context";
import { paymentDates } from "@/server/recurring-payouts/calendar";
import { remainingAmount, type ScheduleRow, tokenOf } from "@/server/recurring-payouts/schedule";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { approvalsTo, currentAllowance, neededByOthers } from "@/server/recurring-payouts/signing/allowance";
import { describePermit } from "@/server/recurring-payouts/signing/describe-permit";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { transactionOf } from "@/server/requests/paying/calldata-answer";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";

/** What the payer of a schedule signs, and the approvals that are missing now. Throws 503 when the chain cannot be asked. */
export async function currentPermitAnswer(ctx: Ctx, row: ScheduleRow): Promise<RecurringPayoutCreated> {
  const chain = chainFor(ctx, tokenOf(row).network);
  const [current, others] = await Promise.all([allowanceOn(chain, row), neededByOthers(ctx, row, row.id)]);
  return permitAnswer(chain, row, { current, others });
}

/** The same for an allowance that is known. `others` is what the payer's other schedules need of it. */
export function permitAnswer(
  { network }: ChainAdapter,
  row: ScheduleRow,
  { current, others }: { current: bigint; others: bigint },
): RecurringPayoutCreated {
  const needed = remainingAmount(row) + others;
  const at = { address: bytes(row.token), contract: bytes(row.contract) };
  const approvals = current >= needed ? [] : approvalsTo(tokenOf(row), at, { current, target: needed });
  return {
    id: row.id,
    transactions: approvals.map(transactionOf(network)),
    recurringPaymentPermit: describePermit(row),
    metadata: {
      stepsRequired: approvals.length + 1,
      totalNeededAllowance: needed.toString(),
      currentAllowance: current.toString(),
      additionalAllowanceNeeded: (current >= needed ? 0n : needed - current).toString(),
      existingPaymentsAmount: others.toString(),
      paymentDates: paymentDates(row).map((date) => date.toISOString()),
    },
  };
}

async function allowanceOn(chain: ChainAdapter, row: ScheduleRow): Promise<bigint> {
  try {
    return await currentAllowance(chain, row);
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(chain.network.id, error);
    throw error;
  }
}
