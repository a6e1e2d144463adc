import { and, asc, eq, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerPeriods, type PeriodDifference, requests } from "@/db/schema";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { PeriodRow } from "@/server/ledger/closing/read";
import { monthOf } from "@/server/ledger/month";
import { enqueueNotices } from "@/server/notification-outbox/enqueue";
import { auditChain } from "@/server/payments/audit";
import { cursorOf } from "@/server/payments/watching/repair";

/** Blocks that are compared in one pass. */
const BLOCKS_AT_ONCE = 20_000n;

/** Periods of one look, the oldest first. */
const MOST_WAITING = 200;

/**
 * Compares the next piece of a period that waits for it with the chain, as an audit does, for the payments of its account alone.
 * A network that is not final so far, or whose nodes do not answer, holds up neither the others nor other periods. Returns how
 * many pieces it took care of: 0 where nothing can be done now.
 */
export async function comparePeriods(ctx: Ctx): Promise<number> {
  const waiting = await ctx.db
    .select()
    .from(ledgerPeriods)
    .where(eq(ledgerPeriods.state, "comparing"))
    .orderBy(asc(ledgerPeriods.frozenAt))
    .limit(MOST_WAITING);
  const ends = new WatchedEnds(ctx);
  for (const row of waiting) if (await compareOne(ctx, row, ends)) return 1;
  return 0;
}

/** Whether something could be done for a period. */
async function compareOne(ctx: Ctx, row: PeriodRow, ends: WatchedEnds): Promise<boolean> {
  let isWhole = true;
  for (const network of await networksOf(ctx, row.platformId)) {
    const blocks = row.blocks[network];
    if (blocks && BigInt(blocks.next) > BigInt(blocks.to)) continue;
    const chain = ctx.chains.find(network);
    if (!chain) {
      const unread = { id: `${network}:not_compared`, network, txHash: null, problem: "not_compared" };
      await keep(ctx, row, network, { next: "1", to: "0" }, [unread]);
      return true;
    }
    isWhole = false;
    try {
      const range = blocks ?? (await blocksOf(chain, row, await ends.of(chain)));
      // The end of the period is not final, or not watched yet.
      if (!range) continue;
      await compareNext(ctx, chain, row, range);
      return true;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      ctx.log.warn({ err: error, network, period: row.id }, "a period waits for nodes");
    }
  }
  if (isWhole) await inTransaction(ctx, (tx) => endComparing(tx, row.id));
  return isWhole;
}

/** Up to where each network was watched, looked up once in a pass. */
class WatchedEnds {
  readonly #ctx: Ctx;
  readonly #known = new Map<string, Promise<Watched | null>>();

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** The watched and final blocks of a network; null for one that was never watched. Throws `ChainError`. */
  of(chain: ChainAdapter): Promise<Watched | null> {
    const { id } = chain.network;
    const known = this.#known.get(id) ?? this.#read(chain);
    this.#known.set(id, known);
    return known;
  }

  async #read(chain: ChainAdapter): Promise<Watched | null> {
    const cursor = await cursorOf(this.#ctx, chain.network.id);
    if (!cursor) return null;
    const { startBlock: from, finalizedBlock: to } = cursor;
    const [newest] = to < from ? [] : await chain.blocks([to]);
    return { from, to, until: newest?.time ?? null };
  }
}

interface Watched {
  from: bigint;
  to: bigint;
  /** Time of the newest of them; null where none is final yet. */
  until: Date | null;
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
  chain: ChainAdapter,
  { startsAt, endsAt }: PeriodRow,
  watched: Watched | null,
): Promise<{ next: string; to: string } | null> {
  // Nothing of a chain that was never watched is in the books.
  if (!watched) return { next: "1", to: "0" };
  if (!watched.until || watched.until < endsAt) return null;
  const next = await firstBlockAt(chain, startsAt, watched);
  const after = await firstBlockAt(chain, endsAt, watched);
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
