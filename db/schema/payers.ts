import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";

/** Closed lists of behaviour.md CF-07 and CF-11; moves are in `server/payers/state.ts`. */
export const KYC_STATUSES = ["initiated", "pending", "approved", "rejected", "failed"] as const;
export const AGREEMENT_STATUSES = ["not_started", "pending", "completed", "rejected", "failed"] as const;
export const BANK_ACCOUNT_STATUSES = ["pending", "approved", "failed"] as const;

/** Who turns stablecoins into money in a bank account. */
export const OFFRAMP_PROVIDERS = ["bridge", "sandbox"] as const;

/**
 * Somebody who is checked so that money can go to a bank account. What says who it is stands in `sealed` alone, under
 * the key of personal data.
 */
export const payers = pgTable(
  "payers",
  {
    /** A UUID: `userId` of the API. */
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    /** What the platform calls its payer; of an erased one `erased:` and its ID. */
    clientUserId: text().notNull(),
    provider: text({ enum: OFFRAMP_PROVIDERS }).notNull(),
    /** What the provider calls the check, and the customer that comes of it. */
    providerLinkId: text().notNull(),
    providerCustomerId: text(),
    kycStatus: text({ enum: KYC_STATUSES }).notNull(),
    agreementStatus: text({ enum: AGREEMENT_STATUSES }).notNull(),
    sealed: hex(),
    /** When the provider is asked next; null for one that is not asked any more. */
    nextPollAt: moment(),
    /** Moves of its states, which number its events. */
    moves: smallint().notNull().default(0),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
    /** From when on it may be erased for want of use. */
    lastUsedAt: moment().notNull(),
    erasedAt: moment(),
  },
  (t) => [
    uniqueIndex("payers_client_user").on(t.platformId, t.clientUserId),
    index("payers_platform").on(t.platformId, t.createdAt, t.id),
    index("payers_link").on(t.providerLinkId),
    index("payers_due").on(t.nextPollAt).where(sql`${t.nextPollAt} is not null`),
    index("payers_unused").on(t.lastUsedAt).where(sql`${t.erasedAt} is null`),
  ],
);

/** A bank account that a payer's payments may go to. Its number is with the provider; `sealed` has the last digits. */
export const payerBankAccounts = pgTable(
  "payer_bank_accounts",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    payerId: references(() => payers.id),
    provider: text({ enum: OFFRAMP_PROVIDERS }).notNull(),
    /** Null for one that the provider cannot pay to. */
    providerAccountId: text(),
    beneficiaryType: text({ enum: ["individual", "business"] }).notNull(),
    currency: text().notNull(),
    rails: text({ enum: ["local", "swift", "wire"] }).notNull(),
    country: text().notNull(),
    status: text({ enum: BANK_ACCOUNT_STATUSES }).notNull(),
    rejectionMessage: text(),
    sealed: hex(),
    nextPollAt: moment(),
    moves: smallint().notNull().default(0),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (t) => [
    index("payer_bank_accounts_payer").on(t.payerId, t.id),
    index("payer_bank_accounts_due").on(t.nextPollAt).where(sql`${t.nextPollAt} is not null`),
  ],
);

/** Notices of providers that were taken, so that a repeated one does nothing. */
export const providerNotices = pgTable(
  "provider_notices",
  {
    provider: text({ enum: OFFRAMP_PROVIDERS }).notNull(),
    eventId: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index("provider_notices_received").on(t.receivedAt),
  ],
);

/** What the sandbox provider knows; nothing of it is personal. Empty on a live profile. */
export const offrampSandbox = pgTable("offramp_sandbox", {
  id: text().primaryKey(),
  state: jsonb().notNull(),
});
