import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { crosschainDeposits, lifiTransfers } from "@/db/schema";
import { type Ctx, inTransaction, type Reader } from "@/server/context";
import { type LifiWord, lifiTable } from "@/server/crosschain/lifi/told";
import { waitAfter } from "@/server/crosschain/lifi/when";
import { chainIdOf } from "@/server/crosschain/relay";
import { BridgeFault, type BridgeProvider } from "@/server/providers/crosschain/provider";

/** Transfers asked about in a pass. Anybody may deposit: this, and no more, is what they can make us ask. */
const PER_PASS = 20;
/** After so many questions, about thirteen hours, whatever LI.FI says is old. */
const MOST_ASKS = 400;
/** However long it wants to be left alone: its own window of limits (providers.md §1.1). */
const LONGEST_MS = 2 * 60 * 60_000;

/**
 * Asks LI.FI about transfers that are due, and notes what it says. It is told, and moves nothing (`lifiTable`). Returns how
 * many were asked about; a provider that cannot be asked ends the pass, and those left are due again. A transfer that
 * cannot be asked about keeps no other waiting: it is tried again after hours.
 */
export async function askLifi(ctx: Ctx, provider: BridgeProvider): Promise<number> {
  const { status } = provider;
  if (!status) return 0;
  const due = await dueTransfers(ctx.db, ctx.now());
  let asked = 0;
  for (const [i, row] of due.entries()) {
    const { depositId, asks } = row.lifi;
    try {
      await askOne(ctx, status, row);
      asked += 1;
    } catch (error) {
      if (!(error instanceof BridgeFault)) {
        ctx.log.error({ err: error, depositId }, "a transfer of LI.FI cannot be asked about");
        await postpone(ctx, [depositId], LONGEST_MS);
        continue;
      }
      ctx.log.warn({ err: error, depositId }, "LI.FI did not say what became of a transfer");
      const left = due.slice(i).map(({ lifi }) => lifi.depositId);
      await postpone(ctx, left, Math.min(Math.max(waitAfter(asks + 1), error.retryAfterMs ?? 0), LONGEST_MS));
      return asked;
    }
  }
  return asked;
}

type Due = Awaited<ReturnType<typeof dueTransfers>>[number];

async function askOne(
  ctx: Ctx,
  status: NonNullable<BridgeProvider["status"]>,
  { lifi, deposit }: Due,
): Promise<void> {
  const told = await status({
    txHash: deposit.txHash,
    fromChain: chainIdOf(deposit.sourceNetwork),
    toChain: chainIdOf(deposit.destinationNetwork),
    // It says invalid for a hash that is not of this bridge: ask about any.
    ...(lifi.word === "invalid" ? {} : { bridge: "across" as const }),
  });
  const consequence = lifiTable[deposit.state][told.word];
  const isNew = told.word !== lifi.word || told.substatus !== lifi.substatus;
  if (consequence === "differs" && isNew) {
    const { id: depositId, state, requestId } = deposit;
    ctx.log.warn({ depositId, requestId, state, ...told }, "LI.FI and the chains differ: the chains count");
  }
  const isOver = consequence === "stop" || lifi.asks + 1 >= MOST_ASKS;
  await note(ctx, lifi.depositId, {
    ...told,
    asks: lifi.asks + 1,
    askedAt: ctx.now(),
    nextAskAt: isOver ? null : new Date(ctx.now().getTime() + waitAfter(lifi.asks + 1)),
  });
}

function dueTransfers(db: Reader, now: Date) {
  return db
    .select({ lifi: lifiTransfers, deposit: crosschainDeposits })
    .from(lifiTransfers)
    .innerJoin(crosschainDeposits, eq(crosschainDeposits.id, lifiTransfers.depositId))
    .where(lte(lifiTransfers.nextAskAt, now))
    .orderBy(asc(lifiTransfers.nextAskAt), asc(lifiTransfers.depositId))
    .limit(PER_PASS);
}

async function note(
  ctx: Ctx,
  depositId: string,
  told: Partial<typeof lifiTransfers.$inferInsert> & { asks: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .update(lifiTransfers)
      .set(told)
      // Two workers may ask at once: the first answer is kept.
      .where(and(eq(lifiTransfers.depositId, depositId), eq(lifiTransfers.asks, told.asks - 1)));
  });
}

async function postpone(ctx: Ctx, depositIds: readonly string[], waitMs: number): Promise<void> {
  const nextAskAt = new Date(ctx.now().getTime() + waitMs);
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .update(lifiTransfers)
      .set({ nextAskAt })
      .where(inArray(lifiTransfers.depositId, [...depositIds]));
  });
}

/** What LI.FI says about these deposits (row IDs). */
export async function lifiWords(
  db: Reader,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, LifiWord | null>> {
  if (depositIds.length === 0) return new Map();
  const rows = await db
    .select({ depositId: lifiTransfers.depositId, word: lifiTransfers.word })
    .from(lifiTransfers)
    .where(inArray(lifiTransfers.depositId, [...depositIds]));
  return new Map(rows.map(({ depositId, word }) => [depositId, word]));
}
