import type { ArrivalWatch, ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Piece, RANGE_BLOCKS, type Reading, readRange } from "@/server/worker/transfers/read-piece";

/** Final blocks that are being read while those before them are committed. */
export interface ReadAhead {
  from: bigint;
  /** Deposit addresses that were looked for, and how many there were: the set grows in place. */
  watch: ArrivalWatch;
  addresses: number;
  /** Null where the chain could not be read: the next pass reads by itself, and says why not. */
  piece: Promise<Piece | null>;
}

/** What a pass reads from block `from` on. */
type Wanted = Reading & { from: bigint };

/**
 * Asks for the next final blocks, without waiting for them. Of blocks that can still be replaced nothing is read ahead: what is
 * recorded of them is read after it is known which chain they belong to.
 */
export function readAhead(
  chain: ChainAdapter,
  { finalized }: ChainHead,
  { from, watch, upTo = finalized, rangeBlocks = RANGE_BLOCKS }: Wanted,
): ReadAhead | null {
  const last = upTo < finalized ? upTo : finalized;
  if (from > last) return null;
  const full = from + rangeBlocks - 1n;
  const to = full < last ? full : last;
  const piece = readRange(chain, { from, to, everyNode: true }, watch).catch(() => null);
  return { from, watch, addresses: watch.addresses.size, piece };
}

/** What was read ahead, once, where it is what a pass wants now. */
export async function takeAhead(
  memory: { ahead: ReadAhead | null },
  { from, watch, upTo }: Wanted,
): Promise<Piece | null> {
  const { ahead } = memory;
  memory.ahead = null;
  if (ahead?.from !== from || ahead.watch !== watch || ahead.addresses !== watch.addresses.size) return null;
  const piece = await ahead.piece;
  return piece && (upTo === undefined || piece.to <= upTo) ? piece : null;
}
