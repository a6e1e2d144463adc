import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/**
 * Counters of the rate limiter where several processes share them (behaviour.md RL-01 to RL-10). The columns
 * are those of rate-limiter-flexible, which writes this table with its own statements. `expire` is in
 * milliseconds since 1970.
 */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});
