import type { Ctx } from "@/server/context";
import type { TimelineEntry } from "@/server/dashboard/detail-schema";
import { formatAmount } from "@/server/lib/amount";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import { refundsOf } from "@/server/payments/refunds/keep";
import { type RefundTransferRow, refundTransfersOf } from "@/server/payments/refunds/record";
import type { RefundState } from "@/server/payments/refunds/state";
import { paymentToken } from "@/server/payments/searching/describe";
import type { RequestRow } from "@/server/requests/draft";

/** What was prepared to be sent back of a request, and what the chain has of it. */
export async function refundTimeline(ctx: Pick<Ctx, "db">, request: RequestRow): Promise<TimelineEntry[]> {
  const rows = await refundsOf(ctx.db, request.id);
  if (rows.length === 0) return [];
  const transfers = await refundTransfersOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const token = paymentToken(request);
  const text = (amount: bigint) => writtenAmount(formatAmount(amount, token.decimals), token.symbol);
  return rows.flatMap((row): TimelineEntry[] => {
    const own = transfers.filter(({ refundId }) => refundId === row.id);
    return [
      {
        kind: "refund_prepared",
        at: row.createdAt.toISOString(),
        reason: `A refund of ${text(row.amount)} was prepared. ${MEANING[row.state]}`,
        receiver: row.receiver,
      },
      ...own.map(
        (transfer): TimelineEntry => ({
          kind: "refund",
          at: transfer.blockTime.toISOString(),
          reason: sentence(text(transfer.amount), transfer),
          receiver: row.receiver,
          txHash: transfer.txHash,
        }),
      ),
    ];
  });
}

const MEANING: Record<RefundState, string> = {
  prepared: "Nobody has sent it yet; its amount cannot be sent back by another one before it is given up.",
  seen: "The chain has it.",
  confirmed: "It was sent.",
  taken_back: "A reorganisation took its transaction back, which can come again.",
  expired: "It was not sent in time. Do not send it now: it would count all the same.",
};

function sentence(amount: string, { isConfirmed }: Pick<RefundTransferRow, "isConfirmed">): string {
  return `${amount} went back. ${isConfirmed ? "It is confirmed." : "It is not confirmed deeply enough yet."}`;
}
