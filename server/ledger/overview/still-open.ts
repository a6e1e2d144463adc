import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { chainCursors, ledgerEntries, ledgerUnvalued } from "@/db/schema";
import type { Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import type { StillOpen, StillOpenQuery } from "@/server/ledger/overview/schema";
import { countUnmatched } from "@/server/ledger/reconciliation/unmatched";
import { readBooksSettings } from "@/server/ledger/worth/settings";

/**
 * What a person should know before a period of the caller's books is closed: entries without a price, receipts that no request has, and
 * entries whose block can still be taken back. None of it forbids the close. Throws 400 for a period that ends before it begins.
 */
export async function stillOpen(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  { from, to }: StillOpenQuery,
): Promise<StillOpen> {
  const span = { startsAt: new Date(from), endsAt: new Date(to) };
  if (span.startsAt >= span.endsAt) throw invalidField("to", "to must be later than from");
  const { platformId } = ctx.caller;
  const { currency } = await readBooksSettings(ctx);
  const isUnvalued = and(
    eq(ledgerUnvalued.platformId, platformId),
    gte(ledgerUnvalued.bookedAt, span.startsAt),
    lt(ledgerUnvalued.bookedAt, span.endsAt),
  );
  const [unfinal] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(ledgerEntries)
    .leftJoin(chainCursors, eq(chainCursors.network, ledgerEntries.network))
    .where(
      and(
        sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)`,
        eq(ledgerEntries.platformId, platformId),
        gte(ledgerEntries.bookedAt, span.startsAt),
        lt(ledgerEntries.bookedAt, span.endsAt),
        isNotNull(ledgerEntries.blockNumber),
        sql`${ledgerEntries.blockNumber} > coalesce(${chainCursors.finalizedBlock}, -1)`,
      ),
    );
  return {
    from: span.startsAt.toISOString(),
    to: span.endsAt.toISOString(),
    isOver: span.endsAt <= ctx.now(),
    currency,
    unvalued: currency === null ? 0 : await ctx.db.$count(ledgerUnvalued, isUnvalued),
    unmatched: await countUnmatched(ctx, platformId, span),
    unfinal: unfinal?.count ?? 0,
  };
}
