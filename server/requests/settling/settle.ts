import { and, asc, notExists, sql } from "drizzle-orm";
import { quarantinedRequests, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { awaited } from "@/server/crosschain/payers";
import { isConverted } from "@/server/currencies/invoice-currency";
import { isAnyOf } from "@/server/lib/database/any-of";
import { recordCovers } from "@/server/payments/counting/covering";
import { isDecidedByDeposit, isEnough, paidByDeposit } from "@/server/payments/counting/enough";
import { type SettlingSums, settleSums } from "@/server/payments/counting/sums";
import { countPartials, markAnnounced, unannouncedTransfers } from "@/server/payments/counting/unannounced";
import { unreadFills } from "@/server/payments/crosschain/unread-fills";
import { isSentBack } from "@/server/payments/refunds/pairs";
import { refundedOf } from "@/server/payments/refunds/sums";
import type { RequestRow } from "@/server/requests/draft";
import { followDeposits } from "@/server/requests/offramps/follow-deposits";
import type { Settles } from "@/server/requests/offramps/pairs";
import { announcePayments } from "@/server/requests/settling/announce";
import {
  type DueAnnouncements,
  dueAnnouncements,
  MAX_PARTIAL_EVENTS,
} from "@/server/requests/settling/partials";
import { type RequestEvent, wasPaid } from "@/server/requests/state";
import { transitionRequests } from "@/server/requests/transition";

/** Requests per round trip: bounds memory while a catch-up settles thousands. */
const CHUNK = 2_000;

/** A request that is locked, and its sums. */
interface LockedRequest {
  row: RequestRow;
  sums: SettlingSums;
  /** Money for it is between two chains. */
  isUnderway: boolean;
  /** A confirmed payment of it is a plain transfer; looked up where that decides. */
  hasDeposit: boolean;
  /** What was sent back of it, base units of the token. */
  refunded: bigint;
}

/** And what its transfers make of it. */
interface SettlingRequest extends LockedRequest {
  event: RequestEvent;
}

/**
 * Makes the status of these requests follow from their transfers, and announces what is new: one
 * `payment.partial` for each confirmed payment that leaves the request short, one `payment.confirmed` for
 * the one that completes it. Each transfer is announced once per settlement round, whatever
 * reorganisations, restarts and parallel workers do. Costs what is new, not what a request has. Quarantined
 * requests are left as they are.
 */
export async function settleRequests(tx: Tx, requestIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(requestIds)].sort();
  for (let i = 0; i < ids.length; i += CHUNK) await settleChunk(tx, ids.slice(i, i + CHUNK));
}

async function settleChunk(tx: Tx, ids: string[]): Promise<void> {
  const locked = await lockRequests(tx, ids);
  const toBank = await followDeposits(tx, locked);
  const settling = locked.map((one) => ({ ...one, event: whatIsTrue(one, toBank.get(one.row.id)) }));
  const paidAt = await recordCovers(tx, idsOf(settling.filter(needsCover)));
  await transitionRequests(
    tx,
    settling.map(({ row, event }) => ({ id: row.id, from: row.status, event, paidAt: paidAt.get(row.id) })),
  );
  // More money for a request that is and stays paid is an excess: shown, not announced again.
  const open = settling.filter(
    ({ row, event, sums }) => sums.settled > 0n && !isStillPaid(row, event) && !isHeldUp(row, event),
  );
  const fresh = await unannouncedTransfers(tx, idsOf(open), MAX_PARTIAL_EVENTS);
  const due = open.map(({ row, sums }) => dueAnnouncements(row, fresh.get(row.id) ?? [], sums, tx.now()));
  await announcePayments(
    tx,
    due.flatMap((one) => one.announcements),
  );
  await markAnnounced(
    tx,
    due.flatMap(({ upTo }) => upTo ?? []),
  );
  await countPartials(tx, changedPartials(settling, due));
}

