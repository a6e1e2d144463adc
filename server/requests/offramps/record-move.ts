import { and, eq, isNull } from "drizzle-orm";
import { offrampMoves, offramps, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { announceAgain } from "@/server/payments/unannounced";
import type { OfframpStatus } from "@/server/providers/offramp/provider";
import type { RequestRow } from "@/server/requests/draft";
import { isClosedUnpaid, isOver, offrampTable } from "@/server/requests/offramps/state";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";

export type OfframpRow = typeof offramps.$inferSelect;

/** News are asked for this often while money is on its way, and when a bank may still send it back. */
const POLL_MS = { moving: 10_000, waiting: 30_000, sent: 6 * 3_600_000 };
/** A bank account that took the money this long ago keeps it. */
const RETURNED_WITHIN_MS = 30 * 24 * 3_600_000;

/**
 * Moves the off-ramp of a request, which the caller has locked, and announces the move in the same commit. Money that
 * came back after it was announced as delivered begins a new round, in which delivery is announced anew. Returns false
 * where the news are old. The request's status is for the caller to settle.
 */
export async function recordMove(
  tx: Tx,
  request: RequestRow,
  to: OfframpStatus,
  raw: Record<string, string>,
): Promise<boolean> {
  const isCurrent = and(eq(offramps.requestId, request.id), isNull(offramps.replacedAt));
  const [row] = await tx.db.select().from(offramps).where(isCurrent).for("update");
  if (!row || !offrampTable[row.status].includes(to)) return false;
  const now = tx.now();
  const moved = { ...row, status: to, moves: row.moves + 1, changedAt: now };
  await tx.db
    .update(offramps)
    .set({ status: to, moves: moved.moves, changedAt: now, nextPollAt: nextPollAt(now, moved) })
    .where(eq(offramps.id, row.id));
  await tx.db.insert(offrampMoves).values({ offrampId: row.id, number: moved.moves, status: to, at: now });
  const cameBack = row.status === "fiat_sent";
  const round = request.settlementRound + (cameBack ? 1 : 0);
  await tx.db
    .update(requests)
    .set({ offrampStatus: to, settlementRound: round })
    .where(eq(requests.id, request.id));
  if (cameBack) await announceAgain(tx, request.id);
  await enqueueEvents(tx, eventsOf(tx, request, { from: row.status, row: moved }, raw));
  return true;
}

/** When the provider is asked next; never once it is over. */
export function nextPollAt(
  now: Date,
  row: Pick<OfframpRow, "status" | "createdAt" | "changedAt">,
): Date | null {
  if (isOver(row.status)) return null;
  if (row.status === "fiat_sent") {
    const isForGood = now.getTime() - row.changedAt.getTime() > RETURNED_WITHIN_MS;
    return isForGood ? null : new Date(now.getTime() + POLL_MS.sent);
  }
  // Nobody pays for weeks: then it is asked about ever less.
  const age = now.getTime() - row.createdAt.getTime();
  const waiting = Math.min(POLL_MS.sent, Math.max(POLL_MS.waiting, age / 20));
  return new Date(now.getTime() + (row.status === "awaiting_funds" ? waiting : POLL_MS.moving));
}

/**
 * Announces money at a deposit address that the provider had closed before: it is there, and nothing will be made of it
 * here. Once for each off-ramp.
 */
export async function announceLate(tx: Tx, request: RequestRow): Promise<void> {
  const isCurrent = and(eq(offramps.requestId, request.id), isNull(offramps.replacedAt));
  const [row] = await tx.db.select().from(offramps).where(isCurrent);
  if (!row || !isClosedUnpaid(row)) return;
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

function eventsOf(
  tx: Tx,
  request: RequestRow,
  { from, row }: { from: OfframpStatus; row: OfframpRow },
  raw: Record<string, string>,
): NewEvent[] {
  const { token, owner, identity, key, amount, failed } = wordsOf(tx, request, row);
  const { status } = row;
  if (status === "failed") {
    return [
      failed(
        "failed",
        isClosedUnpaid(row)
          ? "The provider closed the deposit address before it saw a payment"
          : "The provider could not pay to the bank account",
      ),
    ];
  }
  if (status === "refunded") {
    return [
      failed("bounced", "The bank did not take the money; the provider sent it back to the payer"),
      {
        ...owner,
        name: "payment.refunded",
        payload: { ...identity, refundedTo: row.returnAddress, refundAmount: amount, currency: token.symbol },
        dedupeKey: key("refunded"),
      },
    ];
  }
  if (status === "awaiting_funds") return [];
  const processing: NewEvent = {
    ...owner,
    name: "payment.processing",
    payload: { ...identity, offrampId: row.providerTransferId, subStatus: status, rawPayload: raw },
    dedupeKey: key("processing"),
  };
  // Whoever was told that it had arrived is told that it has not.
  return from === "fiat_sent"
    ? [processing, failed("bounced", "The bank sent the money back after it was delivered")]
    : [processing];
}
