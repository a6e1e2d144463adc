import type { Reader } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { type RefundRow, type RefundTransferRow, refundTransfersOf } from "@/server/payments/refunds/record";
import { shownApprovalsOf } from "@/server/requests/approving/shown-approval";
import type { Refund } from "@/server/requests/refunds/schema";

/** Refunds of one request as callers read them. */
export async function describeRefunds(
  db: Reader,
  token: Token,
  rows: readonly RefundRow[],
): Promise<Refund[]> {
  const ids = rows.map(({ id }) => id);
  const [transfers, approvals] = await Promise.all([
    refundTransfersOf(db, ids),
    shownApprovalsOf({ db }, ids),
  ]);
  return rows.map((row) =>
    describeRefund(
      token,
      row,
      transfers.filter(({ refundId }) => refundId === row.id),
      approvals.get(row.id) ?? null,
    ),
  );
}

function describeRefund(
  token: Token,
  row: RefundRow,
  transfers: readonly RefundTransferRow[],
  approval: Refund["approval"],
): Refund {
  return {
    refundId: row.id,
    state: row.state,
    amount: formatAmount(row.amount, token.decimals),
    currency: row.currency,
    receiver: row.receiver,
    receiverIs: row.refundLinkId === null ? "payer" : "named",
    paymentReference: row.paymentReference,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    transfers: transfers.map(({ txHash, amount, blockTime, isConfirmed }) => ({
      txHash,
      amount: formatAmount(amount, token.decimals),
      timestamp: blockTime.toISOString(),
      isConfirmed,
    })),
    approval,
  };
}
