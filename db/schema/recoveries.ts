import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";

export const RECOVERY_STATES = ["waiting", "stopped", "done", "expired"] as const;

/** New owners that an operator gives to accounts whose owners are lost, each after a time in which an owner can stop it. */
export const recoveries = pgTable(
  "recoveries",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    state: text({ enum: RECOVERY_STATES }).notNull(),
    /** The wallet that becomes an owner, in stored form; null where an invitation does it. */
    walletAddress: text(),
    walletFamily: text({ enum: ["evm", "tron"] }),
    /** SHA-256 of the token of the invitation that works once it is done; null where a wallet is named. */
    tokenHash: hex(),
    /** Why, for the owners. */
    reason: text().notNull(),
    /** Whose account on the operator's machine started it. */
    startedBy: text().notNull(),
    startedAt: moment().notNull(),
    /** Until when an owner can stop it. */
    waitsUntil: moment().notNull(),
    /** When it was stopped, done or given up. */
    endedAt: moment(),
  },
  (t) => [
    uniqueIndex("recoveries_waiting").on(t.platformId).where(sql`${t.state} = 'waiting'`),
    index("recoveries_platform").on(t.platformId, t.id),
  ],
);
