import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerEntries, ledgerWorths } from "@/db/schema";
import type { Reads } from "@/server/context";
import { entryId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { Span } from "@/server/ledger/month";
import { isAnyOf } from "@/server/lib/database/any-of";

export type Worth = typeof ledgerWorths.$inferSelect;

/** Whose worths, and in which currency. */
interface Books {
  platformId: string;
  currency: string;
}

/** Worths in memory at a time. */
const AT_ONCE = 5_000;

/**
 * What entries are worth as far as it counts for the time before a moment, by their IDs: of each the last version until then.
 * What became known later is in a later month. Without a moment it is what counts now.
 */
export async function worthsOf(
  ctx: Pick<Reads, "db">,
  { platformId, currency }: Books,
  { entries, before }: { entries: readonly LedgerEntry[]; before?: Date },
): Promise<Map<string, Worth>> {
  const sources = [...new Set(entries.map(({ source }) => source))];
  const rows = await ctx.db
    .select()
    .from(ledgerWorths)
    .where(
      and(
        isAnyOf(ledgerWorths.source, sources),
        eq(ledgerWorths.platformId, platformId),
        eq(ledgerWorths.currency, currency),
        before && lt(ledgerWorths.bookedAt, before),
      ),
    )
    .orderBy(asc(ledgerWorths.version));
  return new Map(rows.map((row) => [entryId(row), row]));
}

/** A worth that counts for a later month than its entry. */
export interface LateWorth {
  entry: LedgerEntry;
  worth: Worth;
  /** By how much it differs from what counted for the months before, in 10^-8 of the currency. Negative where it is less. */
  change: bigint;
}

/** The worths that count for a period and are about entries of the periods before it, in pages, in an order that stays. */
export async function* lateWorthsOf(
  ctx: Pick<Reads, "db">,
  { platformId, currency }: Books,
  { startsAt, endsAt }: Span,
): AsyncGenerator<LateWorth[]> {
  let after: SQL | undefined;
  for (;;) {
    const page = await ctx.db
      .select({ entry: ledgerEntries, worth: ledgerWorths })
      .from(ledgerWorths)
      .innerJoin(
        ledgerEntries,
        and(
          eq(ledgerEntries.source, ledgerWorths.source),
          eq(ledgerEntries.part, ledgerWorths.part),
          eq(ledgerEntries.turn, ledgerWorths.turn),
        ),
      )
      .where(
        and(
          sql`${platformKey(ledgerWorths)} = hashtextextended(${platformId}, 0)`,
          eq(ledgerWorths.platformId, platformId),
          eq(ledgerWorths.currency, currency),
          gte(ledgerWorths.bookedAt, startsAt),
          lt(ledgerWorths.bookedAt, endsAt),
          lt(ledgerEntries.bookedAt, startsAt),
          after,
        ),
      )
      .orderBy(
        asc(ledgerWorths.bookedAt),
        asc(ledgerWorths.source),
        asc(ledgerWorths.part),
        asc(ledgerWorths.turn),
        asc(ledgerWorths.version),
      )
      .limit(AT_ONCE);
    if (page.length === 0) return;
    yield await withChanges(ctx, page);
    const last = page.at(-1)?.worth;
    if (!last || page.length < AT_ONCE) return;
    after = sql`(${ledgerWorths.bookedAt}, ${ledgerWorths.source}, ${ledgerWorths.part}, ${ledgerWorths.turn}, ${ledgerWorths.version})
      > (${last.bookedAt.toISOString()}::timestamptz, ${last.source}, ${last.part}, ${last.turn}::smallint, ${last.version}::smallint)`;
  }
}

/** Each with its difference from the version before it. */
async function withChanges(
  ctx: Pick<Reads, "db">,
  page: readonly { entry: LedgerEntry; worth: Worth }[],
): Promise<LateWorth[]> {
  const sources = [...new Set(page.map(({ worth }) => worth.source))];
  const rows = await ctx.db.select().from(ledgerWorths).where(isAnyOf(ledgerWorths.source, sources));
  const amounts = new Map(rows.map((row) => [versionOf(row, row.version), row.amount]));
  return page.map(({ entry, worth }) => ({
    entry,
    worth,
    change: worth.amount - (amounts.get(versionOf(worth, worth.version - 1)) ?? 0n),
  }));
}

function versionOf(worth: Worth, version: number): string {
  return `${entryId(worth)} ${worth.currency} ${version}`;
}
