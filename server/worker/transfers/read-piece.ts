import type { BlockRef, ChainAdapter, ChainHead, PaymentLog } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Cursor } from "@/server/payments/watching/cursor";

/** Within this distance of the head blocks are read one by one, by hash. */
const TIP_BLOCKS = 8n;

/** Blocks of one commit when catching up: bounds what a crash repeats and what a commit holds. */
export const RANGE_BLOCKS = 1_000n;

/** What a pass has read from the chain up to block `to`. */
export interface Piece {
  to: bigint;
  payments: PaymentLog[];
  /** Headers of every block, where they were read one by one and follow each other. */
  blocks?: BlockRef[];
}

/** Reads from the cursor towards the head: a range while far behind, single blocks by hash at the tip. */
export async function readPiece(
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  lastHash: string | null,
): Promise<Piece> {
  const from = cursor.nextBlock;
  const tip = head.latest.number;
  if (tip - from < TIP_BLOCKS) return readTip(chain, from, head.latest, lastHash);
  let to = from + RANGE_BLOCKS - 1n;
  if (to > tip) to = tip;
  // A range that straddles finality would have to be compared twice.
  if (from <= head.finalized && to > head.finalized) to = head.finalized;
  // What is final already is read this once.
  return { to, payments: await chain.logsOfRange(from, to, { everyNode: to <= head.finalized }) };
}

async function readTip(
  chain: ChainAdapter,
  from: bigint,
  tip: BlockRef,
  lastHash: string | null,
): Promise<Piece> {
  const numbers = Array.from({ length: Number(tip.number - from) }, (_, i) => from + BigInt(i));
  const blocks = [...(await chain.blocks(numbers)).map(known), tip];
  let parent = lastHash;
  for (const block of blocks) {
    if (parent && block.parentHash !== parent) {
      throw new ChainError(`block ${block.number} does not follow the one before: the chain is moving`);
    }
    parent = block.hash;
  }
  const logs = await Promise.all(blocks.map((block) => chain.logsOfBlock(block)));
  return { to: tip.number, blocks, payments: logs.flat() };
}

/** Headers of the last block of a range and of all blocks with these payments. */
export async function blocksOf(
  chain: ChainAdapter,
  payments: readonly PaymentLog[],
  to: bigint,
): Promise<BlockRef[]> {
  const numbers = [...new Set([...payments.map((payment) => payment.blockNumber), to])];
  return (await chain.blocks(numbers)).map(known);
}

function known(block: BlockRef | null): BlockRef {
  if (!block) throw new ChainError("node does not have a block below its own head");
  return block;
}
