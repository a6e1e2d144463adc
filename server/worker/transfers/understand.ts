import type { BlockRef, ChainAdapter, PaymentLog, ShownTransaction } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Tx } from "@/server/context";
import { withDepositors } from "@/server/crosschain/payers";
import { type FeeTransferMatch, matchPayments } from "@/server/payments/recording/match";
import { type Proof, proveMatched } from "@/server/payments/recording/prove";
import { recordTransfers } from "@/server/payments/recording/record";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import type { Depth } from "@/server/payments/state";
import { valueSeen } from "@/server/payments/valuing/value-seen";
import { recallCorrected } from "@/server/requests/settling/recall-corrected";
import { withPayerEoas } from "@/server/secure-payments/intents/payer-eoa";
import { withSafePayers } from "@/server/secure-payments/safe/native-payer";
import type { MatchedPiece } from "@/server/worker/transfers/cut-piece";
import { blocksOf, type Piece } from "@/server/worker/transfers/read-piece";

/** What a piece of the chain holds for us. */
export interface Understood {
  blocks: BlockRef[];
  seen: SeenTransfer[];
  fees: (FeeTransferMatch & Proof)[];
  /** Payments that name no request. */
  unclaimed: PaymentLog[];
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

/** Adds what payments are worth, which depends on all payments before them: these have to be recorded by now. */
export async function valueUnderstood(
  ctx: Ctx,
  chain: ChainAdapter,
  understood: Understood,
): Promise<Understood> {
  return { ...understood, seen: await valueSeen(ctx, chain.network.id, understood.seen) };
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
  const proven = await proveMatched(ctx.db, chain, piece, alsoAt);
  const { fees, unclaimed, corrected } = proven;
  const ofSafes = await withSafePayers(ctx, chain, proven.matches);
  const matches = await withDepositors(ctx.db, await withPayerEoas(ctx, chain, ofSafes));
  const named = [...matches, ...fees].map(({ log }) => log);
  const blocks = piece.blocks ?? (await blocksOf(chain, named, piece.to));
  const known = new Map(blocks.map((block) => [block.number, block]));
  for (const { blockNumber, blockHash } of named) {
    if (known.get(blockNumber)?.hash !== blockHash) {
      throw new ChainError(`block ${blockNumber} was replaced while it was read`);
    }
  }
  const seen = matches.flatMap((match): SeenTransfer[] => {
    const block = known.get(match.log.blockNumber);
    return block ? [{ ...match, blockTime: block.time }] : [];
  });
  if (corrected.length > 0) {
    ctx.log.warn(
      { network, txHashes: corrected.slice(0, 20) },
      "receipts say something else than logs: believed",
    );
  }
  return { blocks, seen, fees, unclaimed };
}

/** Records what was seen, and takes announcements back that said something else. Returns the requests to settle. */
export async function recordSeen(
  ctx: Ctx,
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
  depth: Depth,
): Promise<string[]> {
  const { requestIds, corrections } = await recordTransfers(tx, network, seen, depth);
  for (const { before, after } of corrections) {
    const { txHash, position } = after;
    const change = { from: before.amount, to: after.amount };
    ctx.log.warn({ network, txHash, position, change }, "a recorded payment was corrected");
  }
  await recallCorrected(tx, corrections);
  return requestIds;
}
