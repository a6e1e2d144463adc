import { and, asc, eq, sql } from "drizzle-orm";
import { ledgerEntries, ledgerUnvalued, requests } from "@/db/schema";
import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entryId, entryOfId } from "@/server/ledger/entries";
import type { UnvaluedList } from "@/server/ledger/worth/schema";
import { readBooksSettings } from "@/server/ledger/worth/settings";
import { formatAmount } from "@/server/lib/amount";
import type { Done } from "@/server/lib/done";

/** Entries of a page. */
const A_PAGE = 100;

/** The entries of the caller's account that have no worth, the earliest first, a page after one of them. */
export async function listUnvalued(ctx: Pick<Reads, "db" | "caller">, after?: string): Promise<UnvaluedList> {
  const { platformId } = ctx.caller;
  const isOwn = eq(ledgerUnvalued.platformId, platformId);
  const { currency } = await readBooksSettings(ctx);
  const last = after === undefined ? undefined : (entryOfId(after) ?? undefined);
  const rows = await ctx.db
    .select({
      entry: ledgerEntries,
      problem: ledgerUnvalued.problem,
      tryAt: ledgerUnvalued.tryAt,
      requestId: requests.requestId,
    })
    .from(ledgerUnvalued)
    .innerJoin(
      ledgerEntries,
      and(
        eq(ledgerEntries.source, ledgerUnvalued.source),
        eq(ledgerEntries.part, ledgerUnvalued.part),
        eq(ledgerEntries.turn, ledgerUnvalued.turn),
      ),
    )
    .innerJoin(requests, eq(requests.id, ledgerEntries.requestId))
    .where(
      and(
        isOwn,
        last &&
          sql`(${ledgerUnvalued.bookedAt}, ${ledgerUnvalued.source}, ${ledgerUnvalued.part}, ${ledgerUnvalued.turn})
            > (select booked_at, source, part, turn from ledger_entries
              where platform_id = ${platformId} and source = ${last.source} and part = ${last.part} and turn = ${last.turn})`,
      ),
    )
    .orderBy(
      asc(ledgerUnvalued.bookedAt),
      asc(ledgerUnvalued.source),
      asc(ledgerUnvalued.part),
      asc(ledgerUnvalued.turn),
    )
    .limit(A_PAGE + 1);
  const entries = rows.slice(0, A_PAGE).map(({ entry, problem, tryAt, requestId }) => {
    const { id, decimals } = ledgerCurrency(entry.currency);
    return {
      id: entryId(entry),
      occurredAt: entry.occurredAt.toISOString(),
      bookedAt: entry.bookedAt.toISOString(),
      debit: entry.debit,
      credit: entry.credit,
      amount: formatAmount(entry.amount, decimals),
      currency: id,
      network: entry.network,
      txHash: entry.txHash,
      requestId: requestId.slice(2),
      problem,
      triedAgainAt: tryAt?.toISOString() ?? null,
    };
  });
  return {
    currency,
    total: await ctx.db.$count(ledgerUnvalued, isOwn),
    entries,
    next: rows.length > A_PAGE ? (entries.at(-1)?.id ?? null) : null,
  };
}

/** Has the worker look for prices of all entries without one again, as after another source was configured. */
export function retryUnvalued(ctx: Ctx): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .update(ledgerUnvalued)
      .set({ tryAt: tx.now(), tries: 0 })
      .where(eq(ledgerUnvalued.platformId, tx.caller.platformId));
    return { success: true, message: "Prices are looked for again" };
  });
}
