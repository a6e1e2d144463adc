import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { Span } from "@/server/ledger/month";

/** Entries in memory at a time. */
const AT_ONCE = 1_000;

/** The ID of an entry, the same in every export. */
export function entryId({ source, part, turn }: Pick<LedgerEntry, "source" | "part" | "turn">): string {
  return `${source}-${part}-${turn}`;
}

/** The parts of an entry's ID; null for a text that is none. */
export function entryOfId(id: string): Pick<LedgerEntry, "source" | "part" | "turn"> | null {
  const [, source, part, turn] = /^([0-9A-Za-z]+)-([a-z_]+)-([1-9]\d{0,3})$/.exec(id) ?? [];
  return source && part && turn ? { source, part, turn: Number(turn) } : null;
}

/**
 * The entries of an account that count for a period, in pages, in an order that stays: of the time that they count for.
 * Neither memory nor a transaction grows with them.
 */
export async function* entriesOf(
  ctx: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): AsyncGenerator<LedgerEntry[]> {
  let after: SQL | undefined;
  for (;;) {
    const page = await ctx.db
      .select()
      .from(ledgerEntries)
      .where(
        and(
          sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)`,
          eq(ledgerEntries.platformId, platformId),
          gte(ledgerEntries.bookedAt, startsAt),
          lt(ledgerEntries.bookedAt, endsAt),
          after,
        ),
      )
      .orderBy(
        asc(ledgerEntries.bookedAt),
        asc(ledgerEntries.source),
        asc(ledgerEntries.part),
        asc(ledgerEntries.turn),
      )
      .limit(AT_ONCE);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = sql`(${ledgerEntries.bookedAt}, ${ledgerEntries.source}, ${ledgerEntries.part}, ${ledgerEntries.turn})
      > (${last.bookedAt.toISOString()}::timestamptz, ${last.source}, ${last.part}, ${last.turn}::smallint)`;
  }
}
