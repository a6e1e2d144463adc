import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerEntries } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { entryOfId } from "@/server/ledger/entries";
import type { LedgerPage, LedgerQuery } from "@/server/ledger/reading/schema";
import { viewsOf } from "@/server/ledger/reading/views";
import { completeUpTo } from "@/server/ledger/reading/visible";
import { epochOf } from "@/server/lib/database/epoch";

type Db = Pick<Reads, "db" | "caller">;

const DEFAULT_LIMIT = 100;

/**
 * The entries of the caller's account after one that it has read, in the order in which they were entered. Throws 404 for an
 * entry that the account does not have: it was read before a backup was restored.
 */
export async function readEntries(ctx: Db, { after, limit }: LedgerQuery): Promise<LedgerPage> {
  const from = after === undefined ? 0n : await sequenceOf(ctx, after);
  const to = await completeUpTo(ctx);
  const { platformId } = ctx.caller;
  const rows = await ctx.db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        sql`${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0)`,
        eq(ledgerEntries.platformId, platformId),
        gt(ledgerEntries.sequence, from),
        lte(ledgerEntries.sequence, to),
      ),
    )
    .orderBy(asc(ledgerEntries.sequence))
    .limit(Number(limit ?? DEFAULT_LIMIT));
  const entries = await viewsOf(ctx, rows);
  return {
    epoch: await epochOf(ctx, "ledger_entries"),
    next: entries.at(-1)?.id ?? after ?? null,
    entries,
  };
}

async function sequenceOf(ctx: Db, id: string): Promise<bigint> {
  const parts = entryOfId(id);
  const [row] = parts
    ? await ctx.db
        .select({ sequence: ledgerEntries.sequence })
        .from(ledgerEntries)
        .where(
          and(
            eq(ledgerEntries.source, parts.source),
            eq(ledgerEntries.part, parts.part),
            eq(ledgerEntries.turn, parts.turn),
            eq(ledgerEntries.platformId, ctx.caller.platformId),
          ),
        )
    : [];
  if (!row) throw new ApiError("not_found", "No such entry: read the ledger from its first one");
  return row.sequence;
}
