import { z } from "zod";
import { FIAT_CURRENCIES } from "@/server/currencies/fiat";

const FIAT = FIAT_CURRENCIES.map(({ id }) => id) as [string, ...string[]];

const Datev = z
  .object({
    consultant: z.int().min(1_001).max(9_999_999).describe("Number of your tax consultant at DATEV."),
    client: z.int().min(1).max(99_999).describe("Number of yours at that consultant."),
    accountDigits: z.int().min(4).max(8).describe("Digits that the numbers of accounts have."),
    fiscalYearMonth: z
      .int()
      .min(1)
      .max(12)
      .describe("Month that the fiscal year begins with, 1 for January."),
  })
  .meta({ id: "DatevSettings" });

export const BooksSettings = z
  .object({
    currency: z
      .enum(FIAT)
      .nullable()
      .describe("Currency that entries of the books are valued in; null before it is named."),
    datev: Datev.nullable().describe("What DATEV knows you by; null before it is said."),
  })
  .meta({ id: "BooksSettings" });
export type BooksSettings = z.infer<typeof BooksSettings>;

export const BooksSettingsBody = z.object({
  currency: z.enum(FIAT).describe("Currency that entries of the books are valued in, as `EUR`."),
  datev: Datev.nullable().optional().describe("What DATEV knows you by; left out, it stays as it is."),
});
export type BooksSettingsBody = z.infer<typeof BooksSettingsBody>;

const EntryId = z.string().max(120).describe("ID of an entry, as in every export.");

/** Longer prices are nobody's. */
const PRICE = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,36})?$/;

export const ValueBody = z.object({
  entries: z
    .array(EntryId)
    .min(1)
    .max(100)
    .describe("The entries that the price is for, all in one currency."),
  price: z
    .string()
    .regex(PRICE, "A price is a decimal number, as 0.9214")
    .refine((text) => /[1-9]/.test(text), "A price is more than nothing")
    .describe("Price of one unit of that currency in the currency of the books, as `0.9214`."),
  reason: z.string().trim().min(1).max(500).describe("Where the price is from, or why it is another one."),
});
export type ValueBody = z.infer<typeof ValueBody>;

export const ValuedEntries = z
  .object({
    currency: z.string().describe("Currency of the books."),
    entries: z
      .array(
        z.object({
          id: EntryId,
          worth: z.string().describe("What it is worth in the currency of the books."),
          bookedAt: z.iso
            .datetime()
            .describe(
              "Time that the worth counts for: that of the entry, or the first moment after the months that have ended.",
            ),
        }),
      )
      .describe("The entries, with their worth."),
  })
  .meta({ id: "ValuedEntries" });
export type ValuedEntries = z.infer<typeof ValuedEntries>;

export const UnvaluedQuery = z.object({
  after: EntryId.optional().describe("Entry after which the page begins: `next` of the page before."),
});

export const UnvaluedList = z
  .object({
    currency: z.string().nullable().describe("Currency of the books; null before it is named."),
    total: z.number().int().describe("How many entries have no worth."),
    entries: z
      .array(
        z.object({
          id: EntryId,
          occurredAt: z.iso.datetime().describe("When it happened: the time of its block where it has one."),
          bookedAt: z.iso.datetime().describe("Time that it counts for in the books."),
          debit: z.string().describe("Account that is debited."),
          credit: z.string().describe("Account that is credited."),
          amount: z.string().describe("Amount in units of its currency."),
          currency: z.string().describe("Currency of the entry."),
          network: z.string().describe("Network that it happened on."),
          txHash: z.string().nullable().describe("Transaction; null for what no block holds."),
          requestId: z.string().describe("Request that it is about."),
          problem: z.string().nullable().describe("Why there is no price; null while none was looked for."),
          triedAgainAt: z.iso
            .datetime()
            .nullable()
            .describe("When a price is looked for again; null where it is left to people."),
        }),
      )
      .describe("The entries, the earliest first."),
    next: z.string().nullable().describe("`after` of the next page; null on the last one."),
  })
  .meta({ id: "UnvaluedEntries" });
export type UnvaluedList = z.infer<typeof UnvaluedList>;
