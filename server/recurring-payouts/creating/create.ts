import { recurringPayments } from "@/db/schema";
import type { ApprovedPayment } from "@/server/approvals/payment-words";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { newUuid } from "@/server/lib/random";
import { requireBoundRecipients } from "@/server/payee-destinations/bound";
import { requirePayouts } from "@/server/payouts/permission";
import { countKeyUse } from "@/server/platforms/key-bounds/count-use";
import {
  newNonce,
  notSetUp,
  type PlannedSchedule,
  planSchedule,
  type RecurringPayoutBody,
} from "@/server/recurring-payouts/creating/plan-schedule";
import { schedulePageUrl } from "@/server/recurring-payouts/find-page";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { currentAllowance, neededByOthers } from "@/server/recurring-payouts/signing/allowance";
import { digestInContract } from "@/server/recurring-payouts/signing/contract";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { permitAnswer } from "@/server/recurring-payouts/signing/permit-answer";
import { permitDigest } from "@/server/recurring-payouts/signing/typed-data";
import { requirePaymentApproval, valuedPayment } from "@/server/requests/approving/payment-approval";
import { requireDailyLimit } from "@/server/requests/creating/daily-limit";
import { keyUseOfSchedule } from "@/server/requests/creating/key-use";
import { worthOfTokens } from "@/server/requests/creating/worth";
import { sourceOf } from "@/server/requests/draft";
import { chainUnavailable } from "@/server/requests/paying/readiness";

/**
 * Creates a schedule of instalments that waits for its payer's signature, and answers with the permit to sign and
 * the approvals to send (RC-01 to RC-08). The permit is stored as it is answered, after the contract itself has said
 * that it reads it in the same way. Throws 400 naming the field, 403 for a platform without payouts or a recipient
 * that the client ID is not bound to, 503 when the chain cannot be asked; then nothing is created. Waits for a second person
 * where the account wants one for all that the permit lets be taken; once approved its permit has the `nonce` of then.
 */
export async function createRecurringPayout(
  ctx: Ctx,
  body: RecurringPayoutBody,
  nonce: string = newNonce(),
): Promise<RecurringPayoutCreated> {
  requirePayouts(ctx.caller);
  const plan = planSchedule(ctx, body, nonce);
  const { chain, token } = plan;
  await requireBoundRecipients(ctx, [{ payee: plan.payee, token }]);
  await requireDailyLimit(ctx, 1);
  const row = rowOf(ctx, body, plan);
  const [current, others] = await Promise.all([lookAtChain(plan, row), neededByOthers(ctx, row)]);
  const answer = permitAnswer(chain, row, { current, others });
  answer.metadata.payerPageUrl = schedulePageUrl(ctx, row);
  const { amount, feeAmount, totalExecutions } = plan.permit;
  const use = await keyUseOfSchedule(ctx, { token, payments: totalExecutions, amount: amount + feeAmount });
  const inAll = (amount + feeAmount) * BigInt(totalExecutions);
  const microUsd = await valuedPayment(ctx, () => worthOfTokens(ctx, token, inAll));
  return inTransaction(ctx, async (tx) => {
    await requirePaymentApproval(tx, row.id, {
      verb: "schedule.create",
      payment: approvedInstalments(row, plan),
      after: { payer: row.payer, reference: row.reference, inAll: formatAmount(inAll, token.decimals) },
      microUsd,
      params: { body, nonce },
    });
    await countKeyUse(tx, use);
    await tx.db.insert(recurringPayments).values(row);
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** All that the permit lets be taken, as it is approved. Its digest names every term of it. */
function approvedInstalments(
  { digest, payee, frequency }: ScheduleRow,
  plan: PlannedSchedule,
): ApprovedPayment {
  const { token, permit } = plan;
  const text = (units: bigint) => formatAmount(units, token.decimals);
  return {
    payee,
    amount: text(permit.amount),
    currency: token.id,
    reference: digest,
    times: permit.totalExecutions,
    frequency,
    firstPayment: new Date(permit.firstExec * 1_000).toISOString(),
    fees: permit.feeAmount === 0n ? [] : [{ payee: permit.feeAddress, amount: text(permit.feeAmount) }],
  };
}

/** What the payer lets the contract take. Throws 400 where the contract does not know this permit, 503. */
async function lookAtChain({ chain, token, contract, permit }: PlannedSchedule, row: ScheduleRow) {
  try {
    const [digest, allowance] = await Promise.all([
      digestInContract(chain, contract, permit),
      currentAllowance(chain, row),
    ]);
    if (digest !== bytes(row.digest)) throw notSetUp(token);
    return allowance;
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(token.network, error);
    throw error;
  }
}

function rowOf(ctx: Ctx, body: RecurringPayoutBody, plan: PlannedSchedule): ScheduleRow {
  const { permit, token, contract, chain } = plan;
  const { caller } = ctx;
  const now = ctx.now();
  return {
    id: newId(now),
    pageToken: newUuid(),
    platformId: caller.platformId,
    clientIdId: caller.clientId?.id ?? null,
    origin: caller.clientId ? caller.origin : null,
    source: caller.clientId ? null : sourceOf(caller.kind),
    network: token.network,
    paymentCurrency: token.id,
    payee: plan.payee,
    payer: plan.payer,
    frequency: body.recurrence.frequency,
    feePercentage: plan.feePercentage,
    customerInfo: body.customerInfo ?? null,
    reference: body.reference ?? null,
    contract,
    ...permit,
    deadline: Number(permit.deadline),
    digest: permitDigest(chain.network.chainId, contract, permit),
    signature: null,
    status: "pending",
    processed: 0,
    nextAttemptAt: null,
    failureCount: 0,
    failure: null,
    lastPaymentAt: null,
    pausedBy: null,
    cancelledBy: null,
    createdAt: now,
    changedAt: now,
    activatedAt: null,
    endedAt: null,
  };
}
