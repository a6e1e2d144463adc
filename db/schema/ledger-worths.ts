import { sql } from "drizzle-orm";
import { check, index, jsonb, numeric, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { baseUnits, moment } from "@/db/columns";
import { platformKey } from "@/db/keys";

/** What DATEV knows an account by. */
export interface DatevSettings {
  /** Numbers of the tax consultant and of their client. */
  consultant: number;
  client: number;
  /** Digits of the numbers of accounts. */
  accountDigits: number;
  /** Month with which the fiscal year begins. */
  fiscalYearMonth: number;
}

/** What an account has said of its books; absent before it names their currency. */
export const ledgerSettings = pgTable("ledger_settings", {
  platformId: text().primaryKey(),
  /** Code of the fiat currency that entries are valued in. */
  currency: text().notNull(),
  datev: jsonb().$type<DatevSettings>(),
});

/** Where a worth is from. */
export const WORTH_ORIGINS = [
  /** The entry is in the currency of the books. */
  "same_currency",
  /** A price in `market_prices`. */
  "market_price",
  /** The entry takes another one back and is worth what that is worth. */
  "reversal",
  /** A person typed the price. */
  "by_hand",
] as const;

/**
 * What entries of the journal are worth in the currency of the books. Nothing of it is ever changed or removed: a corrected worth
 * is the next version, and the highest version counts.
 */
export const ledgerWorths = pgTable(
  "ledger_worths",
  {
    /** The entry that it is about. */
    source: text().notNull(),
    part: text().notNull(),
    turn: smallint().notNull(),
    /** Code of the currency of the books. */
    currency: text().notNull(),
    /** From 1. */
    version: smallint().notNull(),
    platformId: text().notNull(),
    /** In 10^-8 of the currency. */
    amount: baseUnits().notNull(),
    origin: text({ enum: WORTH_ORIGINS }).notNull(),
    /** Units of the currency for one unit of the currency of the entry; null where both are the same. */
    price: numeric(),
    /** The moment of the price, and what each source said (`RateSource`). */
    priceAt: moment(),
    sources: jsonb().$type<unknown>(),
    /** Of a price that was typed: who did, and why. */
    valuedBy: text(),
    reason: text(),
    /** The time that it counts for in the books: that of its entry, or after the months that had ended before it was known. */
    bookedAt: moment().notNull(),
    /** By the clock of the database. */
    recordedAt: moment().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.part, t.turn, t.currency, t.version] }),
    index("ledger_worths_booked").on(platformKey(t), t.bookedAt, t.source, t.part, t.turn),
    check("ledger_worths_amount", sql`${t.amount} >= 0`),
    check(
      "ledger_worths_by_hand",
      sql`${t.origin} <> 'by_hand' or (${t.valuedBy} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/** Entries whose worth is not known, and when the worker looks for a price of them again. */
export const ledgerUnvalued = pgTable(
  "ledger_unvalued",
  {
    source: text().notNull(),
    part: text().notNull(),
    turn: smallint().notNull(),
    platformId: text().notNull(),
    bookedAt: moment().notNull(),
    tries: smallint().notNull().default(0),
    /** When to look next; null where nobody looks any more. */
    tryAt: moment(),
    /** Why there was no price the last time, in words; null before the first. */
    problem: text(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.part, t.turn] }),
    index("ledger_unvalued_due").on(t.tryAt).where(sql`${t.tryAt} is not null`),
    index("ledger_unvalued_account").on(t.platformId, t.bookedAt, t.source, t.part, t.turn),
  ],
);
