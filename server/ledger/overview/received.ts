import { sql } from "drizzle-orm";
import { z } from "zod";
import { WORTH_ORIGINS } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { daysIn } from "@/server/ledger/month";
import { askedMonths } from "@/server/ledger/overview/asked-months";
import { MAX_MONTHS_OF_DAYS, type MonthsQuery, type Received } from "@/server/ledger/overview/schema";
import { timeZoneOf } from "@/server/ledger/overview/time-zone";
import { readBooksSettings } from "@/server/ledger/worth/settings";
import { formatAmount } from "@/server/lib/amount";
import { compare, ratioOf } from "@/server/lib/ratio";

/** Decimals of an amount in fiat. */
const FIAT_DECIMALS = 8;

const base = z.string().transform((text) => BigInt(text));
const Row = z.object({
  /** Number of the day, from 1. */
  day: z.int(),
  network: z.string(),
  currency: z.string(),
  amount: base,
  /** In 10^-8 of the currency of the books. */
  worth: base.nullable(),
  unvaluedAmount: base,
  unvaluedEntries: z.int(),
  prices: z.array(z.string()),
  origins: z.array(z.enum(WORTH_ORIGINS)),
  sources: z.array(z.array(z.string())),
});
type Row = z.infer<typeof Row>;

/**
 * What payments brought to the wallets, deposit addresses and bank accounts of the caller's account, by day, network and
 * currency: by the day that it counts for, and less what a reorganisation took back. Amounts of different currencies are never
 * added; worth is at the stored price that counts now, and what has no price is counted beside it. Throws 400.
 */
export async function receivedByDay(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  query: MonthsQuery,
): Promise<Received> {
  const timeZone = await timeZoneOf(ctx, query.timeZone);
  const months = askedMonths(query, { timeZone, now: ctx.now() }, { most: MAX_MONTHS_OF_DAYS, usual: 1 });
  const days = months.flatMap(({ month }) => daysIn(month, timeZone));
  const last = months.at(-1);
  if (!last) throw new Error("no month is asked for");
  const { currency } = await readBooksSettings(ctx);
  const bounds = [...days.map(({ startsAt }) => startsAt), last.endsAt];
  const rows = joined(await readRows(ctx, currency, bounds));
  return {
    timeZone,
    from: months[0]?.month ?? last.month,
    to: last.month,
    currency,
    currencies: joined(rows.map((row) => ({ ...row, day: 0 }))).map(ofCurrency),
    days: rows.map((row) => ({
      date: days[row.day - 1]?.date ?? "",
      network: row.network,
      currency: row.currency,
      amount: row.amount.toString(),
      worth: inFiat(row.worth),
    })),
  };
}

async function readRows(
  { db, caller: { platformId } }: Pick<Reads, "db" | "caller">,
  currency: string | null,
  bounds: readonly Date[],
): Promise<Row[]> {
  const moments = bounds.map((at) => at.toISOString());
  const held = sql`('wallet', 'deposit_address', 'bank_transit', 'bank')`;
  // In two steps, and without a limit of its own for the newest worth: several processes of the database share the first, and
  // what is named once each is looked for among few rows.
  const received = sql`
    select width_bucket(e.booked_at, ${`{${moments.join(",")}}`}::timestamptz[]) as day, e.network, e.currency, w.origin,
      jsonb_path_query_array(w.sources, '$[*].name') as names, w.amount is not null as is_valued,
      sum(case when e.reverses is null then e.amount else -e.amount end) as amount,
      sum(case when e.reverses is null then w.amount else -w.amount end) as worth,
      count(*) as entries, min(w.price) as lowest, max(w.price) as highest
    from ledger_entries e
    left join ledger_worths w on (w.source, w.part, w.turn) = (e.source, e.part, e.turn) and w.currency = ${currency ?? ""}
      and not exists (
        select from ledger_worths later
        where (later.source, later.part, later.turn, later.currency) = (w.source, w.part, w.turn, w.currency)
          and later.version > w.version
      )
    where hashtextextended(e.platform_id, 0) = hashtextextended(${platformId}, 0)
      and e.platform_id = ${platformId} and e.origin = 'payment'
      and e.booked_at >= ${moments[0] ?? ""}::timestamptz and e.booked_at < ${moments.at(-1) ?? ""}::timestamptz
      and case when e.reverses is null then e.debit else e.credit end in ${held}
    group by 1, 2, 3, 4, 5, 6`;
  const rows = await db
    .select({
      day: sql`day`,
      network: sql`network`,
      currency: sql`currency`,
      amount: sql`sum(amount)::text as amount`,
      worth: sql`sum(worth)::text as worth`,
      unvaluedAmount: sql`coalesce(sum(amount) filter (where not is_valued), 0)::text as unvalued_amount`,
      unvaluedEntries: sql`coalesce(sum(entries) filter (where not is_valued), 0)::int as unvalued_entries`,
      prices: sql`array_remove(array[min(lowest), max(highest)], null)::text[] as prices`,
      origins: sql`array_remove(array_agg(distinct origin), null) as origins`,
      sources: sql`coalesce(jsonb_agg(distinct names) filter (where names is not null), '[]') as sources`,
    })
    .from(sql`(${received}) as received`)
    .groupBy(sql`1, 2, 3`);
  return z.array(Row).parse(rows);
}

/** One for each day, network and currency, whatever the journal called the currency, in a fixed order. */
function joined(rows: readonly Row[]): Row[] {
  const lines = new Map<string, Row>();
  for (const row of rows) {
    const { id } = ledgerCurrency(row.currency);
    const key = [String(row.day).padStart(3, "0"), row.network, id].join(" ");
    const known = lines.get(key);
    lines.set(key, known ? sumOf(known, row) : { ...row, currency: id });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function sumOf(a: Row, b: Row): Row {
  return {
    ...a,
    amount: a.amount + b.amount,
    worth: a.worth === null && b.worth === null ? null : (a.worth ?? 0n) + (b.worth ?? 0n),
    unvaluedAmount: a.unvaluedAmount + b.unvaluedAmount,
    unvaluedEntries: a.unvaluedEntries + b.unvaluedEntries,
    prices: [...a.prices, ...b.prices],
    origins: [...a.origins, ...b.origins],
    sources: [...a.sources, ...b.sources],
  };
}

function ofCurrency(row: Row): Received["currencies"][number] {
  const prices = [...row.prices].sort((a, b) => compare(ratioOf(a), ratioOf(b)));
  return {
    network: row.network,
    currency: row.currency,
    decimals: ledgerCurrency(row.currency).decimals,
    amount: row.amount.toString(),
    worth: inFiat(row.worth),
    unvaluedAmount: row.unvaluedAmount.toString(),
    unvaluedEntries: row.unvaluedEntries,
    lowestPrice: prices[0] ?? null,
    highestPrice: prices.at(-1) ?? null,
    priceOrigins: WORTH_ORIGINS.filter((origin) => row.origins.includes(origin)),
    priceSources: [...new Set(row.sources.flat())].sort(),
  };
}

function inFiat(worth: bigint | null): string | null {
  return worth === null ? null : formatAmount(worth, FIAT_DECIMALS);
}
