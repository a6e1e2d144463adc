import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { dropMissingCollections } from "@/server/payments/deposit-addresses/collections";
import { dropFeeLegsOfLost } from "@/server/payments/recording/fee-legs";
import { matchPayments } from "@/server/payments/recording/match";
import { keepUnclaimed, UNCLAIMED_MS } from "@/server/payments/recording/unclaimed";
import { announceRefunds } from "@/server/payments/refunds/announce";
import { followRefunds } from "@/server/payments/refunds/follow";
import {
  type Cursor,
  forgetBlocksBelow,
  moveCursor,
  rememberBlocks,
} from "@/server/payments/watching/cursor";
import { confirmTransfers, dropOrphans, finalizeTransfers } from "@/server/payments/watching/finality";
import { loseTransfers } from "@/server/requests/settling/lose-transfers";
import { settle } from "@/server/worker/settling/settle";
import { cutPiece, type MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { depthOf } from "@/server/worker/transfers/depth";
import type { Piece } from "@/server/worker/transfers/read-piece";
import { recordUnderstood, reshare } from "@/server/worker/transfers/record-understood";
import {
  askAbout,
  attestedRefunds,
  isAttestedWhole,
  type Understood,
  valueUnderstood,
} from "@/server/worker/transfers/understand";

/**
 * Commits a piece. Of blocks that are final a large one is cut into parts of a commit each, and the chain is asked about
 * the next part while one is being written. Blocks that can still be replaced are asked about at one time: what is
 * recorded of them belongs to one chain.
 */
export async function commitPiece(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  piece: Piece,
  partPayments?: number,
): Promise<Cursor> {
  const whole: MatchedPiece = {
    ...piece,
    matched: await matchPayments(ctx.db, chain.network.id, piece.payments),
  };
  const isReadAhead = piece.to <= head.finalized && !piece.blocks;
  const [first = whole, ...others] = isReadAhead ? cutPiece(whole, partPayments) : [];
  let moved = cursor;
  let answered = await askAbout(ctx, chain, first);
  for (const [i, { to }] of [first, ...others].entries()) {
    const understood = await valueUnderstood(ctx, chain, answered);
    const following = others[i];
    // Both are waited for, whatever becomes of the other: nothing goes on after the pass.
    const [written, asked] = await Promise.allSettled([
      commitPart(ctx, chain, head, moved, { to, understood }),
      following ? askAbout(ctx, chain, following) : NOTHING,
    ]);
    if (written.status === "rejected") throw written.reason;
    if (asked.status === "rejected") throw asked.reason;
    moved = written.value;
    answered = asked.value;
  }
  return moved;
}

const NOTHING: Understood = {
  blocks: [],
  seen: [],
  fees: [],
  refunds: [],
  unclaimed: [],
  arrived: [],
  collections: [],
};

async function commitPart(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  { to, understood }: { to: bigint; understood: Understood },
): Promise<Cursor> {
  const network = chain.network.id;
  const { blocks, seen, unclaimed } = understood;
  // Only where nothing waits to be compared below: finality must not jump over it.
  const isFinal =
    to <= head.finalized &&
    cursor.finalizedBlock + 1n === cursor.nextBlock &&
    isAttestedWhole(chain, understood);
  const recent = unclaimed.filter((log) => isRecent(chain, head, log.blockNumber));
  return inTransaction(ctx, async (tx) => {
    const moved = await moveCursor(tx, cursor, {
      nextBlock: to + 1n,
      headBlock: head.latest.number,
      ...(isFinal ? { finalizedBlock: to } : {}),
    });
    await rememberBlocks(tx, network, isFinal ? blocks.filter((b) => b.number === to) : blocks);
    if (isFinal) await forgetBlocksBelow(tx, network, to);
    const depth = depthOf(chain, { head: head.latest.number, compared: moved.finalizedBlock });
    const recorded = await recordUnderstood(ctx, tx, network, understood, { depth, to });
    await keepUnclaimed(tx, network, recent);
    // What is gone goes before anything is confirmed, so that it is not confirmed for a moment and announced.
    const range = { from: cursor.nextBlock, to };
    const gone = isFinal ? await finalizeTransfers(tx, network, range, seen) : [];
    const reshared = await reshare(ctx, tx, network, gone, to);
    if (gone.length > 0) await dropFeeLegsOfLost(tx, network, range);
    if (isFinal) await dropMissingCollections(tx, network, range, understood.collections);
    const compared = isFinal ? range : null;
    // One that too few providers show now is found again when its range is compared.
    const refunds = attestedRefunds(chain, understood);
    const sentBack = await followRefunds(tx, network, refunds, { depth, compared });
    const confirmed = await confirmTransfers(tx, network, depth);
    await settle(tx, [...recorded, ...gone, ...reshared, ...sentBack.requestIds, ...confirmed]);
    await announceRefunds(tx, sentBack.refundIds);
    if (isFinal) await loseTransfers(tx, await dropOrphans(tx, network, to));
    return moved;
  });
}

function isRecent(chain: ChainAdapter, head: ChainHead, block: bigint): boolean {
  return Number(head.latest.number - block) * chain.network.blockTimeMs <= UNCLAIMED_MS;
}
