import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { type DatevSettings, ledgerEntries, ledgerUnvalued } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { LedgerAccount } from "@/server/ledger/accounts";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entryId } from "@/server/ledger/entries";
import { accountNameProblem } from "@/server/ledger/exports/names/account-names";
import type { Span } from "@/server/ledger/month";
import type { BooksSettings } from "@/server/ledger/worth/schema";

/** Named in an error at most. */
const NAMED = 20;

type Db = Pick<Reads, "db" | "caller">;

/** What DATEV is told about the account. Throws 409 where books are not in EUR, or it was not said. */
export function requireDatev({ currency, datev }: BooksSettings): DatevSettings {
  if (currency !== "EUR")
    throw new ApiError("conflict", "DATEV takes books in EUR: name it as the currency of the books");
  if (datev === null) {
    throw new ApiError("conflict", "Say the numbers of consultant and client that DATEV knows you by first");
  }
  return datev;
}

/** Throws 409 with the entries of a period that have no worth: nothing is guessed, and nothing is left out. */
export async function requireWorths(ctx: Db, span: Span): Promise<void> {
  const rows = await ctx.db
    .select({ source: ledgerEntries.source, part: ledgerEntries.part, turn: ledgerEntries.turn })
    .from(ledgerUnvalued)
    .innerJoin(
      ledgerEntries,
      and(
        eq(ledgerEntries.source, ledgerUnvalued.source),
        eq(ledgerEntries.part, ledgerUnvalued.part),
        // What takes it back has no worth either.
        or(eq(ledgerEntries.turn, ledgerUnvalued.turn), eq(ledgerEntries.reverses, ledgerUnvalued.turn)),
      ),
    )
    .where(and(eq(ledgerUnvalued.platformId, ctx.caller.platformId), ...isIn(span)))
    .orderBy(ledgerEntries.bookedAt, ledgerEntries.source, ledgerEntries.part, ledgerEntries.turn)
    .limit(NAMED + 1);
  if (rows.length === 0) return;
  const named = rows.slice(0, NAMED).map(entryId);
  const more = rows.length > NAMED ? " and more" : "";
  throw new ApiError(
    "conflict",
    `These entries have no worth, so value them first: ${named.join(", ")}${more}`,
  );
}

/** Throws 409 with the accounts of a period that have no number of as many digits as DATEV expects. */
export async function requireNumbers(
  ctx: Db,
  span: Span,
  {
    accountDigits,
    nameOf,
  }: { accountDigits: number; nameOf: (account: LedgerAccount, currencyId: string) => string },
): Promise<void> {
  const isOwn = sql`${platformKey(ledgerEntries)} = hashtextextended(${ctx.caller.platformId}, 0)`;
  const rows = await ctx.db
    .selectDistinct({
      debit: ledgerEntries.debit,
      credit: ledgerEntries.credit,
      currency: ledgerEntries.currency,
    })
    .from(ledgerEntries)
    .where(
      and(
        isOwn,
        eq(ledgerEntries.platformId, ctx.caller.platformId),
        or(
          and(...isIn(span)),
          // A worth that became known later is booked on the accounts of its entry.
          sql`(${ledgerEntries.source}, ${ledgerEntries.part}, ${ledgerEntries.turn}) in (
            select w.source, w.part, w.turn from ledger_worths w
            where hashtextextended(w.platform_id, 0) = hashtextextended(${ctx.caller.platformId}, 0)
              and w.booked_at >= ${span.startsAt.toISOString()}::timestamptz and w.booked_at < ${span.endsAt.toISOString()}::timestamptz)`,
        ),
      ),
    );
  const without = new Set<string>();
  for (const { debit, credit, currency } of rows) {
    const { id } = ledgerCurrency(currency);
    for (const account of [debit, credit]) {
      const problem = accountNameProblem("datev", nameOf(account, id), accountDigits);
      if (problem !== null) without.add(`${account}/${id}`);
    }
  }
  if (without.size === 0) return;
  const named = [...without].sort().slice(0, NAMED).join(", ");
  throw new ApiError(
    "conflict",
    `DATEV calls accounts by numbers of ${accountDigits} or ${accountDigits + 1} digits: store them for ${named}`,
  );
}

function isIn({ startsAt, endsAt }: Span): SQL[] {
  return [gte(ledgerEntries.bookedAt, startsAt), lt(ledgerEntries.bookedAt, endsAt)];
}
