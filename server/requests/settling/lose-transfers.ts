import { and, inArray, sql } from "drizzle-orm";
import { requests, type transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { forgetAnnouncements } from "@/server/payments/counting/unannounced";
import { creditOfRow } from "@/server/payments/valuing/described";
import { announceReorged } from "@/server/requests/settling/announce";

type TransferRow = typeof transfers.$inferSelect;

/** Losses of one request that have an event each: the largest. */
const MAX_LOSSES = 100;

/**
 * Payments that were announced, left the chain in a reorganisation and did not come back before their
 * replacement became final. Where the request is still open, one `payment.failed` says so and a new
 * settlement round begins, in which a later payment is announced anew.
 */
export async function loseTransfers(tx: Tx, dropped: readonly TransferRow[]): Promise<void> {
  const announced = dropped.filter((transfer) => transfer.announcedRound !== null && !transfer.mismatch);
  if (announced.length === 0) return;
  const rows = await tx.db
    .select()
    .from(requests)
    .where(
      and(
        inArray(requests.id, [...new Set(announced.map((transfer) => transfer.requestId))]),
        // A request that other payments have covered meanwhile has lost nothing.
        sql`${requests.status} <> 'paid'
          and (${requests.status} <> 'refunded' or ${requests.isCryptoToFiatAllowed})`,
      ),
    )
    .orderBy(requests.id)
    .for("update");
  const lost = announced.flatMap((transfer) => {
    const request = rows.find((row) => row.id === transfer.requestId);
    return request ? [{ request, transfer }] : [];
  });
  await announceReorged(tx, largestOfEach(lost));
  const ids = [...new Set(lost.map(({ request }) => request.id))];
  if (ids.length === 0) return;
  await tx.db
    .update(requests)
    .set({ settlementRound: sql`${requests.settlementRound} + 1` })
    .where(inArray(requests.id, ids));
  await forgetAnnouncements(tx, ids);
}

function largestOfEach<T extends { request: { id: string }; transfer: TransferRow }>(
  lost: readonly T[],
): T[] {
  const announced = new Map<string, number>();
  return lost
    .toSorted((a, b) => (creditOfRow(a.transfer) < creditOfRow(b.transfer) ? 1 : -1))
    .filter(({ request }) => {
      const events = (announced.get(request.id) ?? 0) + 1;
      announced.set(request.id, events);
      return events <= MAX_LOSSES;
    });
}
