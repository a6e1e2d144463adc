import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { offramps, requests } from "@/db/schema";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { inParallel } from "@/server/lib/concurrency/in-parallel";
import { AT_ONCE } from "@/server/payers/sync";
import {
  type OfframpProviderId,
  OfframpRefused,
  OfframpUnavailable,
} from "@/server/providers/offramp/provider";
import { nextPollAt, recordMove } from "@/server/requests/offramps/record-move";
import { rateGiven, unitsOf } from "@/server/requests/offramps/worth";
import { settleRequests } from "@/server/requests/settling/settle";

/** After a failed look. */
const AGAIN_MS = 60_000;

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
  const state = await provider.transfer(row.providerTransferId);
  if (state.depositAddress !== null && state.depositAddress.toLowerCase() !== row.depositAddress) {
    ctx.log.error({ offramp: id }, "a provider changed the deposit address of a request");
  }
  await inTransaction(ctx, async (tx) => {
    const [request] = await tx.db.select().from(requests).where(eq(requests.id, row.requestId)).for("update");
    if (!request) return;
    const token = tokenById(request.paymentCurrency);
    if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
    const { sourceAmount, destinationAmount, fees } = state;
    const amount = sourceAmount === null ? row.amount : unitsOf(sourceAmount, token.decimals);
    const given = destinationAmount && rateGiven(destinationAmount, { amount, fees }, token, row.rate);
    await tx.db
      .update(offramps)
      .set({
        destinationAmount: destinationAmount ?? row.destinationAmount,
        rate: given ?? row.rate,
        fees,
        nextPollAt: nextPollAt(tx.now(), row),
      })
      .where(eq(offramps.id, id));
    if (row.replacedAt === null && (await recordMove(tx, request, state.status, state.raw))) {
      await settleRequests(tx, [request.id]);
      await settled(tx, [request.id]);
    }
  });
}

/** Makes off-ramps due that a notice of the provider is about. */
export async function wakeOfframps(
  tx: Tx,
  provider: OfframpProviderId,
  transferIds: readonly string[],
): Promise<void> {
  await tx.db
    .update(offramps)
    .set({ nextPollAt: tx.now() })
    .where(
      and(
        eq(offramps.provider, provider),
        inArray(offramps.providerTransferId, [...transferIds]),
        isNull(offramps.replacedAt),
      ),
    );
}
