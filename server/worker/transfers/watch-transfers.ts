import type { ArrivalWatch, ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction } from "@/server/context";
import { dropMissingCollections, unshownCollections } from "@/server/payments/deposit-addresses/collections";
import { watchedAddresses } from "@/server/payments/deposit-addresses/watch";
import { dropFeeLegsOfLost } from "@/server/payments/recording/fee-legs";
import { announceRefunds } from "@/server/payments/refunds/announce";
import { followRefunds } from "@/server/payments/refunds/follow";
import { recordedRefunds } from "@/server/payments/refunds/record";
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
import { attestWaiting } from "@/server/worker/transfers/attest-waiting";
import { reachOf } from "@/server/worker/transfers/await-parts";
import { claimLate } from "@/server/worker/transfers/claim-late";
import { commitPiece } from "@/server/worker/transfers/commit-piece";
import { depthOf, patienceOf } from "@/server/worker/transfers/depth";
import { newWatcherMemory, type WatcherMemory } from "@/server/worker/transfers/memory";
import { readAhead, takeAhead } from "@/server/worker/transfers/read-ahead";
import { RANGE_BLOCKS, type Reading, readPiece, readRange } from "@/server/worker/transfers/read-piece";
import { recordUnderstood, reshare } from "@/server/worker/transfers/record-understood";
import { reorganise } from "@/server/worker/transfers/reorganise";
import { isAttestedWhole, understand } from "@/server/worker/transfers/understand";
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
  options: Pick<Reading, "rangeBlocks"> = {},
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const head = await chain.head();
  const cursor =
    (await leaseCursor(ctx, network, owner, memory.passedAt)) ?? (await firstCursor(ctx, chain, head, owner));
  if (!cursor) return "idle";
  try {
    const outcome = await pass(ctx, chain, head, cursor, memory, options);
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
  { rangeBlocks }: Pick<Reading, "rangeBlocks">,
): Promise<"idle" | "more"> {
  const last = await newestKnownBlock(ctx.db, chain.network.id);
  const found = await reorganise(ctx, chain, head, cursor, last);
  if (found !== "same_chain") return found === "rewound" ? "more" : "idle";

  // After the head is known: who paid in one of its blocks was given the address before.
  memory.addresses = await watchedAddresses(ctx, chain.network.id, memory.addresses);
  const reach = await reachOf(ctx, chain, head, cursor, memory);
  const step: Step =
    reach === "wait"
      ? { cursor, outcome: "idle" }
      : await advance(ctx, chain, memory, {
          ...{ head, cursor, last, isSplit: reach.isSplit },
          reading: { watch: memory.addresses, upTo: reach.upTo, rangeBlocks },
        });
  await attestWaiting(ctx, chain, step.cursor, head, memory);
  await claimLate(ctx, chain, step.cursor, head, memory);
  await watchSafes(ctx, chain, step.cursor, head, memory);
  return step.outcome;
}

/** What a step did: the cursor as it stands after it, and whether there is more to do at once. */
interface Step {
  cursor: Cursor;
  outcome: "idle" | "more";
}

/** Where a pass stands. */
interface Stand {
  head: ChainHead;
  cursor: Cursor;
  last: KnownBlock | null;
  reading: Reading;
  /** Parts of the network may have recorded some of what is read. */
  isSplit: boolean;
}

/** Reads on towards the head, or compares what has become final, or finds nothing to do. */
async function advance(
  ctx: Ctx,
  chain: ChainAdapter,
  memory: WatcherMemory,
  { head, cursor, last, reading, isSplit }: Stand,
): Promise<Step> {
  const processed = cursor.nextBlock - 1n;
  const finalized = head.finalized < processed ? head.finalized : processed;
  const toCompare = finalized - cursor.finalizedBlock;
  const { step, overdue } = patienceOf(chain, head.finalized - processed);
  if (head.latest.number >= cursor.nextBlock && toCompare < overdue) {
    const piece =
      (await takeAhead(memory, { from: cursor.nextBlock, ...reading })) ??
      (await readPiece(chain, head, cursor, { lastHash: last?.hash ?? null, ...reading }));
    memory.ahead = readAhead(chain, head, { from: piece.to + 1n, ...reading });
    const moved = await commitPiece(ctx, chain, head, cursor, piece, { isSplit });
    return { cursor: moved, outcome: piece.to < head.latest.number ? "more" : "idle" };
  }
  if (toCompare >= step) {
    return {
      cursor: await finalize(ctx, chain, cursor, { upTo: finalized, watch: reading.watch }),
      outcome: "more",
    };
  }
  return { cursor, outcome: "idle" };
}

/** Compares a range that has become final once more with the node, then calls its transfers final. */
async function finalize(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  { upTo, watch }: { upTo: bigint; watch: ArrivalWatch },
): Promise<Cursor> {
  const network = chain.network.id;
  const from = cursor.finalizedBlock + 1n;
  const to = upTo - from >= RANGE_BLOCKS ? from + RANGE_BLOCKS - 1n : upTo;
  const piece = await readRange(chain, { from, to, everyNode: true }, watch);
  const recorded = [
    ...(await recordedTransactions(ctx.db, network, { from, to })),
    ...(await recordedRefunds(ctx.db, network, { from, to })),
    ...(await unshownCollections(ctx.db, chain, { from, to }, piece.payments)),
  ];
  const understood = await understand(ctx, chain, piece, recorded);
  if (!isAttestedWhole(chain, understood)) {
    throw new ChainError(
      `too few providers agree about blocks ${from} to ${to}: they are not called final yet`,
    );
  }
  return inTransaction(ctx, async (tx) => {
    const moved = await moveCursor(tx, cursor, { finalizedBlock: to });
    await rememberBlocks(
      tx,
      network,
      understood.blocks.filter((block) => block.number === to),
    );
    await forgetBlocksBelow(tx, network, to);
    const depth = depthOf(chain, { head: cursor.nextBlock - 1n, compared: to });
    const missed = await recordUnderstood(ctx, tx, network, understood, { depth, to });
    const gone = await finalizeTransfers(tx, network, { from, to }, understood.seen);
    const reshared = await reshare(ctx, tx, network, gone, to);
    if (gone.length > 0) await dropFeeLegsOfLost(tx, network, { from, to });
    await dropMissingCollections(tx, network, { from, to }, understood.collections);
    const compared = { from, to };
    const sentBack = await followRefunds(tx, network, understood.refunds, { depth, compared });
    const confirmed = await confirmTransfers(tx, network, depth);
    await settle(tx, [...missed, ...gone, ...reshared, ...sentBack.requestIds, ...confirmed]);
    await announceRefunds(tx, sentBack.refundIds);
    await loseTransfers(tx, await dropOrphans(tx, network, to));
    return moved;
  });
}
