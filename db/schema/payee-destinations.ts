import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";
import { type ConfirmationTiers, platforms, type UnderpaymentPolicy } from "@/db/schema/platforms";

/**
 * Where a wallet wants to be paid (behaviour.md §9). One active destination per wallet. The row is what client
 * IDs are bound to; its route (network and token, hence `destinationId`) may change while it is active, so an
 * inactive row may carry the same `destinationId` as a later one (docs/decisions/destination-identity.md).
 */
export const payeeDestinations = pgTable(
  "payee_destinations",
  {
    id: text().primaryKey(),
    /** The account through which the wallet registered it. */
    platformId: text().references(() => platforms.id),
    destinationId: text().notNull(),
    walletAddress: text().notNull(),
    /** Whose address it is: of the contract wallet of this chain ID, or of a key (0), as in `platforms`. */
    walletChainId: bigint({ mode: "number" }).notNull().default(0),
    network: text().notNull(),
    chainId: bigint({ mode: "number" }).notNull(),
    tokenAddress: text().notNull(),
    accessPolicy: jsonb(),
    /** What new links to it tolerate of an underpayment, in place of what the account says; null for that. */
    underpayment: jsonb().$type<UnderpaymentPolicy>(),
    /** How deep payments of new links to it have to be, in place of what the account says; null for that. */
    confirmationTiers: jsonb().$type<ConfirmationTiers>(),
    claimed: boolean().notNull(),
    active: boolean().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    index("payee_destinations_destination_id").on(t.destinationId),
    uniqueIndex("payee_destinations_active_route").on(t.destinationId).where(sql`${t.active}`),
    uniqueIndex("payee_destinations_active_wallet")
      .on(t.walletAddress, t.walletChainId)
      .where(sql`${t.active} and ${t.claimed}`),
    index("payee_destinations_wallet").on(t.walletAddress),
    index("payee_destinations_platform").on(t.platformId),
  ],
);

/**
 * What a wallet was asked to sign and, once used, that it did (behaviour.md PE-05, PE-09). Unused rows are
 * removed after they expire; used ones stay as the owner's consent.
 */
export const destinationSignings = pgTable(
  "destination_signings",
  {
    nonce: text().primaryKey(),
    action: text({ enum: ["add", "deactivate"] }).notNull(),
    platformId: text().notNull(),
    clientIdId: text().notNull(),
    walletAddress: text().notNull(),
    /** As in `platforms`; known once it is signed. */
    walletChainId: bigint({ mode: "number" }).notNull().default(0),
    network: text().notNull(),
    tokenAddress: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    signature: hex(),
  },
  (t) => [
    index("destination_signings_expires").on(t.expiresAt).where(sql`${t.usedAt} is null`),
    index("destination_signings_consent")
      .on(t.platformId, t.walletAddress)
      .where(sql`${t.usedAt} is not null`),
  ],
);
