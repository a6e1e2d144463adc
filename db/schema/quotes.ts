import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { baseUnits, moment, references } from "@/db/columns";
import { requests } from "@/db/schema/requests";

/**
 * Rates that were promised for requests in another currency than they are paid in. Rows never change but for
 * `supersededBy`: a payment is valued by them, and its receipt shows them.
 */
export const quotes = pgTable(
  "quotes",
  {
    id: text().primaryKey(),
    requestId: references(() => requests.id),
    /** Wallet it was made for, EVM lower-case, Tron as it is; empty where none was named. */
    payer: text().notNull(),
    /** Currency ID of the token to pay in, which also names the network. */
    paymentCurrency: text().notNull(),
    /** Units of the payment currency for one of the invoice currency, decimal text, exact. */
    rate: text().notNull(),
    /** What says so (`server/quotes/source.ts`). */
    sources: jsonb().notNull(),
    /** Base units of the invoice currency. */
    invoiceAmount: baseUnits().notNull(),
    /** What the payee gets for it, base units of the payment currency; fees come on top. */
    paymentAmount: baseUnits().notNull(),
    /** When the rate was fixed: a quote of another amount at the same rate has the time of the first. */
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** EIP-712, by the signer of quittances. */
    signature: text().notNull(),
    /** Quote that came after it for the same payer and currency. Without one it is the newest, maybe expired. */
    supersededBy: text(),
  },
  (t) => [
    // One at a time, so that nobody collects rates to choose from.
    uniqueIndex("quotes_newest")
      .on(t.requestId, t.paymentCurrency, t.payer)
      .where(sql`${t.supersededBy} is null`),
    index("quotes_request").on(t.requestId, t.createdAt),
    index("quotes_expired").on(t.expiresAt),
  ],
);
