import { and, asc, inArray, isNull } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { markAnnounced } from "@/server/payments/record";
import { COUNTED_STATES, SETTLED_STATES } from "@/server/payments/state";
import { type Announcement, announcePayments } from "@/server/requests/announce";
import type { RequestRow } from "@/server/requests/draft";
import type { RequestEvent } from "@/server/requests/state";
import { type Move, transitionRequests } from "@/server/requests/transition";

export type TransferRow = typeof transfers.$inferSelect;

/** Requests per round trip: bounds memory while a catch-up settles thousands. */
const CHUNK = 2_000;

/**
 * Makes the status of these requests follow from their transfers, and announces what is new: one
 * `payment.partial` for each confirmed payment that leaves the request short, one `payment.confirmed` for
 * the one that completes it. Each transfer is announced once per settlement round, whatever
 * reorganisations, restarts and parallel workers do.
 */
export async function settleRequests(tx: Tx, requestIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(requestIds)].sort();
  for (let i = 0; i < ids.length; i += CHUNK) await settleChunk(tx, ids.slice(i, i + CHUNK));
}

async function settleChunk(tx: Tx, ids: string[]): Promise<void> {
  // Locked in ID order, so that two workers cannot wait for each other.
  const rows = await tx.db
    .select()
    .from(requests)
    .where(inArray(requests.id, ids))
    .orderBy(asc(requests.id))
    .for("update");
  const counted = await countedTransfers(tx, ids);
  const moves: Move[] = [];
  const announcements: Announcement[] = [];
  for (const row of rows) {
    const own = counted.get(row.id) ?? [];
    const event = whatTransfersSay(row, own);
    moves.push({ id: row.id, from: row.status, event, paidAt: coveredAt(row, own) });
    // More money for a request that is and stays paid is an excess: shown, not announced again.
    if (row.status !== "paid" || event !== "settled") announcements.push(...newlyConfirmed(row, own));
  }
  await transitionRequests(tx, moves);
  await announcePayments(tx, announcements);
  await markAnnounced(
    tx,
    announcements.map(({ transfer, request }) => ({ id: transfer.id, round: request.settlementRound })),
  );
}

/** Counted transfers by request, in the order of the chain. */
async function countedTransfers(tx: Tx, requestIds: string[]): Promise<Map<string, TransferRow[]>> {
  const rows = await tx.db
    .select()
    .from(transfers)
    .where(
      and(
        inArray(transfers.requestId, requestIds),
        isNull(transfers.mismatch),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  const byRequest = new Map<string, TransferRow[]>();
  for (const row of rows) {
    const own = byRequest.get(row.requestId);
    if (own) own.push(row);
    else byRequest.set(row.requestId, [row]);
  }
  return byRequest;
}

const isSettled = (transfer: TransferRow) => SETTLED_STATES.some((state) => state === transfer.state);

function whatTransfersSay(request: RequestRow, counted: readonly TransferRow[]): RequestEvent {
  let settled = 0n;
  for (const transfer of counted) if (isSettled(transfer)) settled += transfer.amount;
  if (settled >= request.amount) return "settled";
  if (settled > 0n) return "partly_settled";
  return counted.length > 0 ? "payment_seen" : "cleared";
}

/** When the chain took the transfer that brought the request to its amount; undefined before. */
function coveredAt(request: RequestRow, counted: readonly TransferRow[]): Date | undefined {
  let settled = 0n;
  for (const transfer of counted) {
    if (isSettled(transfer)) settled += transfer.amount;
    if (settled >= request.amount) return transfer.blockTime;
  }
  return undefined;
}

/** The confirmed transfers that were not announced in this round, up to the one that covers the amount. */
function newlyConfirmed(request: RequestRow, counted: readonly TransferRow[]): Announcement[] {
  const announcements: Announcement[] = [];
  let total = 0n;
  for (const transfer of counted) {
    if (!isSettled(transfer)) continue;
    const wasCovered = total >= request.amount;
    total += transfer.amount;
    if (transfer.announcedRound === request.settlementRound || wasCovered) continue;
    const name = total >= request.amount ? "payment.confirmed" : "payment.partial";
    announcements.push({ name, request, transfer, total });
  }
  return announcements;
}
