import { eq, inArray } from "drizzle-orm";
import { clientIds, refunds, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { type RefundRow, refundTransfersOf } from "@/server/payments/refunds/record";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";

/** Transfers of one refund that are announced. Whoever sends more is a stranger who gives money away. */
const MAX_ANNOUNCED = 20;

/** Announces what of these refunds (row IDs) is confirmed (events.md §3.5), each transfer once, whatever reorganisations do. */
export async function announceRefunds(tx: Tx, refundIds: readonly string[]): Promise<void> {
  const transfers = (await refundTransfersOf(tx.db, refundIds)).filter(({ isConfirmed }) => isConfirmed);
  if (transfers.length === 0) return;
  const rows = await tx.db
    .select()
    .from(refunds)
    .where(inArray(refunds.id, [...refundIds]))
    .orderBy(refunds.id);
  const confirmed = rows.flatMap((row) =>
    transfers
      .filter(({ refundId }) => refundId === row.id)
      .slice(0, MAX_ANNOUNCED)
      .map((transfer) => ({ row, transfer })),
  );
  const of = await requestsOf(tx, rows);
  await enqueueEvents(
    tx,
    confirmed.map(({ row, transfer }): NewEvent => {
      const request = of.get(row.requestId);
      const token = tokenById(row.currency);
      if (!request || !token) throw new Error(`refund ${row.id} has no request or no currency`);
      const { publicClientId, origin, platformId, clientIdId } = request;
      return {
        platformId,
        clientIdId,
        name: "payment.refunded",
        payload: {
          requestId: request.requestId.slice(2),
          requestID: request.requestId.slice(2),
          paymentReference: request.paymentReference,
          paymentProcessor: tx.config.wire.network,
          refundedTo: row.receiver,
          refundAmount: formatAmount(transfer.amount, token.decimals),
          currency: token.symbol,
          refundId: row.id,
          txHash: transfer.txHash,
          ...(publicClientId === null ? {} : { clientId: publicClientId, origin }),
        },
        dedupeKey: `${row.id}:${transfer.txHash}:${transfer.position}:refunded`,
      };
    }),
  );
}

async function requestsOf(tx: Tx, rows: readonly RefundRow[]) {
  const found = await tx.db
    .select({
      id: requests.id,
      requestId: requests.requestId,
      paymentReference: requests.paymentReference,
      platformId: requests.platformId,
      clientIdId: requests.clientIdId,
      origin: requests.origin,
      publicClientId: clientIds.clientId,
    })
    .from(requests)
    .leftJoin(clientIds, eq(clientIds.id, requests.clientIdId))
    .where(
      inArray(
        requests.id,
        rows.map(({ requestId }) => requestId),
      ),
    );
  return new Map(found.map((row) => [row.id, row]));
}