/** Locked in ID order, so that two workers cannot wait for each other. */
async function lockRequests(tx: Tx, ids: string[]): Promise<LockedRequest[]> {
  const isQuarantined = tx.db
    .select({ one: sql`1` })
    .from(quarantinedRequests)
    .where(sql`${quarantinedRequests.requestId} = ${requests.id}`);
  const rows = await tx.db
    .select()
    .from(requests)
    .where(and(isAnyOf(requests.id, ids), notExists(isQuarantined)))
    .orderBy(asc(requests.id))
    .for("update");
  const sums = await settleSums(tx, idsOf(rows.map((row) => ({ row }))));
  const unpaid = rows.filter(({ id }) => sums.get(id)?.transfers === 0);
  const unpaidIds = idsOf(unpaid.map((row) => ({ row })));
  const [bridging, unread] = [await awaited(tx.db, unpaidIds), await unreadFills(tx.db, unpaidIds)];
  const refunded = await refundedOf(tx.db, idsOf(rows.map((row) => ({ row }))));
  const undecided = rows.filter((row) => isDecidedByDeposit(row, sums.get(row.id)?.settled ?? 0n));
  const withDeposit = await paidByDeposit(tx, idsOf(undecided.map((row) => ({ row }))));
  return rows.map((row) => {
    const own = sums.get(row.id);
    if (!own) throw new Error(`request ${row.id} has no sums`);
    const isUnderway = bridging.has(row.id) || unread.has(row.id);
    const hasDeposit = withDeposit.has(row.id);
    return { row, sums: own, isUnderway, hasDeposit, refunded: refunded.get(row.id) ?? 0n };
  });
}

function idsOf(settling: readonly { row: RequestRow }[]): string[] {
  return settling.map(({ row }) => row.id);
}

/** What its transfers say; of a payment to a bank account also what the provider made of it. */
function whatIsTrue(locked: LockedRequest, toBank: Settles | undefined): RequestEvent {
  const { row, isUnderway } = locked;
  if (isUnderway) return "payment_seen";
  const event = whatTransfersSay(locked);
  if (!row.isCryptoToFiatAllowed) return withRefunds(locked, event);
  if (toBank !== undefined && toBank !== "transfers" && toBank !== "settled") return toBank;
  // Paid means delivered.
  return event === "settled" && toBank !== "settled" ? "payment_seen" : event;
}

/** What its payments say, beside what was sent back of them (`server/payments/refunds/pairs.ts`). */
function withRefunds({ row, sums, refunded }: LockedRequest, event: RequestEvent): RequestEvent {
  const received = isConverted(row) ? sums.converted : sums.settled;
  if (isSentBack({ received, isCovered: event === "settled" }, refunded)) return "sent_back";
  return row.status === "refunded" && event === "cleared" ? "payment_lost" : event;
}

function whatTransfersSay({ row, sums, hasDeposit }: LockedRequest): RequestEvent {
  const { settled, transfers } = sums;
  if (isEnough(row, settled, hasDeposit)) return "settled";
  if (settled > 0n) return "partly_settled";
  return transfers > 0 ? "payment_seen" : "cleared";
}

/** Its bank account does not have it: nothing is announced of what was paid on chain. */
function isHeldUp(row: RequestRow, event: RequestEvent): boolean {
  return row.isCryptoToFiatAllowed && event !== "settled" && event !== "partly_settled";
}

function isStillPaid(row: RequestRow, event: RequestEvent): boolean {
  if (event === "sent_back") return wasPaid(row);
  return row.status === "paid" && event === "settled";
}

/** It is paid now, or the transfer that covered it is not the one any more. */
function needsCover({ row, event, sums }: SettlingRequest): boolean {
  if (event === "sent_back") return !(wasPaid(row) && sums.isCoverKnown);
  return event === "settled" && !(row.status === "paid" && sums.isCoverKnown);
}

/** Of requests with new partial events, and of those that waited and have no reason to any more. */
function changedPartials(
  settling: readonly SettlingRequest[],
  due: readonly DueAnnouncements[],
): DueAnnouncements["partials"][] {
  const counted = new Map(due.map(({ partials }) => [partials.requestId, partials]));
  return settling.flatMap(({ row, sums }) => {
    const { events, settleAt } = counted.get(row.id) ?? { events: 0, settleAt: null };
    const isSame = events === 0 && settleAt?.getTime() === sums.settleAt?.getTime();
    return isSame ? [] : [{ requestId: row.id, events, settleAt }];
  });
}
