import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { offramps, requests } from "@/db/schema";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { inParallel } from "@/server/lib/concurrency/in-parallel";
import { AT_ONCE } from "@/server/payers/sync";
import { sumsOf } from "@/server/payments/counting/sums";
import {
  type OfframpProvider,
  type OfframpProviderId,
  OfframpRefused,
  OfframpUnavailable,
  type TransferState,
} from "@/server/providers/offramp/provider";
import type { RequestRow } from "@/server/requests/draft";
import { type OfframpRow, stateOf } from "@/server/requests/offramps/current";
import { hasMoney, type PairState } from "@/server/requests/offramps/pairs";
import { nextPollAt, recordMove } from "@/server/requests/offramps/record-move";
import { feeUnits, rateGiven, unitsOf } from "@/server/requests/offramps/worth";
import { settleRequests } from "@/server/requests/settling/settle";

/** After a failed look. */
const AGAIN_MS = 60_000;
/** Of one look, while others record moves in between. */
const TRIES = 3;

/** About as many blocks as finality takes. */
const FINALIZED_BLOCKS = 64n;

/** What follows in the commit in which a request was settled: its links. */
export type Settled = (tx: Tx, requestIds: readonly string[]) => Promise<void>;

/** Asks providers about off-ramps whose time has come, up to `limit`; returns how many were looked at. */
export async function syncDueOfframps(ctx: Ctx, limit: number, settled: Settled): Promise<number> {
  const due = await ctx.db
    .select({ id: offramps.id })
    .from(offramps)
    .where(lte(offramps.nextPollAt, ctx.now()))
    .orderBy(asc(offramps.nextPollAt))
    .limit(limit);
  await inParallel(due, AT_ONCE, async ({ id }) => {
    try {
      await syncOfframp(ctx, id, settled);
    } catch (error) {
      if (!(error instanceof OfframpUnavailable || error instanceof OfframpRefused)) throw error;
      ctx.log.warn({ err: error, offramp: id }, "a provider gave no answer");
      const later = new Date(ctx.now().getTime() + AGAIN_MS);
      await inTransaction(ctx, (tx) =>
        tx.db.update(offramps).set({ nextPollAt: later }).where(eq(offramps.id, id)),
      );
    }
  });
  return due.length;
}

/** Asks the provider about one off-ramp; its move, its event and the status of request and link are one commit. */
export async function syncOfframp(ctx: Ctx, id: string, settled: Settled): Promise<void> {
  const [row] = await ctx.db.select().from(offramps).where(eq(offramps.id, id));
  const provider = row && ctx.providers.offramp.find(row.provider);
  if (!row || !provider) throw new OfframpUnavailable("not set up");
  await askAbout(ctx, provider, row, settled);
}

/** Our record after the provider was asked, and what it said. */
export interface Looked {
  row: OfframpRow;
  state: TransferState;
  said: PairState;
}

/**
 * Asks the provider about one off-ramp and records what it says. An answer that was on its way while somebody else
 * recorded a move may be older than that move, so it is asked for anew; one about another deposit address is not recorded.
 * Throws what the provider throws.
 */
export async function askAbout(
  ctx: Ctx,
  provider: OfframpProvider,
  asked: OfframpRow,
  settled: Settled,
): Promise<Looked> {
  let row = asked;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const state = await provider.transfer(row.providerTransferId);
    const said: PairState = state.isClosed ? "closed" : state.status;
    if (state.depositAddress !== null && state.depositAddress.toLowerCase() !== row.depositAddress) {
      ctx.log.error({ offramp: row.id }, "a provider changed the deposit address of a request");
      // Money at an address that nobody was given is not this payment.
      if (!hasMoney(stateOf(row))) return { row, state, said };
    }
    const head = hasMoney(said) && row.depositAt === null ? await newestBlock(ctx, row) : null;
    const before = row;
    const { now, isStale } = await inTransaction(ctx, (tx) =>
      take(tx, before, { state, said, head }, settled),
    );
    row = now;
    if (!isStale) return { row, state, said };
  }
  throw new OfframpUnavailable("it moves faster than it can be asked about");
}

