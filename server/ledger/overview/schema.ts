import { z } from "zod";
import { WORTH_ORIGINS } from "@/db/schema";
import { StatementLine } from "@/server/ledger/closing/statement-schema";

/** Months of one answer. */
export const MAX_MONTHS = 24;

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const MonthsQuery = z.object({
  from: Month.optional().describe("The first month, as `2026-01`; left out, the eleventh before `to`."),
  to: Month.optional().describe("The last month; left out, the one that is now."),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "Time zone of the months, as `Europe/Berlin`; left out, that of the last period that was ended, or UTC.",
    ),
});
export type MonthsQuery = z.infer<typeof MonthsQuery>;

const MonthBalances = z
  .object({
    month: Month.describe("The month, as `2026-10`."),
    startsAt: z.iso.datetime().describe("First moment of the month."),
    endsAt: z.iso.datetime().describe("First moment after the month."),
    isClosed: z.boolean().describe("Whether the books are closed up to its end: it stays as it is then."),
    lines: z
      .array(StatementLine)
      .describe("Balances by wallet and currency, of those that held something or in which something moved."),
  })
  .meta({ id: "MonthBalances" });

export const MonthlyBalances = z
  .object({
    timeZone: z.string().describe("Time zone of the months."),
    months: z.array(MonthBalances).describe("The months, the newest first."),
  })
  .meta({ id: "MonthlyBalances" });
export type MonthlyBalances = z.infer<typeof MonthlyBalances>;

/** Months of which the days are told at once. */
export const MAX_MONTHS_OF_DAYS = 12;

const whole = z.string().regex(/^(0|-?[1-9]\d*)$/);
const worth = z
  .string()
  .nullable()
  .describe("What those with a price are worth in the currency of the books; null where none has one.");

const ReceivedOfDay = z
  .object({
    date: z.iso.date().describe("Day in the time zone, as `2026-10-31`."),
    network: z.string().describe("Network."),
    currency: z.string().describe("ID of the currency."),
    amount: whole.describe("What came in less what was taken back of it, in base units."),
    worth,
  })
  .meta({ id: "ReceivedOfDay" });

const ReceivedCurrency = z
  .object({
    network: z.string().describe("Network."),
    currency: z.string().describe("ID of the currency."),
    decimals: z.int().describe("Decimals of the currency."),
    amount: whole.describe("What came in less what was taken back of it, in base units."),
    worth,
    unvaluedAmount: whole.describe("How much of it has no price, in base units: it is in no worth."),
    unvaluedEntries: z.int().describe("How many entries have no price."),
    lowestPrice: z
      .string()
      .nullable()
      .describe("The lowest price of one unit, in the currency of the books; null where none is stored."),
    highestPrice: z.string().nullable().describe("The highest price of one unit."),
    priceOrigins: z.array(z.enum(WORTH_ORIGINS)).describe("Where the prices are from."),
    priceSources: z.array(z.string()).describe("Names of what said the prices of the market."),
  })
  .meta({ id: "ReceivedCurrency" });

export const Received = z
  .object({
    timeZone: z.string().describe("Time zone of the days."),
    from: Month.describe("The first month."),
    to: Month.describe("The last month."),
    currency: z.string().nullable().describe("Currency of the books; null before it is named."),
    currencies: z.array(ReceivedCurrency).describe("What came in, by network and currency."),
    days: z.array(ReceivedOfDay).describe("The same by day; a day without an entry is not there."),
  })
  .meta({ id: "Received" });
export type Received = z.infer<typeof Received>;

export const StillOpenQuery = z.object({
  from: z.iso.datetime({ offset: true }).describe("First moment, as `2026-10-01T00:00:00Z`."),
  to: z.iso.datetime({ offset: true }).describe("First moment that does not count any more."),
});
export type StillOpenQuery = z.infer<typeof StillOpenQuery>;

export const StillOpen = z
  .object({
    from: z.iso.datetime().describe("First moment."),
    to: z.iso.datetime().describe("First moment that does not count any more."),
    isOver: z.boolean().describe("Whether this time is over: it cannot be ended before."),
    currency: z.string().nullable().describe("Currency of the books; null before it is named."),
    unvalued: z.int().describe("Entries without a price; 0 where no currency is named."),
    unmatched: z.int().describe("Receipts that wait for a decision or count for no request."),
    unfinal: z.int().describe("Entries whose block can still be taken back."),
  })
  .meta({ id: "StillOpen" });
export type StillOpen = z.infer<typeof StillOpen>;
