import { and, asc, eq, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerPeriods, type PeriodDifference, requests } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { PeriodRow } from "@/server/ledger/closing/read";
import { monthOf } from "@/server/ledger/month";
import { enqueueNotices } from "@/server/notification-outbox/enqueue";
import { auditChain } from "@/server/payments/audit";
import { cursorOf } from "@/server/payments/watching/repair";

/** Blocks that are compared in one pass. */
const BLOCKS_AT_ONCE = 20_000n;

/**
 * Compares the next piece of a period that waits for it with the chain, as an audit does, for the payments of its account alone.
 * Returns how many pieces it took care of: 0 where nothing waits.
 */
export async function comparePeriods(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db
    .select()
    .from(ledgerPeriods)
    .where(eq(ledgerPeriods.state, "comparing"))
    .orderBy(asc(ledgerPeriods.frozenAt))
    .limit(1);
  if (!row) return 0;
  for (const network of await networksOf(ctx, row.platformId)) {
    const blocks = row.blocks[network];
    if (blocks && BigInt(blocks.next) > BigInt(blocks.to)) continue;
    const chain = ctx.chains.find(network);
    if (!chain) {
      const unread = { id: `${network}:not_compared`, network, txHash: null, problem: "not_compared" };
      await keep(ctx, row, network, { next: "1", to: "0" }, [unread]);
      return 1;
    }
    const range = blocks ?? (await blocksOf(ctx, chain, row));
    // The end of the period is not final, or not watched yet.
    if (!range) return 0;
    await compareNext(ctx, chain, row, range);
    return 1;
  }
  await inTransaction(ctx, (tx) => endComparing(tx, row.id));
  return 1;
}

/** The period waits to be closed, of which members are told. */
async function endComparing(tx: Tx, id: string): Promise<void> {
  const [compared] = await tx.db
    .update(ledgerPeriods)
    .set({ state: "compared" })
    .where(and(eq(ledgerPeriods.id, id), eq(ledgerPeriods.state, "comparing")))
    .returning();
  if (!compared) return;
  const { platformId, endsAt, timeZone, frozenAt, differences } = compared;
  const month = monthOf(new Date(endsAt.getTime() - 1), timeZone);
  await enqueueNotices(tx, [
    {
      platformId,
      event: "month.ready",
      facts: { month, differences: String(differences.length) },
      dedupeKey: `${id}:${frozenAt.getTime()}`,
    },
  ]);
}

async function compareNext(
  ctx: Ctx,
  chain: ChainAdapter,
  row: PeriodRow,
  range: { next: string; to: string },
): Promise<void> {
  const network = chain.network.id;
  const [from, last] = [BigInt(range.next), BigInt(range.to)];
  const to = from + BLOCKS_AT_ONCE - 1n < last ? from + BLOCKS_AT_ONCE - 1n : last;
  const report = from > to ? null : await auditChain(ctx, chain, { from, to, platformId: row.platformId });
  const found = (report?.differences ?? []).map(({ txHash, position, problem }) => ({
    id: `${network}:${txHash}:${position}:${problem}`,
    network,
    txHash,
    problem,
  }));
  await keep(ctx, row, network, { next: (to + 1n).toString(), to: range.to }, found);
}

/** Keeps how far it has come, unless another worker was faster. */
async function keep(
  ctx: Ctx,
  row: PeriodRow,
  network: string,
  blocks: { next: string; to: string },
  found: readonly PeriodDifference[],
): Promise<void> {
  await inTransaction(ctx, (tx) =>
    tx.db
      .update(ledgerPeriods)
      .set({
        blocks: { ...row.blocks, [network]: blocks },
        differences: [...row.differences, ...found],
      })
      .where(
        and(
          eq(ledgerPeriods.id, row.id),
          eq(ledgerPeriods.state, "comparing"),
          sql`${ledgerPeriods.blocks} = ${JSON.stringify(row.blocks)}::text::jsonb`,
        ),
      ),
  );
}

/** Networks on which the account has ever asked for money. */
async function networksOf(ctx: Ctx, platformId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ network: requests.network })
    .from(requests)
    .where(
      and(
        sql`${platformKey(requests)} = hashtextextended(${platformId}, 0)`,
        eq(requests.platformId, platformId),
      ),
    )
    .orderBy(asc(requests.network));
  return rows.map(({ network }) => network);
}

/** The watched blocks of a period; null while its end is not final or the watcher has not come so far. */
async function blocksOf(
  ctx: Ctx,
  chain: ChainAdapter,
  { startsAt, endsAt }: PeriodRow,
): Promise<{ next: string; to: string } | null> {
  const cursor = await cursorOf(ctx, chain.network.id);
  // Nothing of a chain that was never watched is in the books.
  if (!cursor) return { next: "1", to: "0" };
  if (cursor.finalizedBlock < cursor.startBlock) return null;
  const [newest] = await chain.blocks([cursor.finalizedBlock]);
  if (!newest || newest.time < endsAt) return null;
  const within = { from: cursor.startBlock, to: cursor.finalizedBlock };
  const next = await firstBlockAt(chain, startsAt, within);
  const after = await firstBlockAt(chain, endsAt, within);
  return { next: next.toString(), to: (after - 1n).toString() };
}

/** The first block of a range that was made at a moment or after it; where there is none, the one after the range. */
async function firstBlockAt(
  chain: ChainAdapter,
  at: Date,
  { from, to }: { from: bigint; to: bigint },
): Promise<bigint> {
  let [low, high] = [from, to + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    const [block] = await chain.blocks([middle]);
    if (block && block.time < at) low = middle + 1n;
    else high = middle;
  }
  return low;
}
