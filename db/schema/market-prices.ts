import { bigint, jsonb, numeric, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";

/**
 * What currencies were worth in fiat, at moments at which something was paid. A row is kept as it is: what was calculated with it
 * can be calculated again.
 */
export const marketPrices = pgTable(
  "market_prices",
  {
    network: text().notNull(),
    /** What is priced, as the journal names it. */
    currency: text().notNull(),
    /** Code of the fiat currency that the price is in. */
    fiat: text().notNull(),
    /** The moment of the price: the time of a block where it is that of one. */
    at: moment().notNull(),
    blockNumber: bigint({ mode: "bigint" }),
    /** Units of the fiat currency for one unit. */
    price: numeric().notNull(),
    /** One unit is 10 to the power of this in base units. */
    decimals: smallint().notNull(),
    /** What each source said, and when (`RateSource`). */
    sources: jsonb().$type<unknown>().notNull(),
    recordedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.currency, t.fiat, t.network, t.at] })],
);
