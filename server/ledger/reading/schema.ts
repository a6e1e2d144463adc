import { z } from "zod";
import { LEDGER_ACCOUNTS, LEDGER_ORIGINS, WORTH_ORIGINS } from "@/db/schema";
import { RateSource } from "@/server/quotes/source";

export const MAX_ENTRIES = 1_000;

/** Strings, as a query carries them. */
export const LedgerQuery = z.object({
  after: z
    .string()
    .max(128)
    .optional()
    .describe(
      "ID of the last entry that was read, the `next` of the answer before; left out, from the first one.",
    ),
  limit: z
    .string()
    .refine(
      (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_ENTRIES,
      `limit must be a whole number from 1 to ${MAX_ENTRIES}`,
    )
    .optional()
    .describe(`How many entries at most, up to ${MAX_ENTRIES}; 100 where it is left out.`),
});
export type LedgerQuery = z.infer<typeof LedgerQuery>;

const EntryWorth = z
  .object({
    amount: z.string().describe("What the amount is worth, in units of the currency of the books."),
    currency: z.string().describe("Currency of the books."),
    price: z
      .string()
      .nullable()
      .describe("Price of one unit of the currency of the entry; null where both are the same."),
    priceAt: z.iso.datetime().nullable().describe("The moment of the price; null where a person said it."),
    origin: z
      .enum(WORTH_ORIGINS)
      .describe(
        "Where it is from: a stored price of the market, a person, the entry that this one takes back, or the same currency.",
      ),
    sources: z
      .array(RateSource)
      .nullable()
      .describe("What each source of the price said; null where no source was asked."),
  })
  .meta({ id: "EntryWorth" });

export const LedgerEntryView = z
  .object({
    id: z.string().describe("The same in every answer and export, also after a backup was restored."),
    reverses: z
      .string()
      .nullable()
      .describe("ID of the entry that this one takes back; null for one that takes nothing back."),
    origin: z.enum(LEDGER_ORIGINS).describe("What the entry is about."),
    part: z.string().describe("Which part of that."),
    debit: z.enum(LEDGER_ACCOUNTS).describe("Account that is debited."),
    debitWallet: z.string().nullable().describe("Wallet that is debited, where it is known."),
    credit: z.enum(LEDGER_ACCOUNTS).describe("Account that is credited."),
    creditWallet: z.string().nullable().describe("Wallet that is credited, where it is known."),
    amount: z.string().describe("Amount in units of the currency."),
    currency: z.string().describe("ID of the currency."),
    decimals: z
      .int()
      .describe("Decimals of the currency: the smallest part of an amount is 10 to the power of minus this."),
    network: z.string().describe("Network on which it happened."),
    txHash: z.string().nullable().describe("Transaction; null for what no transaction did."),
    logIndex: z.int().nullable().describe("Number of the log in its block; null where there is none."),
    blockNumber: z.string().nullable().describe("Number of the block; null for what no block holds."),
    requestId: z.string().describe("ID of the request that it belongs to."),
    reference: z.string().nullable().describe("Your own words about the request."),
    occurredAt: z.iso.datetime().describe("When it happened: the time of its block where there is one."),
    bookedAt: z.iso
      .datetime()
      .describe(
        "The time that it counts for: later than `occurredAt` where the month of that was ended before.",
      ),
    worth: EntryWorth.nullable().describe(
      "What it is worth as far as that is known now; null where there is no price, or no currency of the books is named. A worth that is found or corrected later changes this, and not the order of entries.",
    ),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntryView = z.infer<typeof LedgerEntryView>;

export const LedgerPage = z
  .object({
    epoch: z
      .string()
      .describe(
        "Changes when the database was restored: read again from the first entry then, and skip IDs that you know.",
      ),
    next: z
      .string()
      .nullable()
      .describe("What to read after in the next call; null before there is an entry."),
    entries: z
      .array(LedgerEntryView)
      .describe("In an order that never changes: no entry will ever appear before one that was read."),
  })
  .meta({ id: "LedgerPage" });
export type LedgerPage = z.infer<typeof LedgerPage>;
