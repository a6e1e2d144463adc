import { recordAudit } from "@/server/audit/record";
import { referenceTopic } from "@/server/chains/reference-topic";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { lifeFrom } from "@/server/payments/refunds/follow";
import { keepRefund, refundableTo } from "@/server/payments/refunds/keep";
import type { RefundRow } from "@/server/payments/refunds/record";
import { newRequestId } from "@/server/payments/request-id";
import {
  approvedPaymentOf,
  requirePaymentApproval,
  valuedPayment,
} from "@/server/requests/approving/payment-approval";
import { worthOfTokens } from "@/server/requests/creating/worth";
import { amountOf } from "@/server/requests/draft";
import { findPayable, type Payable } from "@/server/requests/paying/payable";
import { paymentReference } from "@/server/requests/payment-reference";
import { dueOfRefund, refundAnswer } from "@/server/requests/refunds/calldata";
import { receiverOf } from "@/server/requests/refunds/receiver";
import { refuseRefund } from "@/server/requests/refunds/refuse";
import type { CreateRefundBody, RefundPrepared } from "@/server/requests/refunds/schema";
import { screenReceiver } from "@/server/requests/refunds/screen-receiver";

/**
 * Prepares the transactions with which a merchant's wallet or Safe sends money back to who paid a request, under a
 * reference of its own. Nothing is refunded by that: the chain alone says what was sent. Its amount is kept from other
 * refunds until it expires. Throws 404, 400 `refund_not_possible`, 409 `refund_receiver_unknown` and
 * `refund_exceeds_received`, and 503 `chain_unavailable`. Waits for a second person where the account wants one; once approved
 * it is made under the `salt` that was drawn for its reference then.
 */
export async function prepareRefund(
  ctx: Ctx,
  requestId: string,
  body: CreateRefundBody,
  salt: string = newRequestId(),
): Promise<RefundPrepared> {
  const payable = await findPayable(ctx, requestId);
  const { row, token } = payable;
  refuseRefund(payable);
  const asked = body.amount === undefined ? null : amountOf("amount", body.amount, token);
  const to = await receiverOf(ctx.db, row, token, body.receiver);
  // It may have been named days ago.
  if (to.refundLinkId !== null) await screenReceiver(ctx, row, to.receiver);
  const refundable = await refundableTo(ctx.db, row.id, to.payer);
  const amount = asked ?? refundable;
  if (amount === 0n || amount > refundable) throw exceeds(payable, refundable);
  const refund = draftRefund(ctx, payable, { ...to, amount }, salt);
  const microUsd = await valuedPayment(ctx, () => worthOfTokens(ctx, token, amount));
  const answer = await refundAnswer(ctx, payable, refund, body);
  const isKept = await inTransaction(ctx, async (tx) => {
    await requirePaymentApproval(tx, refund.id, {
      verb: "refund.create",
      payment: approvedPaymentOf(dueOfRefund(payable, refund)),
      subject: requestId,
      microUsd,
      params: { requestId, body, salt },
    });
    if (!(await keepRefund(tx, refund))) return false;
    await recordAudit(tx, {
      action: "refund.created",
      subject: refund.id,
      platformId: row.platformId,
      details: { requestId, amount: answer.refund.amount, currency: token.id, receiver: refund.receiver },
    });
    await rememberAnswer(tx, answer);
    return true;
  });
  if (!isKept) throw exceeds(payable, await refundableTo(ctx.db, row.id, to.payer));
  return answer;
}

function exceeds({ token }: Pick<Payable, "token">, refundable: bigint): ApiError {
  const left = formatAmount(refundable, token.decimals);
  return new ApiError(
    "refund_exceeds_received",
    refundable === 0n
      ? "Nothing is left that could be sent back"
      : `No more than ${left} ${token.symbol} can be sent back`,
    { details: { refundableAmount: left } },
  );
}

function draftRefund(
  ctx: Pick<Ctx, "now">,
  { row, token }: Pick<Payable, "row" | "token">,
  to: Pick<RefundRow, "receiver" | "payer" | "refundLinkId" | "amount">,
  salt: string,
): RefundRow {
  const now = ctx.now();
  const reference = paymentReference(row.requestId, salt, to.receiver);
  return {
    ...to,
    id: newId(now),
    requestId: row.id,
    network: token.network,
    currency: token.id,
    paymentReference: reference,
    topic1: referenceTopic(reference),
    state: "prepared",
    createdAt: now,
    expiresAt: lifeFrom(now),
  };
}
