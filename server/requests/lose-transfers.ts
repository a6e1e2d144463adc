import { and, inArray, sql } from "drizzle-orm";
import { requests, type transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { carryAnnouncements } from "@/server/payments/record";
import { announceReorged } from "@/server/requests/announce";

type TransferRow = typeof transfers.$inferSelect;

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
        sql`${requests.status} <> 'paid'`,
      ),
    )
    .orderBy(requests.id)
    .for("update");
  const lost = announced.flatMap((transfer) => {
    const request = rows.find((row) => row.id === transfer.requestId);
    return request && transfer.announcedRound === request.settlementRound ? [{ request, transfer }] : [];
  });
  await announceReorged(tx, lost);
  const ids = [...new Set(lost.map(({ request }) => request.id))];
  if (ids.length === 0) return;
  await tx.db
    .update(requests)
    .set({ settlementRound: sql`${requests.settlementRound} + 1` })
    .where(inArray(requests.id, ids));
  await carryAnnouncements(tx, ids);
}
