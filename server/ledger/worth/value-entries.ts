import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import {
  isCounted,
  ledgerEntries,
  ledgerSettings,
  ledgerUnvalued,
  marketPrices,
  transfers,
} from "@/db/schema";
import { isNetworkId, type NetworkId } from "@/server/chains/networks";
import { PRICED_SYMBOLS } from "@/server/chains/priced-symbols";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { isAnyOf } from "@/server/lib/database/any-of";
import { type MarketPrice, storePrices } from "@/server/payments/prices/store-prices";
import { PriceUnavailable, type Rate } from "@/server/prices/price-book";
import { sourcesOf } from "@/server/quotes/source";

/** Prices that one pass asks for: each may take seconds where a source is slow. */
const PRICES_A_PASS = 20;

/** What is of no block is valued with the price of now while it is as young as this. */
const PRICE_OF_NOW_MS = 300_000;

/**
 * How long to wait after each time without a price: soon, because some sources say only what is now, then for a day, because
 * a node may be down. After the last one it is left to people.
 */
const WAITS_MS = [30_000, 60_000, 120_000, 3_600_000, 6 * 3_600_000, 16 * 3_600_000];

/** An entry without a worth, as far as finding a price goes. */
interface Due {
  source: string;
  part: string;
  turn: number;
  tries: number;
  network: string;
  currency: string;
  fiat: string;
  at: Date;
  blockNumber: bigint | null;
  requestId: string;
}

/** What one price is of: entries that share it are asked for once. */
const keyOf = ({ network, currency, fiat, at }: Pick<Due, "network" | "currency" | "fiat" | "at">) =>
  [network, currency, fiat, at.toISOString()].join(" ");

/**
 * Looks for prices of entries that have no worth, at most so many entries. What has a price is valued; of what has none the reason
 * is kept, and the time to look again. Returns of how many entries it took care.
 */
export async function valueEntries(ctx: Ctx, most: number): Promise<number> {
  const rows = await dueEntries(ctx, most);
  if (rows.length === 0) return 0;
  const isStored = await storedKeys(ctx, rows);
  const missing = await withBlocks(
    ctx,
    rows.filter((row) => row.currency !== row.fiat && !isStored.has(keyOf(row))),
  );
  const asked = [...missing].slice(0, PRICES_A_PASS);
  const answers = await Promise.all(
    asked.map(async ([key, row]) => ({ key, answer: await findPrice(ctx, row) })),
  );
  const found = answers.flatMap(({ answer }) => ("price" in answer ? [answer] : []));
  const problems = new Map(
    answers.flatMap(({ key, answer }) => ("problem" in answer ? [[key, answer] as const] : [])),
  );
  const isWaiting = new Set([...missing.keys()].slice(PRICES_A_PASS));
  const done = rows.filter((row) => !isWaiting.has(keyOf(row)));
  await inTransaction(ctx, async (tx) => {
    await storePrices(tx, found);
    const valued = done.filter((row) => !problems.has(keyOf(row)));
    await valueFromStored(tx, valued);
    for (const row of done) {
      const problem = problems.get(keyOf(row));
      if (problem) await keepProblem(tx, row, problem);
    }
  });
  return done.length;
}

async function dueEntries(ctx: Pick<Ctx, "db" | "now">, most: number): Promise<Due[]> {
  const { source, part, turn, tries } = ledgerUnvalued;
  return ctx.db
    .select({
      source,
      part,
      turn,
      tries,
      network: ledgerEntries.network,
      currency: ledgerEntries.currency,
      fiat: ledgerSettings.currency,
      at: ledgerEntries.occurredAt,
      blockNumber: ledgerEntries.blockNumber,
      requestId: ledgerEntries.requestId,
    })
    .from(ledgerUnvalued)
    .innerJoin(ledgerSettings, eq(ledgerSettings.platformId, ledgerUnvalued.platformId))
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.source, source), eq(ledgerEntries.part, part), eq(ledgerEntries.turn, turn)),
    )
    .where(lte(ledgerUnvalued.tryAt, ctx.now()))
    .orderBy(asc(ledgerUnvalued.tryAt))
    .limit(most);
}

async function storedKeys(ctx: Pick<Ctx, "db">, rows: readonly Due[]): Promise<Set<string>> {
  const stored = await ctx.db
    .select()
    .from(marketPrices)
    .where(
      and(
        isAnyOf(marketPrices.currency, [...new Set(rows.map(({ currency }) => currency))]),
        inArray(marketPrices.at, [...new Map(rows.map(({ at }) => [at.getTime(), at])).values()]),
      ),
    );
  return new Set(stored.map(keyOf));
}

/**
 * One entry for each price that is missing, with the block of that moment where there is one: an excess has no block of its own,
 * and the moment of the payment that made it. The price of now must not stand for both.
 */
