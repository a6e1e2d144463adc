import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { recordFeeLegs } from "@/server/payments/recording/fee-legs";
import {
  type Cursor,
  CursorMoved,
  createCursor,
  forgetBlocksBelow,
  type KnownBlock,
  leaseCursor,
  moveCursor,
  newestKnownBlock,
  rememberBlocks,
} from "@/server/payments/watching/cursor";
import {
  confirmTransfers,
  dropOrphans,
  finalizeTransfers,
  recordedTransactions,
} from "@/server/payments/watching/finality";
import { loseTransfers } from "@/server/requests/settling/lose-transfers";
import { settle } from "@/server/worker/settling/settle";
import { claimLate } from "@/server/worker/transfers/claim-late";
import { commitPiece } from "@/server/worker/transfers/commit-piece";
import { depthOf, patienceOf } from "@/server/worker/transfers/depth";
import { newWatcherMemory, type WatcherMemory } from "@/server/worker/transfers/memory";
import { RANGE_BLOCKS, readPiece } from "@/server/worker/transfers/read-piece";
import { reorganise } from "@/server/worker/transfers/reorganise";
import { recordSeen, understand } from "@/server/worker/transfers/understand";
import { watchSafes } from "@/server/worker/transfers/watch-safes";

/**
 * One pass over one chain: look outside, then commit once. Progress and effect are one commit, so a crash at
 * any line is safe; a second worker's commit fails on the cursor. Replaying a range is harmless.
 */
export async function watchTransfers(
  ctx: Ctx,
  chain: ChainAdapter,
  owner: string,
  memory: WatcherMemory = newWatcherMemory(),
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const head = await chain.head();
  const cursor =
    (await leaseCursor(ctx, network, owner, memory.passedAt)) ?? (await firstCursor(ctx, chain, head, owner));
  if (!cursor) return "idle";
  try {
    const outcome = await pass(ctx, chain, head, cursor, memory);
    memory.passedAt = ctx.now();
    return outcome;
  } catch (error) {
    if (error instanceof CursorMoved) return "more";
    throw error;
  }
}

async function firstCursor(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  owner: string,
): Promise<Cursor | null> {
  const network = chain.network.id;
  await inTransaction(ctx, (tx) => createCursor(tx, network, chain.startBlock ?? head.latest.number));
  return leaseCursor(ctx, network, owner);
}

async function pass(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  memory: WatcherMemory,
): Promise<"idle" | "more"> {
  const last = await newestKnownBlock(ctx.db, chain.network.id);
  const found = await reorganise(ctx, chain, head, cursor, last);
  if (found !== "same_chain") return found === "rewound" ? "more" : "idle";

  const step = await advance(ctx, chain, head, cursor, last);
  await claimLate(ctx, chain, step.cursor, head, memory);
  await watchSafes(ctx, chain, step.cursor, head, memory);
  return step.outcome;
}

/** What a step did: the cursor as it stands after it, and whether there is more to do at once. */
interface Step {
  cursor: Cursor;
  outcome: "idle" | "more";
}

/** Reads on towards the head, or compares what has become final, or finds nothing to do. */
async function advance(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  last: KnownBlock | null,
): Promise<Step> {
  const processed = cursor.nextBlock - 1n;
  const finalized = head.finalized < processed ? head.finalized : processed;
  const toCompare = finalized - cursor.finalizedBlock;
  const { step, overdue } = patienceOf(chain);
  if (head.latest.number >= cursor.nextBlock && toCompare < overdue) {
    const piece = await readPiece(chain, head, cursor, last?.hash ?? null);
    const moved = await commitPiece(ctx, chain, head, cursor, piece);
    return { cursor: moved, outcome: piece.to < head.latest.number ? "more" : "idle" };
  }
  if (toCompare >= step) return { cursor: await finalize(ctx, chain, cursor, finalized), outcome: "more" };
  return { cursor, outcome: "idle" };
}

/** Compares a range that has become final once more with the node, then calls its transfers final. */
async function finalize(ctx: Ctx, chain: ChainAdapter, cursor: Cursor, upTo: bigint): Promise<Cursor> {
  const network = chain.network.id;
  const from = cursor.finalizedBlock + 1n;
  const to = upTo - from >= RANGE_BLOCKS ? from + RANGE_BLOCKS - 1n : upTo;
  const payments = await chain.logsOfRange(from, to, { everyNode: true });
  const recorded = await recordedTransactions(ctx.db, network, { from, to });
  const { blocks, seen, fees } = await understand(ctx, chain, { to, payments }, recorded);
  return inTransaction(ctx, async (tx) => {
    const moved = await moveCursor(tx, cursor, { finalizedBlock: to });
    await rememberBlocks(
      tx,
      network,
      blocks.filter((block) => block.number === to),
    );
    await forgetBlocksBelow(tx, network, to);
    const depth = depthOf(chain, { head: cursor.nextBlock - 1n, compared: to });
    const missed = await recordSeen(ctx, tx, network, seen, depth);
    await recordFeeLegs(tx, network, fees);
    const gone = await finalizeTransfers(tx, network, { from, to }, seen);
    const confirmed = await confirmTransfers(tx, network, depth);
    await settle(tx, [...missed, ...gone, ...confirmed]);
    await loseTransfers(tx, await dropOrphans(tx, network, to));
    return moved;
  });
}
