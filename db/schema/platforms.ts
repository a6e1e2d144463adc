import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";

/** How much less than it asks for a request takes for all of it: the smaller of the two. */
export interface UnderpaymentPolicy {
  /** Of the amount, as decimal text. */
  percent: string;
  /** In the currency of the request, as decimal text. */
  cap: string;
  for: "deposits" | "all";
}

/** How deep payments have to be, by what their request is worth: the first tier that it is not above, in USD. */
export type ConfirmationTiers = { upToUsd: string | null; confirmations: number | "final" }[];

/** Payments to bank accounts: with made-up banks, or with a provider that moves money. */
export const OFFRAMP_ACCESS = ["sandbox", "production"] as const;

/** An account of a business that requests or sends payments. Every tenant-owned row names its platform. */
export const platforms = pgTable(
  "platforms",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    walletAddress: text(),
    /** Chain ID of a contract wallet; 0 for a wallet whose key signs, which is the same on every chain. */
    walletChainId: bigint({ mode: "number" }).notNull().default(0),
    /** When this wallet first signed in here; null where the operator only named it. */
    walletProvenAt: moment(),
    canCreatePayouts: boolean().notNull().default(true),
    /** True when the account may choose the second screening provider (behaviour.md AP-02). */
    hasSecondScreeningProvider: boolean().notNull().default(false),
    /** Last webhook sequence handed out; counts without gaps because it moves in the event's own commit. */
    webhookSequence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    createdAt: moment().notNull(),
    /** Since when its credentials are refused; null for an account in use. Only the operator sets it. */
    disabledAt: moment(),
    disabledReason: text(),
    /** Of all its credentials, in place of their own; null leaves them theirs (RL-02). */
    rateTier: text({ enum: ["basic", "default", "premium", "high_volume"] }),
    /** Requests, payouts and links it may create on a day in UTC; null for any number. */
    creationsPerDay: integer(),
    /** What its new requests tolerate of an underpayment; null for nothing. */
    underpayment: jsonb().$type<UnderpaymentPolicy>(),
    /** How deep payments of its new requests have to be; null for as deep as each network asks for. */
    confirmationTiers: jsonb().$type<ConfirmationTiers>(),
    /** Whether every session confirms its changes with a fresh proof. */
    hasStepUpForEverySession: boolean().notNull().default(false),
    /** Above which worth sessions that confirm their changes confirm a payment too, millionths of a USD; null for none. */
    confirmsPaymentsAboveMicroUsd: bigint({ mode: "bigint" }).default(sql`1000000000`),
  },
  (t) => [uniqueIndex("platforms_wallet").on(t.walletAddress, t.walletChainId)],
);

/** Client IDs (behaviour.md CI-01 to CI-11). `clientId` is the public value, `id` the one used in paths. */
export const clientIds = pgTable(
  "client_ids",
  {
    id: text().primaryKey(),
    clientId: text().notNull(),
    platformId: references(() => platforms.id),
    label: text().notNull(),
    allowedDomains: text().array().notNull(),
    status: text({ enum: ["active", "inactive", "revoked"] })
      .notNull()
      .default("active"),
    feePercentage: text(),
    feeAddress: text(),
    operatorWalletAddress: text(),
    defaultPreApprovalExpiry: bigint({ mode: "number" }),
    defaultAuthorizationExpiry: bigint({ mode: "number" }),
    payeeDestinationId: text(),
    /** Higher tiers are assigned by the operator, per client (RL-02). */
    rateTier: text({ enum: ["basic", "default", "premium", "high_volume"] })
      .notNull()
      .default("default"),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    lastUsedAt: moment(),
    /** As that of an API key. */
    offrampAccess: text({ enum: OFFRAMP_ACCESS }),
  },
  (t) => [uniqueIndex("client_ids_client_id").on(t.clientId), index("client_ids_platform").on(t.platformId)],
);

/** Answers of creating calls that carried an `Idempotency-Key`, kept for 24 hours per credential. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    scope: text().notNull(),
    key: text().notNull(),
    requestHash: hex().notNull(),
    status: bigint({ mode: "number" }).notNull(),
    /** Sealed with the service's secret key, because an answer may hold a secret that is shown once. */
    answer: hex().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("idempotency_keys_scope_key").on(t.scope, t.key),
    index("idempotency_keys_created").on(t.createdAt),
  ],
);
