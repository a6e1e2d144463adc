import { eq } from "drizzle-orm";
import { offrampMoves, offramps, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { beginSums } from "@/server/payments/counting/sums";
import { announceAgain } from "@/server/payments/counting/unannounced";
import type { RequestRow } from "@/server/requests/draft";
import { depositText, type OfframpRow, stateOf } from "@/server/requests/offramps/current";
import {
  type AnnouncedName,
  hasMoney,
  isOver,
  type PairState,
  pairOf,
} from "@/server/requests/offramps/pairs";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";

/** News are asked for this often while money is on its way, and when something may still become of it. */
const POLL_MS = { moving: 10_000, waiting: 30_000, sent: 6 * 3_600_000 };
/** A bank account that took the money this long ago keeps it, and nobody pays to an address that was closed so long ago. */
const MAY_CHANGE_MS = 30 * 24 * 3_600_000;

/** News of one off-ramp: where it stands, in the provider's own words too. */
export interface News {
  state: PairState;
  raw: Record<string, string>;
}

/**
 * Moves one off-ramp, by its ID, and announces the move in the same commit; the caller has locked its request. One that was
 * replaced moves for itself alone. Money that came back after it was announced as delivered begins a new round, in which
 * delivery is announced anew. Returns false where the news are old. The request's status is for the caller to settle.
 */
export async function recordMove(
  tx: Tx,
  request: RequestRow,
  offrampId: string,
  { state, raw }: News,
): Promise<boolean> {
  const [row] = await tx.db.select().from(offramps).where(eq(offramps.id, offrampId)).for("update");
  if (row?.requestId !== request.id) return false;
  const from = stateOf(row);
  const { movesTo, announces } = pairOf({
    row: from,
    provider: state,
    // What the chain shows decides what follows, not where it goes.
    seen: "nothing",
    isReplaced: row.replacedAt !== null,
  });
  if (movesTo === null) return false;
  // The provider may have come to its end before anything of the payment was seen here.
  await beginSums(tx, request.id);
  const moved = await store(tx, row, movesTo);
  if (row.replacedAt !== null) return true;
  const cameBack = from === "fiat_sent";
  const round = request.settlementRound + (cameBack ? 1 : 0);
  await tx.db
    .update(requests)
    .set({ offrampStatus: moved.status, settlementRound: round })
    .where(eq(requests.id, request.id));
  if (cameBack) await announceAgain(tx, request.id);
  await enqueueEvents(tx, eventsOf(tx, request, { to: movesTo, row: moved, names: announces }, raw));
  return true;
}

/** A reorganisation took away what only the chain had shown: the deposit is awaited again. */
export async function takeBack(tx: Tx, request: RequestRow, row: OfframpRow): Promise<OfframpRow> {
  const back = await store(tx, row, "awaiting_funds");
  await tx.db.update(requests).set({ offrampStatus: back.status }).where(eq(requests.id, request.id));
  return back;
}

async function store(tx: Tx, row: OfframpRow, to: PairState): Promise<OfframpRow> {
  const now = tx.now();
  const moved: OfframpRow = {
    ...row,
    status: to === "closed" ? "failed" : to,
    moves: row.moves + 1,
    depositAt: hasMoney(to) ? (row.depositAt ?? now) : null,
    changedAt: now,
  };
  const { status, moves, depositAt, changedAt } = moved;
  const nextPoll = nextPollAt(now, moved);
  await tx.db
    .update(offramps)
    .set({ status, moves, depositAt, changedAt, nextPollAt: nextPoll })
    .where(eq(offramps.id, row.id));
  await tx.db.insert(offrampMoves).values({ offrampId: row.id, number: moves, status, at: now });
  return { ...moved, nextPollAt: nextPoll };
}

/** When the provider is asked next; never once nothing can become of it any more. */
export function nextPollAt(
  now: Date,
  row: Pick<OfframpRow, "status" | "depositAt" | "createdAt" | "changedAt">,
): Date | null {
  const state = stateOf(row);
  if (isOver(state)) return null;
  if (state === "fiat_sent" || state === "closed") {
    const isForGood = now.getTime() - row.changedAt.getTime() > MAY_CHANGE_MS;
    return isForGood ? null : new Date(now.getTime() + POLL_MS.sent);
  }
  // Nobody pays for weeks: then it is asked about ever less.
  const age = now.getTime() - row.createdAt.getTime();
  const waiting = Math.min(POLL_MS.sent, Math.max(POLL_MS.waiting, age / 20));
  return new Date(now.getTime() + (state === "awaiting_funds" ? waiting : POLL_MS.moving));
}

/**
 * Announces money at a deposit address that the provider had closed before: it is there, and nothing will be made of it
 * here. Once for each off-ramp.
 */
export async function announceLate(tx: Tx, request: RequestRow, row: OfframpRow): Promise<void> {
  const { failed } = wordsOf(tx, request, row);
  const late = failed(
    "failed",
    "It was paid after the provider had closed its deposit address; ask the provider",
  );
  await enqueueEvents(tx, [{ ...late, dedupeKey: `${row.id}:late` }]);
}

function wordsOf(tx: Tx, request: RequestRow, row: OfframpRow) {
  const token = tokenById(request.paymentCurrency);
  if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
  const requestId = request.requestId.slice(2);
  const owner = { platformId: request.platformId, clientIdId: request.clientIdId };
  const identity = {
    requestId,
    requestID: requestId,
    paymentReference: request.paymentReference,
    paymentProcessor: tx.config.wire.tech,
  };
  const key = (name: string) => `${row.id}:${name}:${row.moves}`;
  const amount = formatAmount(row.amount, token.decimals);
  const failed = (subStatus: "failed" | "bounced", failureReason: string): NewEvent => ({
    ...owner,
    name: "payment.failed",
    payload: {
      ...identity,
      subStatus,
      amount,
      paymentCurrency: token.symbol,
      isCryptoToFiat: true,
      failureReason,
    },
    dedupeKey: key("failed"),
  });
  return { token, owner, identity, key, amount, failed };
}

interface Move {
  to: PairState;
  row: OfframpRow;
  names: readonly AnnouncedName[];
}

function eventsOf(
  tx: Tx,
  request: RequestRow,
  { to, row, names }: Move,
  raw: Record<string, string>,
): NewEvent[] {
  const { token, owner, identity, key, amount, failed } = wordsOf(tx, request, row);
  const payloads: Record<AnnouncedName, () => NewEvent> = {
    "payment.processing": () => ({
      ...owner,
      name: "payment.processing",
      payload: { ...identity, offrampId: row.providerTransferId, subStatus: stepOf(to), rawPayload: raw },
      dedupeKey: key("processing"),
    }),
    "payment.failed": () => failed(...failureOf(to)),
    "payment.refunded": () => ({
      ...owner,
      name: "payment.refunded",
      payload: {
        ...identity,
        refundedTo: row.returnAddress,
        refundAmount: depositText(row, token) ?? amount,
        currency: token.symbol,
      },
      dedupeKey: key("refunded"),
    }),
  };
  return names.map((name) => payloads[name]());
}

type Step = Exclude<PairState, "awaiting_funds" | "failed" | "refunded" | "closed">;

/** Moves to other states are announced by other names. */
function stepOf(to: PairState): Step {
  if (to === "awaiting_funds" || to === "failed" || to === "refunded" || to === "closed") {
    throw new Error(`${to} is no step on the way to a bank account`);
  }
  return to;
}

function failureOf(to: PairState): ["failed" | "bounced", string] {
  if (to === "closed") return ["failed", "The provider closed the deposit address before it saw a payment"];
  if (to === "failed") return ["failed", "The provider could not pay to the bank account"];
  if (to === "refunded") {
    return ["bounced", "The bank did not take the money; the provider sent it back to the payer"];
  }
  return ["bounced", "The bank sent the money back after it was delivered"];
}
