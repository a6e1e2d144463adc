import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction } from "@/server/context";
import { dropCollectionsAbove } from "@/server/payments/deposit-addresses/collections";
import { dropFeeLegsAbove } from "@/server/payments/recording/fee-legs";
import { dropRefundsAbove } from "@/server/payments/refunds/follow";
import {
  type Cursor,
  forgetBlocksAbove,
  type KnownBlock,
  knownBlocks,
  moveCursor,
} from "@/server/payments/watching/cursor";
import { orphanTransfersAbove } from "@/server/payments/watching/finality";
import { stopParts } from "@/server/payments/watching/parts";
import { takeBackAhead } from "@/server/payments/watching/recorded-ahead";
import { reorganiseSafes } from "@/server/secure-payments/safe/track";
import { settle } from "@/server/worker/settling/settle";

/** Blocks compared per round of the walk back. */
const WALK = 32;

export type ChainCheck = "same_chain" | "node_behind" | "rewound" | "halted";

/**
 * Compares the newest block we processed with the node's chain, by hash. After a reorganisation it walks
 * back to the common ancestor, orphans what stood above it and rewinds the cursor, in one commit. When even
 * a final block differs it stops the chain, raises the alarm and rewrites nothing.
 */
export async function reorganise(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  last: KnownBlock | null,
): Promise<ChainCheck> {
  if (!last) return "same_chain";
  if (cursor.haltedReason !== null) return stillHalted(ctx, chain, cursor, last);
  if (head.latest.number === last.number && head.latest.hash === last.hash) return "same_chain";
  if (head.latest.number === last.number + 1n && head.latest.parentHash === last.hash) return "same_chain";
  if (head.latest.number < last.number) return behindOrShorter(ctx, chain, head, cursor);
  const [same] = await chain.blocks([last.number]);
  if (!same) throw new ChainError(`node lacks block ${last.number} below its own head`);
  return same.hash === last.hash ? "same_chain" : rewind(ctx, chain, head, cursor);
}

/** A head below our own is a node that lags, unless its head contradicts what we know at that height. */
async function behindOrShorter(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
): Promise<ChainCheck> {
  const known = await knownBlocks(ctx.db, chain.network.id, cursor.finalizedBlock);
  const below = known.find((block) => block.number <= head.latest.number);
  if (!below) return "node_behind";
  const [theirs] = await chain.blocks([below.number]);
  if (theirs && theirs.hash !== below.hash) return rewind(ctx, chain, head, cursor);
  // Known blocks are sparse after a catch-up; without one at this height the next pass decides.
  return "node_behind";
}

async function rewind(ctx: Ctx, chain: ChainAdapter, head: ChainHead, cursor: Cursor): Promise<ChainCheck> {
  const network = chain.network.id;
  const ancestor = await commonAncestor(ctx, chain, cursor);
  if (ancestor === null) return halt(ctx, chain, cursor);
  ctx.log.warn({ network, ancestor, from: cursor.nextBlock - 1n }, "chain reorganised");
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, { nextBlock: ancestor + 1n, headBlock: head.latest.number });
    const mayBeAhead = await stopParts(tx, network, ancestor + 1n);
    const top = cursor.nextBlock - 1n;
    const newest = head.latest.number > top ? head.latest.number : top;
    const ahead = mayBeAhead ? await takeBackAhead(tx, network, ancestor + 1n, newest) : [];
    const orphaned = await orphanTransfersAbove(tx, network, ancestor, newest);
    await dropFeeLegsAbove(tx, network, ancestor);
    await dropCollectionsAbove(tx, network, ancestor);
    await forgetBlocksAbove(tx, network, ancestor);
    await reorganiseSafes(tx, network, ancestor);
    const sentBack = await dropRefundsAbove(tx, network, ancestor);
    await settle(tx, [...ahead, ...orphaned, ...sentBack]);
  });
  return "rewound";
}

/** Number of the newest known block that the node still has; null when none down to the final one is. */
async function commonAncestor(ctx: Ctx, chain: ChainAdapter, cursor: Cursor): Promise<bigint | null> {
  const known = await knownBlocks(ctx.db, chain.network.id, cursor.finalizedBlock);
  for (let i = 0; i < known.length; i += WALK) {
    const slice = known.slice(i, i + WALK);
    const theirs = await chain.blocks(slice.map((block) => block.number));
    const match = slice.find((block, at) => theirs[at]?.hash === block.hash);
    if (match) return match.number;
  }
  const anchor = known.at(-1);
  // Before anything is final the walk may end at the very start, where nothing was counted yet.
  if (cursor.finalizedBlock < cursor.startBlock) return cursor.startBlock - 1n;
  if (!anchor || anchor.number > cursor.finalizedBlock) throw new ChainError("anchor block is missing");
  return null;
}

async function halt(ctx: Ctx, chain: ChainAdapter, cursor: Cursor): Promise<ChainCheck> {
  const network = chain.network.id;
  const reason = `block ${cursor.finalizedBlock} was final and has changed`;
  ctx.log.fatal(
    { network, finalizedBlock: cursor.finalizedBlock },
    "reorganisation deeper than finality: halted",
  );
  await inTransaction(ctx, (tx) => moveCursor(tx, cursor, { haltedReason: reason }));
  return "halted";
}

/** Goes on only when the node is back on the chain whose final block we know. */
async function stillHalted(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  last: KnownBlock,
): Promise<ChainCheck> {
  const known = await knownBlocks(ctx.db, chain.network.id, cursor.finalizedBlock);
  const anchor = known.find((block) => block.number === cursor.finalizedBlock) ?? last;
  const [theirs] = await chain.blocks([anchor.number]);
  if (theirs?.hash !== anchor.hash) return "halted";
  ctx.log.warn({ network: chain.network.id }, "node is back on the known chain: resuming");
  await inTransaction(ctx, (tx) => moveCursor(tx, cursor, { haltedReason: null }));
  return "rewound";
}
