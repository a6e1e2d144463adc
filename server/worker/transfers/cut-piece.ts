import type { Matched } from "@/server/payments/recording/match";
import type { Piece } from "@/server/worker/transfers/read-piece";

/** A piece of the chain, and the requests that its payments name. */
export interface MatchedPiece extends Piece {
  matched: Matched;
}

/** Payments of ours from which on a part ends with their block. */
const PART_PAYMENTS = 1_000;

/**
 * Cuts a piece between blocks into parts of about so many payments of ours: a commit stays small, and the chain can be
 * asked about the next part while one is being written.
 */
export function cutPiece({ matched, ...piece }: MatchedPiece, size = PART_PAYMENTS): MatchedPiece[] {
  const named = [...matched.matches, ...matched.fees, ...matched.refunds].map(({ log }) => log);
  const ends = endsOfParts([...named, ...piece.arrivals], piece.to, size);
  if (ends.length === 1) return [{ ...piece, matched }];
  const isIn = (i: number) => {
    const [after, to] = [ends[i - 1] ?? -1n, ends[i] ?? piece.to];
    return ({ blockNumber }: { blockNumber: bigint }) => blockNumber > after && blockNumber <= to;
  };
  return ends.map((to, i) => {
    const isOurs = isIn(i);
    return {
      to,
      payments: piece.payments.filter(isOurs),
      arrivals: piece.arrivals.filter(isOurs),
      watch: piece.watch,
      matched: {
        matches: matched.matches.filter(({ log }) => isOurs(log)),
        fees: matched.fees.filter(({ log }) => isOurs(log)),
        refunds: matched.refunds.filter(({ log }) => isOurs(log)),
        unclaimed: matched.unclaimed.filter(isOurs),
      },
    };
  });
}

/** The last block of each part, in order; that of the last part is the piece's own. */
function endsOfParts(ours: readonly { blockNumber: bigint }[], last: bigint, size: number): bigint[] {
  const inBlock = new Map<bigint, number>();
  for (const { blockNumber } of ours) inBlock.set(blockNumber, (inBlock.get(blockNumber) ?? 0) + 1);
  const ends: bigint[] = [];
  let count = 0;
  for (const block of [...inBlock.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    count += inBlock.get(block) ?? 0;
    if (count < size || block >= last) continue;
    ends.push(block);
    count = 0;
  }
  return [...ends, last];
}
