import { and, asc, eq, gte, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Span } from "@/server/ledger/month";
import { viewsOf } from "@/server/ledger/reading/views";
import { MAX_UNMATCHED, type Reconciliation } from "@/server/ledger/reconciliation/schema";

/** Receipts of a period that no request has at its end: that wait for a decision, or count for nothing. */
export async function unmatchedIn(
  ctx: Pick<Reads, "db" | "caller">,
  platformId: string,
  span: Span,
): Promise<Pick<Reconciliation, "unmatched" | "unmatchedCount">> {
  const where = isUnmatched(ctx, platformId, span);
  const rows = await ctx.db
    .select()
    .from(ledgerEntries)
    .where(where)
    .orderBy(
      asc(ledgerEntries.bookedAt),
      asc(ledgerEntries.source),
      asc(ledgerEntries.part),
      asc(ledgerEntries.turn),
    )
    .limit(MAX_UNMATCHED);
  return {
    unmatched: await viewsOf(ctx, rows),
    unmatchedCount: rows.length < MAX_UNMATCHED ? rows.length : await ctx.db.$count(ledgerEntries, where),
  };
}

/** How many of them there are. */
export function countUnmatched(ctx: Pick<Reads, "db">, platformId: string, span: Span): Promise<number> {
  return ctx.db.$count(ledgerEntries, isUnmatched(ctx, platformId, span));
}

function isUnmatched(
  ctx: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): SQL | undefined {
  const later = alias(ledgerEntries, "later");
  return and(
    sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)`,
    eq(ledgerEntries.platformId, platformId),
    gte(ledgerEntries.bookedAt, startsAt),
    lt(ledgerEntries.bookedAt, endsAt),
    inArray(ledgerEntries.credit, ["held_receipts", "unallocated_receipts"]),
    isNull(ledgerEntries.reverses),
    notExists(
      ctx.db
        .select({ turn: later.turn })
        .from(later)
        .where(
          and(
            eq(later.source, ledgerEntries.source),
            eq(later.part, ledgerEntries.part),
            eq(later.reverses, ledgerEntries.turn),
            lt(later.bookedAt, endsAt),
          ),
        ),
    ),
  );
}
