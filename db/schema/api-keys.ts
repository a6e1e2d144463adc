import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { KEY_SCOPES } from "@/db/key-scopes";
import { memberships } from "@/db/schema/members";
import { OFFRAMP_ACCESS, platforms } from "@/db/schema/platforms";

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
    /** The membership of whoever made it, whose role it never exceeds; null where no member did. */
    makerId: text().references(() => memberships.id),
    /** Whether it stops working once its maker is no member any more. */
    endsWithMembership: boolean().notNull().default(false),
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
