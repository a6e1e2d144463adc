import type { BlockRef, ChainAdapter, PaymentLog, ShownTransaction } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Ctx } from "@/server/context";
import { withDepositors } from "@/server/crosschain/payers";
import { type Collection, withoutCollections } from "@/server/payments/deposit-addresses/collections";
import { proveArrivals } from "@/server/payments/deposit-addresses/prove-arrivals";
import { shareArrivals, type TimedArrival } from "@/server/payments/deposit-addresses/share-arrivals";
import { type FeeTransferMatch, matchPayments } from "@/server/payments/recording/match";
import { type Proof, proveMatched } from "@/server/payments/recording/prove";
import { requireQuorum } from "@/server/payments/recording/require-quorum";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import type { SeenRefund } from "@/server/payments/refunds/record";
import { valueSeen } from "@/server/payments/valuing/value-seen";
import { withPayerEoas } from "@/server/secure-payments/intents/payer-eoa";
import { withSafePayers } from "@/server/secure-payments/safe/native-payer";
import type { MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { blocksOf, type Piece } from "@/server/worker/transfers/read-piece";

/** What a piece of the chain holds for us. */
export interface Understood {
  blocks: BlockRef[];
  seen: SeenTransfer[];
  fees: (FeeTransferMatch & Proof)[];
  refunds: SeenRefund[];
  /** Payments that name no request. */
  unclaimed: PaymentLog[];
  /** What came to deposit addresses, before it is among `seen`. */
  arrived: TimedArrival[];
  collections: Collection[];
}

/**
 * Matches payments to requests, asks the chain about those that match, and finds what they are worth. `alsoAt` are
 * transactions that are recorded in the range.
 */
export async function understand(
  ctx: Ctx,
  chain: ChainAdapter,
  piece: Piece,
  alsoAt: readonly ShownTransaction[] = [],
): Promise<Understood> {
  const matched = await matchPayments(ctx.db, chain.network.id, piece.payments);
  return valueUnderstood(ctx, chain, await askAbout(ctx, chain, { ...piece, matched }, alsoAt));
}

/**
 * Whether as many providers of nodes have shown all of it as are needed: only then is a range compared, in which what is
 * missing is taken back.
 */
export function isAttestedWhole({ quorum }: ChainAdapter, { seen, fees, refunds }: Understood): boolean {
  if (!quorum) return true;
  return [...seen, ...fees, ...refunds].every(({ attestedBy = 0 }) => attestedBy >= quorum.needed);
}

/** Of the refunds those that as many providers of nodes have shown as are needed: one node's word tells nobody of one. */
export function attestedRefunds({ quorum }: ChainAdapter, { refunds }: Understood): SeenRefund[] {
  if (!quorum) return refunds;
  return refunds.filter(({ attestedBy = 0 }) => attestedBy >= quorum.needed);
}

/**
 * Adds how arrivals are divided and what payments are worth. Both depend on all payments before them: these have to be
 * recorded by now.
 */
export async function valueUnderstood(
  ctx: Ctx,
  chain: ChainAdapter,
  understood: Understood,
): Promise<Understood> {
  const network = chain.network.id;
  const { seen, fees } = await shareArrivals(ctx.db, network, understood.arrived);
  return {
    ...understood,
    seen: await valueSeen(ctx, network, [...understood.seen, ...(await requireQuorum(ctx, chain, seen))]),
    fees: [...understood.fees, ...fees],
    arrived: [],
  };
}

/**
 * Asks the chain about payments that match: whether their receipts bear them out, who paid, and whether their blocks
 * are still what they were when the logs were read. Strangers' payments cost nothing more.
 */
export async function askAbout(
  ctx: Ctx,
  chain: ChainAdapter,
  piece: MatchedPiece,
  alsoAt: readonly ShownTransaction[] = [],
): Promise<Understood> {
  const network = chain.network.id;
  const [proven, arrivals] = await Promise.all([
    proveMatched(ctx.db, chain, piece, alsoAt),
    proveArrivals(chain, piece, alsoAt),
  ]);
  const { unclaimed, corrected, refunds } = proven;
  const { fees, collections, ...paying } = await withoutCollections(ctx.db, network, proven);
  const ofSafes = await withSafePayers(ctx, chain, paying.matches);
  const matches = await withDepositors(ctx.db, await withPayerEoas(ctx, chain, ofSafes));
  const named = [...matches, ...fees, ...refunds, ...collections, ...arrivals].map(({ log }) => log);
  const blocks = piece.blocks ?? (await blocksOf(chain, named, piece.to));
  const known = new Map(blocks.map((block) => [block.number, block]));
  for (const { blockNumber, blockHash } of named) {
    if (known.get(blockNumber)?.hash !== blockHash) {
      throw new ChainError(`block ${blockNumber} was replaced while it was read`);
    }
  }
  const timed = <T extends { log: { blockNumber: bigint } }>(one: T): (T & { blockTime: Date })[] => {
    const block = known.get(one.log.blockNumber);
    return block ? [{ ...one, blockTime: block.time }] : [];
  };
  const seen = await requireQuorum(ctx, chain, matches.flatMap(timed));
  if (corrected.length > 0) {
    ctx.log.warn(
      { network, txHashes: corrected.slice(0, 20) },
      "receipts say something else than logs: believed",
    );
  }
  return {
    blocks,
    seen,
    fees,
    refunds: refunds.flatMap(timed),
    unclaimed,
    arrived: arrivals.flatMap(timed),
    collections: collections.flatMap(timed),
  };
}
