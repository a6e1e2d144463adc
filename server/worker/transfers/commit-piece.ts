import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { dropMissingCollections } from "@/server/payments/deposit-addresses/collections";
import type { TransferRow } from "@/server/payments/recording/correct";
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
import {
  asShown,
  confirmTransfers,
  dropAbsent,
  dropOrphans,
  finalizeTransfers,
} from "@/server/payments/watching/finality";
import { passParts } from "@/server/payments/watching/parts";
import { matchRest } from "@/server/payments/watching/recorded-ahead";
import { loseTransfers } from "@/server/requests/settling/lose-transfers";
import { settle } from "@/server/worker/settling/settle";
import { cutPiece, type MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { depthOf } from "@/server/worker/transfers/depth";
import type { Piece } from "@/server/worker/transfers/read-piece";
import { recordUnderstood, reshare } from "@/server/worker/transfers/record-understood";
import { attestedRefunds, isAttestedWhole } from "@/server/worker/transfers/understand";
import { type UnderstoodPiece, writeInTurn } from "@/server/worker/transfers/write-in-turn";

/** What may differ from an ordinary piece. */
export interface PieceOptions {
  /** Payments from which on a part ends with their block. */
  partPayments?: number;
  /** Parts of the network may have recorded some of it ahead. */
  isSplit?: boolean;
}

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
  { partPayments, isSplit = false }: PieceOptions = {},
): Promise<Cursor> {
  const network = chain.network.id;
  const range = { from: cursor.nextBlock, to: piece.to };
  const { unshown, ...rest } = isSplit
    ? await matchRest(ctx.db, network, range, piece.payments)
    : { matched: await matchPayments(ctx.db, network, piece.payments), unshown: [] };
  const whole: MatchedPiece = { ...piece, ...rest };
  const isReadAhead = piece.to <= head.finalized && !piece.blocks && unshown.length === 0;
  const pieces = isReadAhead ? cutPiece(whole, partPayments) : [whole];
  return writeInTurn(ctx, chain, pieces, {
    from: cursor,
    alsoAt: asShown(unshown),
    commit: (moved, { to, understood }) => commitPart(ctx, chain, head, moved, { to, understood, unshown }),
  });
}

async function commitPart(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  { to, understood, unshown }: UnderstoodPiece & { unshown: readonly TransferRow[] },
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
    if (to <= head.finalized) await passParts(tx, network, to);
    await rememberBlocks(tx, network, isFinal ? blocks.filter((b) => b.number === to) : blocks);
    if (isFinal) await forgetBlocksBelow(tx, network, to);
    const depth = depthOf(chain, { head: head.latest.number, compared: moved.finalizedBlock });
    const recorded = await recordUnderstood(ctx, tx, network, understood, { depth, to });
    await keepUnclaimed(tx, network, recent);
    // What is gone goes before anything is confirmed, so that it is not confirmed for a moment and announced.
    const range = { from: cursor.nextBlock, to };
    const gone = [
      ...(isFinal ? await finalizeTransfers(tx, network, range, seen) : []),
      ...(await dropAbsent(tx, unshown, seen, to)),
    ];
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
