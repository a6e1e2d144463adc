import type {
  ArrivalLog,
  ArrivalWatch,
  BlockRef,
  ChainAdapter,
  ChainHead,
  PaymentLog,
} from "@/server/chains/adapter";
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
  /** Transfers to watched deposit addresses. */
  arrivals: ArrivalLog[];
  watch: ArrivalWatch;
  /** Headers of every block, where they were read one by one and follow each other. */
  blocks?: BlockRef[];
}

/** What a pass reads, and how far. */
export interface Reading {
  watch: ArrivalWatch;
  /** Where parts of the network make the watcher wait. */
  upTo?: bigint | undefined;
  /** Blocks of a range while far behind. */
  rangeBlocks?: bigint | undefined;
}

/**
 * Reads from the cursor towards the head: a range while far behind, which ends with block `upTo` at the latest; single
 * blocks by hash at the tip.
 */
export async function readPiece(
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  { lastHash, watch, upTo, rangeBlocks = RANGE_BLOCKS }: Reading & { lastHash: string | null },
): Promise<Piece> {
  const from = cursor.nextBlock;
  const tip = head.latest.number;
  if (tip - from < TIP_BLOCKS) return readTip(chain, from, head.latest, { lastHash, watch });
  let to = from + rangeBlocks - 1n;
  if (to > tip) to = tip;
  // A range that straddles finality would have to be compared twice.
  if (from <= head.finalized && to > head.finalized) to = head.finalized;
  if (upTo !== undefined && to > upTo) to = upTo;
  // What is final already is read this once.
  return readRange(chain, { from, to, everyNode: to <= head.finalized }, watch);
}

/** Everything of ours in a range that the node has completely; `everyNode` as in `ChainAdapter.logsOfRange`. */
export async function readRange(
  chain: ChainAdapter,
  { from, to, everyNode }: { from: bigint; to: bigint; everyNode: boolean },
  watch: ArrivalWatch,
): Promise<Piece> {
  const [payments, arrivals] = await Promise.all([
    chain.logsOfRange(from, to, { everyNode }),
    watch.addresses.size === 0 ? [] : chain.arrivalsOfRange(from, to, watch, { everyNode }),
  ]);
  return { to, payments, arrivals, watch };
}

async function readTip(
  chain: ChainAdapter,
  from: bigint,
  tip: BlockRef,
  { lastHash, watch }: { lastHash: string | null; watch: ArrivalWatch },
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
  const [payments, arrivals] = await Promise.all([
    Promise.all(blocks.map((block) => chain.logsOfBlock(block))),
    watch.addresses.size === 0 ? [] : Promise.all(blocks.map((block) => chain.arrivalsOfBlock(block, watch))),
  ]);
  return { to: tip.number, blocks, payments: payments.flat(), arrivals: arrivals.flat(), watch };
}

/** Headers of the last block of a range and of all blocks with these payments. */
export async function blocksOf(
  chain: ChainAdapter,
  payments: readonly { blockNumber: bigint }[],
  to: bigint,
): Promise<BlockRef[]> {
  const numbers = [...new Set([...payments.map((payment) => payment.blockNumber), to])];
  return (await chain.blocks(numbers)).map(known);
}

function known(block: BlockRef | null): BlockRef {
  if (!block) throw new ChainError("node does not have a block below its own head");
  return block;
}
