import { and, asc, eq, gt, isNull, notExists, sql } from "drizzle-orm";
import { ledgerEntries, ledgerSettings, ledgerUnvalued, ledgerWorths } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entryId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { Worth } from "@/server/ledger/worth/worths";
import { isAnyOf } from "@/server/lib/database/any-of";
import { ratioOf } from "@/server/lib/ratio";

type Db = Pick<Reads, "db">;

/** Sources that are looked at together. */
const AT_ONCE = 5_000;
/** Decimals of an amount in fiat. */
const FIAT_DECIMALS = 8;

/** Which part of the journal has a worth that does not follow from what is stored. */
export interface WorthDifference {
  source: string;
  part: string;
  problem: "worth";
}

/**
 * Calculates every worth anew, in arithmetic of its own, and compares: it is the amount at the price that stands beside it, and what takes
 * an entry back is worth what that is worth. Names entries too that have no worth and are not listed as such. The expected
 * list is empty.
 */
export async function auditWorths(ctx: Db): Promise<WorthDifference[]> {
  const found: WorthDifference[] = [];
  for (let after = ""; ; ) {
    const sources = await ctx.db
      .selectDistinct({ source: ledgerWorths.source })
      .from(ledgerWorths)
      .where(gt(ledgerWorths.source, after))
      .orderBy(asc(ledgerWorths.source))
      .limit(AT_ONCE);
    const last = sources.at(-1);
    if (!last) break;
    found.push(
      ...(await compareSources(
        ctx,
        sources.map(({ source }) => source),
      )),
    );
    after = last.source;
  }
  return [...found, ...(await unlisted(ctx))];
}

async function compareSources(ctx: Db, sources: readonly string[]): Promise<WorthDifference[]> {
  const entries = await ctx.db.select().from(ledgerEntries).where(isAnyOf(ledgerEntries.source, sources));
  const worths = await ctx.db
    .select()
    .from(ledgerWorths)
    .where(isAnyOf(ledgerWorths.source, sources))
    .orderBy(asc(ledgerWorths.version));
  const byId = new Map(entries.map((entry) => [entryId(entry), entry]));
  const last = new Map(worths.map((worth) => [keyOf(worth, worth.currency), worth]));
  const wrong = worths.filter((worth) => {
    const entry = byId.get(entryId(worth));
    if (!entry || entry.platformId !== worth.platformId) return true;
    return entry.reverses === null && worth.amount !== expectedOf(entry, worth);
  });
  const apart = [...last.values()].filter((worth) => {
    const entry = byId.get(entryId(worth));
    if (!entry || entry.reverses === null) return false;
    return worth.amount !== last.get(keyOf({ ...entry, turn: entry.reverses }, worth.currency))?.amount;
  });
  const without = entries.filter((entry) => {
    if (entry.reverses === null) return false;
    const { source, part, reverses } = entry;
    return [...currenciesOf(worths)].some(
      (currency) =>
        last.has(keyOf({ source, part, turn: reverses }, currency)) && !last.has(keyOf(entry, currency)),
    );
  });
  return [...wrong, ...apart, ...without].map(({ source, part }) => ({ source, part, problem: "worth" }));
}

function currenciesOf(worths: readonly Worth[]): Set<string> {
  return new Set(worths.map(({ currency }) => currency));
}

function keyOf(entry: Pick<LedgerEntry, "source" | "part" | "turn">, currency: string): string {
  return `${entryId(entry)} ${currency}`;
}

/** The amount at the price, in 10^-8 of the currency, rounded to the nearest, halves up. */
function expectedOf({ amount, currency }: LedgerEntry, worth: Worth): bigint | null {
  if (worth.price === null) return currency === worth.currency ? amount : null;
  const { n, d } = ratioOf(worth.price);
  const [over, under] = [
    amount * n * 10n ** BigInt(FIAT_DECIMALS),
    d * 10n ** BigInt(ledgerCurrency(currency).decimals),
  ];
  return (2n * over + under) / (2n * under);
}

/** Entries of accounts with a currency that have neither a worth in it nor a place in the list of those without. */
async function unlisted(ctx: Db): Promise<WorthDifference[]> {
  const isSame = (table: typeof ledgerWorths | typeof ledgerUnvalued) =>
    and(
      eq(table.source, ledgerEntries.source),
      eq(table.part, ledgerEntries.part),
      eq(table.turn, ledgerEntries.turn),
    );
  const valued = ctx.db
    .select({ one: sql`1` })
    .from(ledgerWorths)
    .where(and(isSame(ledgerWorths), eq(ledgerWorths.currency, ledgerSettings.currency)));
  const listed = ctx.db.select({ one: sql`1` }).from(ledgerUnvalued).where(isSame(ledgerUnvalued));
  const rows = await ctx.db
    .select({ source: ledgerEntries.source, part: ledgerEntries.part })
    .from(ledgerEntries)
    .innerJoin(ledgerSettings, eq(ledgerSettings.platformId, ledgerEntries.platformId))
    .where(and(isNull(ledgerEntries.reverses), notExists(valued), notExists(listed)));
  return rows.map((row) => ({ ...row, problem: "worth" }));
}
