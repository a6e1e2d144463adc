import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";

/** Where a wallet wants to be paid (behaviour.md §9). One active destination per wallet. */
export const payeeDestinations = pgTable(
  "payee_destinations",
  {
    id: text().primaryKey(),
    platformId: text().references(() => platforms.id),
    destinationId: text().notNull(),
    walletAddress: text().notNull(),
    network: text().notNull(),
    chainId: bigint({ mode: "number" }).notNull(),
    tokenAddress: text().notNull(),
    accessPolicy: jsonb(),
    claimed: boolean().notNull(),
    active: boolean().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("payee_destinations_destination_id").on(t.destinationId),
    uniqueIndex("payee_destinations_active_wallet")
      .on(t.walletAddress)
      .where(sql`${t.active} and ${t.claimed}`),
    index("payee_destinations_platform").on(t.platformId),
  ],
);
