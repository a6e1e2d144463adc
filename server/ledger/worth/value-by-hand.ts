import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { ledgerEntries, ledgerSettings } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { ledgerCurrency } from "@/server/ledger/currency";
import { entryOfId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import type { ValueBody, ValuedEntries } from "@/server/ledger/worth/schema";
import { formatAmount } from "@/server/lib/amount";

/** Decimals of an amount in fiat. */
const FIAT_DECIMALS = 8;

const Posted = z.array(z.object({ amount: z.string(), booked: z.string() }));

/**
 * Says what entries are worth, by a price that a person typed, for one currency of entries at a time. One that has a worth gets the
 * next version of it. Throws 400 for entries of several currencies, of the books' own currency, and for those that take others
 * back, which are worth what those are; 404 for an entry that the account does not have; 409 before the currency of the books is named.
 */
export function valueByHand(ctx: Ctx, { entries: ids, price, reason }: ValueBody): Promise<ValuedEntries> {
  return inTransaction(ctx, async (tx) => {
    const { platformId } = tx.caller;
    // One person at a time, so that each version follows from the one before.
    const [settings] = await tx.db
      .select()
      .from(ledgerSettings)
      .where(eq(ledgerSettings.platformId, platformId))
      .for("update");
    if (!settings) throw new ApiError("conflict", "Name the currency of the books first");
    const entries = await ownEntries(tx, [...new Set(ids)]);
    const currencies = new Set(entries.map((entry) => ledgerCurrency(entry.currency).id));
    const [currency] = currencies;
    if (currency === undefined || currencies.size > 1) {
      throw invalidField("entries", "A price is of one currency: name entries of one");
    }
    if (currency === settings.currency) {
      throw invalidField("entries", "These entries are in the currency of the books");
    }
    const posted = [];
    for (const entry of entries) posted.push(await post(tx, entry, { price, reason }));
    await recordAudit(tx, {
      action: "ledger_worth.updated",
      subject: platformId,
      details: { entries: ids, currency, price: `${price} ${settings.currency}`, reason },
    });
    return { entries: posted.map((one, i) => ({ id: ids[i] ?? "", ...one })), currency: settings.currency };
  });
}

async function ownEntries(tx: Tx, ids: readonly string[]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const id of ids) {
    const key = entryOfId(id);
    const [entry] = key
      ? await tx.db
          .select()
          .from(ledgerEntries)
          .where(
            and(
              eq(ledgerEntries.platformId, tx.caller.platformId),
              eq(ledgerEntries.source, key.source),
              eq(ledgerEntries.part, key.part),
              eq(ledgerEntries.turn, key.turn),
            ),
          )
      : [];
    if (!entry) throw new ApiError("not_found", `No entry ${id}`);
    if (entry.reverses !== null) {
      throw invalidField("entries", `${id} takes another entry back and is worth what that one is`);
    }
    entries.push(entry);
  }
  return entries;
}

async function post(tx: Tx, entry: LedgerEntry, { price, reason }: Pick<ValueBody, "price" | "reason">) {
  const { source, part, turn } = entry;
  const { decimals } = ledgerCurrency(entry.currency);
  const by = tx.caller.personId ?? tx.caller.credentialId;
  await tx.db.execute(sql`
    select post_ledger_worths(array(
      select (e.source, e.part, e.turn, s.currency, ledger_worth_amount(e.amount, ${price}::numeric, ${decimals}::smallint), 'by_hand',
        ${price}::numeric, e.occurred_at, null, ${by}::text, ${reason}::text)::ledger_worth
      from ledger_entries e join ledger_settings s on s.platform_id = e.platform_id
      where (e.source, e.part, e.turn) = (${source}, ${part}, ${turn}::smallint)))`);
  const [row] = Posted.parse(
    await tx.db.execute(sql`
      select w.amount::text as amount, to_json(w.booked_at)#>>'{}' as booked
      from ledger_worths w join ledger_settings s on s.platform_id = w.platform_id and s.currency = w.currency
      where (w.source, w.part, w.turn) = (${source}, ${part}, ${turn}::smallint) order by w.version desc limit 1`),
  );
  if (!row) throw new Error("the worth was not stored");
  return {
    worth: formatAmount(BigInt(row.amount), FIAT_DECIMALS),
    bookedAt: new Date(row.booked).toISOString(),
  };
}
