import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { KEY_SCOPES } from "@/db/key-scopes";

/** How much less than it asks for a request takes for all of it: the smaller of the two. */
export interface UnderpaymentPolicy {
  /** Of the amount, as decimal text. */
  percent: string;
  /** In the currency of the request, as decimal text. */
  cap: string;
  for: "deposits" | "all";
}

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
  },
  (t) => [uniqueIndex("platforms_wallet").on(t.walletAddress, t.walletChainId)],
);

/** `status` of an API key is `active` or `inactive`; deleted keys keep their row for the audit trail. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    label: text().notNull(),
    prefix: text().notNull(),
    last4: text().notNull(),
    hash: hex().notNull(),
    status: text({ enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    /** Refused from then on; null for a key without an end. */
    expiresAt: moment(),
    deletedAt: moment(),
    /** What it may do with bank accounts of payers; null for nothing. Only the operator sets it (behaviour.md CF-16). */
    offrampAccess: text({ enum: OFFRAMP_ACCESS }),
    /** What it may do; null for everything that a key can. */
    scopes: text({ enum: KEY_SCOPES }).array(),
    /** Networks of IP addresses, in CIDR form, from which it is taken; null for any. */
    allowedNetworks: text().array(),
    /** The address and the program that called with it last. */
    lastUsedIp: text(),
    lastUsedUserAgent: text(),
    /** When another key took its place; it works until `expiresAt` then. */
    replacedAt: moment(),
    /** How many payments it may create on a day in UTC, and of what sum, in millionths of a USD; null for any. */
    dailyPayments: integer(),
    dailyMicroUsd: bigint({ mode: "bigint" }),
    /** The first key of those that took each other's place, whose limit they share; null for that one itself. */
    firstKeyId: text(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_platform").on(t.platformId)],
);

/** What a key with a daily limit created on its last day: one row for each, of both kinds of keys. */
export const keyUses = pgTable("key_uses", {
  keyId: text().primaryKey(),
  /** In UTC, as in 2026-11-28. */
  day: text().notNull(),
  payments: integer().notNull(),
  microUsd: bigint({ mode: "bigint" }).notNull(),
});

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