async function take(
  tx: Tx,
  asked: OfframpRow,
  { state, said, head }: { state: TransferState; said: PairState; head: bigint | null },
  settled: Settled,
): Promise<{ now: OfframpRow; isStale: boolean }> {
  const [request] = await tx.db.select().from(requests).where(eq(requests.id, asked.requestId)).for("update");
  const [row] = await tx.db.select().from(offramps).where(eq(offramps.id, asked.id)).for("update");
  if (!request || !row) throw new Error(`off-ramp ${asked.id} is gone`);
  if (row.moves !== asked.moves) return { now: row, isStale: true };
  const token = tokenById(request.paymentCurrency);
  if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
  await tx.db
    .update(offramps)
    .set({
      ...termsNow(row, state, token),
      ...(hasMoney(said) ? await depositNow(tx, request, row, state, head) : {}),
      nextPollAt: nextPollAt(tx.now(), row),
    })
    .where(eq(offramps.id, row.id));
  const isMoved = await recordMove(tx, request, row.id, { state: said, raw: state.raw });
  if (isMoved && row.replacedAt === null) {
    await settleRequests(tx, [request.id]);
    await settled(tx, [request.id]);
  }
  const [now] = await tx.db.select().from(offramps).where(eq(offramps.id, row.id));
  return { now: now ?? row, isStale: false };
}

/** What the bank account receives, at which rate, and what the provider keeps. */
function termsNow(row: OfframpRow, { sourceAmount, destinationAmount, fees }: TransferState, token: Token) {
  const amount = sourceAmount === null ? row.amount : unitsOf(sourceAmount, token.decimals);
  const given = destinationAmount && rateGiven(destinationAmount, { amount, fees }, token, row.rate);
  return {
    destinationAmount: destinationAmount ?? row.destinationAmount,
    rate: given ?? row.rate,
    fees,
    feeAmount: feeUnits(fees, token),
  };
}

/** What is known of the money at the deposit address: how much, and where it came from. */
async function depositNow(
  tx: Tx,
  { id }: Pick<RequestRow, "id">,
  row: OfframpRow,
  { sourceAmount, sourceTxHash, sourceFrom }: TransferState,
  head: bigint | null,
) {
  const isFirstNews = row.depositAt === null && (await sumsOf(tx, [id]))(id).counted === 0n;
  return {
    depositAmount: sourceAmount ?? row.depositAmount,
    depositTxHash: sourceTxHash ?? row.depositTxHash,
    depositFrom: sourceFrom ?? row.depositFrom,
    depositBlock: isFirstNews ? head : row.depositBlock,
  };
}

/**
 * The newest block in which a deposit can be that the provider told of: asked for after the answer, and as many blocks later
 * as a payment here takes to be confirmed, because a reorganisation can move it. Null where no node tells.
 */
async function newestBlock(ctx: Ctx, { requestId }: OfframpRow): Promise<bigint | null> {
  const [request] = await ctx.db
    .select({ network: requests.network })
    .from(requests)
    .where(eq(requests.id, requestId));
  const chain = request && ctx.chains.find(request.network);
  if (!chain) return null;
  const depth = chain.confirmations === "finalized" ? FINALIZED_BLOCKS : BigInt(chain.confirmations);
  try {
    return (await chain.head()).latest.number + depth;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    ctx.log.warn({ err: error, network: request.network }, "no node tells the newest block");
    return null;
  }
}

/** Makes off-ramps due that a notice of the provider is about, replaced ones too. */
export async function wakeOfframps(
  tx: Tx,
  provider: OfframpProviderId,
  transferIds: readonly string[],
): Promise<void> {
  await tx.db
    .update(offramps)
    .set({ nextPollAt: tx.now() })
    .where(and(eq(offramps.provider, provider), inArray(offramps.providerTransferId, [...transferIds])));
}