async function withBlocks(ctx: Pick<Ctx, "db">, rows: readonly Due[]): Promise<Map<string, Due>> {
  const missing = new Map<string, Due>();
  for (const row of rows) {
    const known = missing.get(keyOf(row));
    if (!known || (known.blockNumber === null && row.blockNumber !== null)) missing.set(keyOf(row), row);
  }
  const blockless = [...missing.values()].filter(({ blockNumber }) => blockNumber === null);
  if (blockless.length === 0) return missing;
  const payments = await ctx.db
    .select({
      requestId: transfers.requestId,
      network: transfers.network,
      at: transfers.blockTime,
      blockNumber: transfers.blockNumber,
    })
    .from(transfers)
    .where(
      and(
        isAnyOf(
          transfers.requestId,
          blockless.map(({ requestId }) => requestId),
        ),
        isCounted(transfers),
      ),
    );
  const placeOf = ({ requestId, network, at }: Pick<Due, "requestId" | "network" | "at">) =>
    [requestId, network, at.toISOString()].join(" ");
  const blocks = new Map(payments.map((payment) => [placeOf(payment), payment.blockNumber]));
  for (const row of blockless) {
    missing.set(keyOf(row), { ...row, blockNumber: blocks.get(placeOf(row)) ?? null });
  }
  return missing;
}

type Answer = MarketPrice | { problem: string; isLasting: boolean };

/** The price of a moment by the sources that are configured; else why there is none, and whether there will never be one. */
async function findPrice(
  ctx: Pick<Ctx, "prices" | "now">,
  { network, currency, fiat, at, blockNumber }: Due,
): Promise<Answer> {
  const { symbol, decimals } = ledgerCurrency(currency);
  if (!isNetworkId(network) || !(PRICED_SYMBOLS.has(symbol) || symbol === "USD")) {
    return { problem: `No source has a price of ${symbol}`, isLasting: true };
  }
  try {
    const rate = await rateOf(ctx, { symbol, fiat, network, at, blockNumber });
    if (!rate) return { problem: "It has no block, and its time has passed", isLasting: true };
    const sources = sourcesOf(rate);
    return { network, currency, fiat, at, blockNumber, price: rate.ratio, decimals, sources };
  } catch (error) {
    if (error instanceof PriceUnavailable) return { problem: error.message, isLasting: false };
    throw error;
  }
}

/** Units of the fiat currency for one of the symbol; null for a moment of no block that has passed. */
async function rateOf(
  { prices, now }: Pick<Ctx, "prices" | "now">,
  asked: { symbol: string; fiat: string; network: NetworkId; at: Date; blockNumber: bigint | null },
): Promise<Rate | null> {
  const { symbol, fiat, network, at, blockNumber: block } = asked;
  if (block !== null) return prices.rateAt(symbol, fiat, { network, block, time: at });
  if (Math.abs(now().getTime() - at.getTime()) > PRICE_OF_NOW_MS) return null;
  return prices.rate(symbol, fiat, network);
}

/**
 * Values those entries of a list that have a stored price or are in the currency of the books. Another worker takes care of
 * what is locked.
 */
async function valueFromStored(tx: Tx, rows: readonly Due[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = JSON.stringify(rows.map(({ source, part, turn }) => ({ source, part, turn })));
  await tx.db.execute(sql`
    with due as (
      select u.source, u.part, u.turn, u.platform_id from ledger_unvalued u
      join json_to_recordset(${keys}::text::json) as k(source text, part text, turn smallint)
        on (k.source, k.part, k.turn) = (u.source, u.part, u.turn)
      for update of u skip locked
    )
    select post_ledger_worths(array(
      select (u.source, u.part, u.turn, s.currency,
        case when e.currency = s.currency then e.amount else ledger_worth_amount(e.amount, p.price, p.decimals) end,
        case when e.currency = s.currency then 'same_currency' else 'market_price' end,
        p.price, p.at, p.sources, null, null)::ledger_worth
      from due u
      join ledger_settings s on s.platform_id = u.platform_id
      join ledger_entries e on (e.source, e.part, e.turn) = (u.source, u.part, u.turn)
      left join market_prices p on p.currency = e.currency and p.fiat = s.currency and p.network = e.network
        and p.at = e.occurred_at and e.currency <> s.currency
      where p.price is not null or e.currency = s.currency))`);
}

async function keepProblem(
  tx: Tx,
  { source, part, turn, tries }: Due,
  { problem, isLasting }: { problem: string; isLasting: boolean },
): Promise<void> {
  const wait = isLasting ? undefined : WAITS_MS[tries];
  const tryAt = wait === undefined ? null : new Date(tx.now().getTime() + wait);
  await tx.db
    .update(ledgerUnvalued)
    .set({ problem, tryAt, tries: tries + 1 })
    .where(
      and(eq(ledgerUnvalued.source, source), eq(ledgerUnvalued.part, part), eq(ledgerUnvalued.turn, turn)),
    );
}
