import { bigint, date, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

const figures = {
  platformId: text().notNull(),
  /** Of the request or link when it was made, of money when its block was; UTC. */
  day: date().notNull(),
  /** `request:<status>`, `payout:<status>`, as `payment_status` names them, `received:<currency ID>` or `link:<step>`. */
  measure: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  /** Base units; nothing but money has any. */
  amount: numeric().notNull().default("0"),
};

/**
 * How many requests, payments and links of each kind an account has from each day, without the changes in
 * `totalChanges` (docs/decisions/overview-totals.md). Derived data: `select recount_totals()` makes it anew.
 */
export const dailyTotals = pgTable("daily_totals", figures, (t) => [
  primaryKey({ columns: [t.platformId, t.day, t.measure] }),
]);

/**
 * What is to be added to the totals. Triggers append it in the commit of whatever changes a total, so that no
 * two commits wait for each other's figures; a worker adds it up within seconds. Short, hence without an index.
 */
export const totalChanges = pgTable("total_changes", figures);
