import { eq, sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { ledgerEntries, ledgerPeriods, ledgerSettings, ledgerUnvalued } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { lockLedger } from "@/server/ledger/lock";
import type { BooksSettings, BooksSettingsBody } from "@/server/ledger/worth/schema";

/** The currency that the caller's account values its entries in, and what DATEV knows it by; null before they are said. */
export async function readBooksSettings(ctx: Pick<Reads, "db" | "caller">): Promise<BooksSettings> {
  const [row] = await ctx.db
    .select()
    .from(ledgerSettings)
    .where(eq(ledgerSettings.platformId, ctx.caller.platformId));
  return { currency: row?.currency ?? null, datev: row?.datev ?? null };
}

/**
 * Names the currency of the account's books, and what DATEV knows it by. Its entries of before are valued by the worker. Throws 409
 * for another currency than the one that a month ended in.
 */
export function putBooksSettings(ctx: Ctx, { currency, datev }: BooksSettingsBody): Promise<BooksSettings> {
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    // Whatever is being entered is entered before and valued here, or finds the currency named.
    await lockLedger(tx);
    const before = await readBooksSettings(tx);
    const after = { currency, datev: datev === undefined ? before.datev : datev };
    const isOther = before.currency !== currency;
    if (isOther && before.currency !== null && (await hasEndedMonth(tx, platformId))) {
      throw new ApiError(
        "conflict",
        `A month of the books has ended: their currency stays ${before.currency}`,
      );
    }
    await tx.db
      .insert(ledgerSettings)
      .values({ platformId, ...after })
      .onConflictDoUpdate({ target: ledgerSettings.platformId, set: after });
    if (isOther) await listUnvalued(tx, platformId, currency);
    await recordAudit(tx, {
      action: "ledger_settings.updated",
      subject: platformId,
      before: { ...before },
      after,
    });
    return after;
  });
}

async function hasEndedMonth(tx: Tx, platformId: string): Promise<boolean> {
  return (await tx.db.$count(ledgerPeriods, eq(ledgerPeriods.platformId, platformId))) > 0;
}

/** Lists all entries of an account without a worth in a currency for the worker. */
async function listUnvalued(tx: Tx, platformId: string, currency: string): Promise<void> {
  await tx.db.delete(ledgerUnvalued).where(eq(ledgerUnvalued.platformId, platformId));
  await tx.db.execute(sql`
    insert into ledger_unvalued (source, part, turn, platform_id, booked_at, try_at)
    select source, part, turn, platform_id, booked_at, ${tx.now().toISOString()}::timestamptz
    from ledger_entries
    where ${platformKey(ledgerEntries)} = hashtextextended(${platformId}, 0) and platform_id = ${platformId}
      and reverses is null
      and not exists (select from ledger_worths w where (w.source, w.part, w.turn, w.currency)
        = (ledger_entries.source, ledger_entries.part, ledger_entries.turn, ${currency}))`);
}
