import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { isRecordId } from "@/server/lib/ids";
import { refundOf, refundsOf } from "@/server/payments/refunds/keep";
import { pairOf, refundableOf } from "@/server/payments/refunds/pairs";
import { receivedFrom } from "@/server/payments/refunds/received";
import { heldBy, refundedOf } from "@/server/payments/refunds/sums";
import { findPayable } from "@/server/requests/paying/payable";
import { refundAnswer } from "@/server/requests/refunds/calldata";
import { describeRefunds } from "@/server/requests/refunds/described";
import { describeRefundLink, newestRefundLink } from "@/server/requests/refunds/links/create";
import type { RefundPrepared, RefundQuery, RefundsListed } from "@/server/requests/refunds/schema";

/** What came in and went back of a request, and its refunds. Throws 404. */
export async function listRefunds(ctx: Ctx, requestId: string): Promise<RefundsListed> {
  const { row, token } = await findPayable(ctx, requestId);
  const [received, held, refunded, rows, link] = await Promise.all([
    receivedFrom(ctx.db, row.id, null),
    heldBy(ctx.db, row.id, null),
    refundedOf(ctx.db, [row.id]),
    refundsOf(ctx.db, row.id),
    newestRefundLink(ctx.db, row.id),
  ]);
  const text = (amount: bigint) => formatAmount(amount, token.decimals);
  return {
    currency: token.id,
    receivedAmount: text(received.all),
    refundedAmount: text(refunded.get(row.id) ?? 0n),
    refundableAmount: text(refundableOf(received.all, held.all)),
    isCovered: held.all <= received.all,
    refunds: await describeRefunds(ctx.db, token, rows),
    refundLink: link && describeRefundLink(link),
  };
}

/**
 * A refund and, once more, the transactions that send it. Throws 404, and 409 `refund_not_sendable` where it was sent or
 * given up, or where the chain does not have the money (any more) that it sends back.
 */
export async function getRefund(
  ctx: Ctx,
  { requestId, refundId }: { requestId: string; refundId: string },
  { wallet, isSafe }: RefundQuery,
): Promise<RefundPrepared> {
  const payable = await findPayable(ctx, requestId);
  const { row } = payable;
  const refund = isRecordId(refundId) ? await refundOf(ctx.db, row.id, refundId) : null;
  if (!refund) throw new ApiError("not_found", "Refund not found");
  const received = await receivedFrom(ctx.db, row.id, refund.payer);
  const held = await heldBy(ctx.db, row.id, refund.payer);
  const { isSendable } = pairOf(refund, { received: received.ofPayer, isCovered: false });
  if (!isSendable || held.all > received.all || held.ofPayer > received.ofPayer) {
    throw new ApiError("refund_not_sendable", `The refund is ${refund.state} and must not be sent now`);
  }
  return refundAnswer(ctx, payable, refund, { wallet, isSafe: isSafe === "true" });
}
