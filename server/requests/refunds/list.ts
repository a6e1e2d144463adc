import { recordAudit } from "@/server/audit/record";
import { walletText } from "@/server/chains/wallets/wallet-text";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { isRecordId } from "@/server/lib/ids";
import { giveUpRefund, refundableTo, refundOf, refundsOf } from "@/server/payments/refunds/keep";
import { pairOf, refundableOf } from "@/server/payments/refunds/pairs";
import { receivedByPayer, receivedFrom } from "@/server/payments/refunds/received";
import type { RefundRow } from "@/server/payments/refunds/record";
import { heldBy, refundedOf } from "@/server/payments/refunds/sums";
import { findPayable, type Payable } from "@/server/requests/paying/payable";
import { refundAnswer } from "@/server/requests/refunds/calldata";
import { describeRefunds } from "@/server/requests/refunds/described";
import { describeRefundLink, newestRefundLink } from "@/server/requests/refunds/links/create";
import { isRefundOffered } from "@/server/requests/refunds/refuse";
import type { Refund, RefundPrepared, RefundQuery, RefundsListed } from "@/server/requests/refunds/schema";

/** What came in and went back of a request, and its refunds. Throws 404. */
export async function listRefunds(ctx: Ctx, requestId: string): Promise<RefundsListed> {
  const { row, token } = await findPayable(ctx, requestId);
  const [received, held, refunded, rows, link, payers] = await Promise.all([
    receivedFrom(ctx.db, row.id, null),
    heldBy(ctx.db, row.id, null),
    refundedOf(ctx.db, [row.id]),
    refundsOf(ctx.db, row.id),
    newestRefundLink(ctx.db, row.id),
    receivedByPayer(ctx.db, row.id),
  ]);
  const text = (amount: bigint) => formatAmount(amount, token.decimals);
  const receiver = (address: string, receiverIs: "payer" | "named", amount: bigint) => ({
    receiver: address,
    receiverIs,
    refundableAmount: text(amount),
  });
  const refundable = await Promise.all(
    payers.map(async ({ payer }) => ({ payer, amount: await refundableTo(ctx.db, row.id, payer) })),
  );
  const ofUnknown = refundable.find(({ payer }) => payer === null)?.amount ?? 0n;
  return {
    currency: token.id,
    receivedAmount: text(received.all),
    refundedAmount: text(refunded.get(row.id) ?? 0n),
    refundableAmount: text(refundableOf(received.all, held.all)),
    isCovered: held.all <= received.all,
    isOffered: isRefundOffered(row),
    receivers: [
      ...refundable.flatMap(({ payer, amount }) =>
        payer === null ? [] : [receiver(walletText(token.network, payer), "payer", amount)],
      ),
      ...(link?.receiver && ofUnknown > 0n ? [receiver(link.receiver, "named", ofUnknown)] : []),
    ],
    unknownPayerAmount: text(ofUnknown),
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
  const { payable, refund } = await sendableRefund(ctx, { requestId, refundId });
  return refundAnswer(ctx, payable, refund, { wallet, isSafe: isSafe === "true" });
}

/** A refund whose transactions may be handed out or sent on. Throws 404, and 409 `refund_not_sendable`. */
export async function sendableRefund(
  ctx: Ctx,
  { requestId, refundId }: { requestId: string; refundId: string },
): Promise<{ payable: Payable; refund: RefundRow }> {
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
  return { payable, refund };
}

/**
 * Gives up a refund that was prepared and not sent: another one can send its amount back. A transaction that is signed
 * already counts all the same when it is mined. Throws 404, and 409 `refund_not_sendable` for one that was sent.
 */
export async function withdrawRefund(
  ctx: Ctx,
  { requestId, refundId }: { requestId: string; refundId: string },
): Promise<Refund> {
  const { row, token } = await findPayable(ctx, requestId);
  const refund = isRecordId(refundId) ? await refundOf(ctx.db, row.id, refundId) : null;
  if (!refund) throw new ApiError("not_found", "Refund not found");
  const given = await inTransaction(ctx, async (tx) => {
    const after = await giveUpRefund(tx, row.id, refund.id);
    if (!after) return null;
    await recordAudit(tx, {
      action: "refund.cancelled",
      subject: refund.id,
      platformId: row.platformId,
      details: { requestId },
    });
    return after;
  });
  if (!given)
    throw new ApiError("refund_not_sendable", `The refund is ${refund.state} and cannot be given up`);
  const [described] = await describeRefunds(ctx.db, token, [given]);
  if (!described) throw new Error(`refund ${given.id} was not described`);
  return described;
}
