import { bigint, index, integer, pgTable, text, varchar } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";

/**
 * Counters of the rate limiter where several processes share them (behaviour.md RL-01 to RL-10). The columns
 * are those of rate-limiter-flexible, which writes this table with its own statements. `expire` is in
 * milliseconds since 1970.
 */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: "number" }),
  },
  (t) => [index("rate_limits_expire").on(t.expire).concurrently()],
);

/** How much of something was used within its present window, such as the screenings of one link in an hour. */
export const budgets = pgTable(
  "budgets",
  {
    scope: text().primaryKey(),
    used: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [index("budgets_ends").on(t.endsAt)],
);

/**
 * How often there was news of a kind: how processes that cannot use NOTIFY tell each other that there is work. A row for
 * each kind.
 */
export const wakeUps = pgTable("wake_ups", {
  channel: text().primaryKey(),
  count: bigint({ mode: "bigint" }).notNull(),
});
