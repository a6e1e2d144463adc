import type { ChainAdapter, ChainHead, PaymentLog } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { withDepositAddress } from "@/server/payments/deposit-addresses/keep-address";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import { matchPayments } from "@/server/payments/recording/match";
import type { Cursor } from "@/server/payments/watching/cursor";
import {
  givePartBack,
  hasFreePart,
  isCatchingUp,
  movePart,
  type Part,
  PartMoved,
  partOf,
  partOfReference,
  takePart,
} from "@/server/payments/watching/parts";
import { cursorOf } from "@/server/payments/watching/repair";
import { settle } from "@/server/worker/settling/settle";
import { cutPiece, type MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { depthOf } from "@/server/worker/transfers/depth";
import { type Piece, RANGE_BLOCKS, readRange } from "@/server/worker/transfers/read-piece";
import { recordUnderstood } from "@/server/worker/transfers/record-understood";
import { isAttestedWhole } from "@/server/worker/transfers/understand";
import { type UnderstoodPiece, writeInTurn } from "@/server/worker/transfers/write-in-turn";

/** So many final blocks have to be unread before a worker takes a part: less is read sooner than it is divided. */
export const WORTH_SPLITTING = 16n;

/**
 * One pass over a part of a network: records payments of final blocks ahead of the watcher of the network, with the
 * functions of an ordinary pass. It moves no cursor, calls no block final and takes nothing back: all that stays with
 * the watcher, which reads every block itself and leaves out what it finds recorded. So nothing is lost by a part that ends, at
 * any line, and nothing counts twice.
 */
export async function workAhead(ctx: Ctx, chain: ChainAdapter, owner: string): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const [cursor, own] = [await cursorOf(ctx, network), await partOf(ctx.db, network, owner)];
  const giveBack = async (part: Part | null): Promise<"idle"> => {
    if (part) await givePartBack(ctx, network, owner);
    return "idle";
  };
  if (!cursor || !isCatchingUp(cursor)) return giveBack(own);
  if (!own && !(await hasFreePart(ctx.db, network))) return "idle";
  const head = await chain.head();
  const left = head.finalized - firstOf(own, cursor) + 1n;
  if (left < (own ? 1n : WORTH_SPLITTING)) return giveBack(own);
  const part = own ?? (await takePart(ctx, network, owner));
  if (!part) return "idle";
  try {
    const isWhole = await recordPart(ctx, chain, head, part, firstOf(part, cursor));
    return isWhole ? "more" : giveBack(part);
  } catch (error) {
    if (error instanceof PartMoved) return "more";
    throw error;
  }
}

/** Where a part goes on: the watcher may be past what it has recorded itself. */
function firstOf(part: Part | null, cursor: Cursor): bigint {
  return part !== null && part.nextBlock > cursor.nextBlock ? part.nextBlock : cursor.nextBlock;
}

/** Records a range of final blocks; false where some of it has to wait for more providers of nodes. */
async function recordPart(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  part: Part,
  from: bigint,
): Promise<boolean> {
  if (from > head.finalized) return true;
  const last = from + RANGE_BLOCKS - 1n;
  const to = last < head.finalized ? last : head.finalized;
  const piece = await readRange(chain, { from, to, everyNode: true }, NO_ADDRESSES);
  const own = await ofPart(ctx, chain.network.id, part, piece);
  const moved = await writeInTurn<Part | null>(ctx, chain, cutPiece(own), {
    from: part,
    commit: async (at, understood) => at && commitAhead(ctx, chain, head, at, understood),
  });
  return moved !== null;
}

/**
 * Payments of requests of this part, with the fees beside them in their transactions: these are told of in one event. Requests
 * with a deposit address are the watcher's: how transfers to the address are divided depends on all payments before them. So
 * are refunds, what names nothing, and payments that name their request by a transfer of LI.FI.
 */
async function ofPart(
  ctx: Ctx,
  network: NetworkId,
  { part, parts }: Part,
  piece: Piece,
): Promise<MatchedPiece> {
  const isOwn = (log: PaymentLog) => !log.isOfLifi && partOfReference(log.topic1, parts) === part;
  const named = new Set(piece.payments.flatMap((log) => (isOwn(log) ? [log.txHash] : [])));
  // Whole transactions: their receipts are compared with all that was shown of them.
  const payments = piece.payments.filter(({ txHash }) => named.has(txHash));
  const found = await matchPayments(ctx.db, network, payments);
  const ids = found.matches.map(({ request }) => request.id);
  const others = await withDepositAddress(ctx.db, ids);
  const matches = found.matches.filter(({ log, request }) => isOwn(log) && !others.has(request.id));
  const paid = new Set(matches.map(({ log, request }) => `${log.txHash}:${request.id}`));
  const fees = found.fees.filter(({ log, leg }) => paid.has(`${log.txHash}:${leg.requestId}`));
  return { ...piece, payments, matched: { matches, fees, refunds: [], unclaimed: [] } };
}

/** Null, and nothing written, where too few providers of nodes show all of it. */
async function commitAhead(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  part: Part,
  { to, understood }: UnderstoodPiece,
): Promise<Part | null> {
  if (!isAttestedWhole(chain, understood)) return null;
  const network = chain.network.id;
  // What a deposit address has forwarded is no payment: the watcher records it.
  const own = { seen: understood.seen, fees: understood.fees, collections: [] };
  const depth = depthOf(chain, { head: head.latest.number, compared: to });
  return inTransaction(ctx, async (tx) => {
    const moved = await movePart(tx, part, to + 1n);
    const cursor = await cursorOf(tx, network);
    const isNext = cursor !== null && isCatchingUp(cursor) && cursor.nextBlock <= to;
    if (!isNext) throw new PartMoved(`the watcher of ${network} is past these blocks or does not catch up`);
    await settle(tx, await recordUnderstood(ctx, tx, network, own, { depth, to }));
    return moved;
  });
}
