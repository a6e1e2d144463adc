import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { KEY_SCOPES } from "@/db/key-scopes";
import { memberships } from "@/db/schema/members";
import { clientIds, platforms } from "@/db/schema/platforms";

/** Partners who bring platforms, with their own fees, screening and look (behaviour.md §27). */
export const orchestrators = pgTable(
  "orchestrators",
  {
    id: text().primaryKey(),
    ownerPlatformId: references(() => platforms.id),
    name: text().notNull(),
    contactEmail: text().notNull(),
    status: text({ enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    /** May link client IDs of other accounts without their consent: partners that the operator made. */
    linksDirectly: boolean().notNull().default(true),
    /** Last webhook sequence handed out to its endpoints; counts without gaps, as that of a platform. */
    webhookSequence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    createdAt: moment().notNull(),
  },
  (t) => [index("orchestrators_owner").on(t.ownerPlatformId)],
);

/** Keys of orchestrators (OR-01), of which one may have several. Revoked ones keep their row for the audit log. */
export const orchestratorKeys = pgTable(
  "orchestrator_keys",
  {
    id: text().primaryKey(),
    orchestratorId: references(() => orchestrators.id),
    label: text().notNull(),
    prefix: text().notNull(),
    last4: text().notNull(),
    hash: hex().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    /** Refused from then on; set when another key took its place. */
    expiresAt: moment(),
    revokedAt: moment(),
    /** What it may do, alone and in a pair; null for everything that a key can. */
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
  (t) => [
    uniqueIndex("orchestrator_keys_hash").on(t.hash),
    index("orchestrator_keys_orchestrator").on(t.orchestratorId),
  ],
);

/** Invitations to hosted onboarding (OL-05 to OL-07): used once, and within two days. */
export const orchestratorLinkIntents = pgTable(
  "orchestrator_link_intents",
  {
    id: text().primaryKey(),
    orchestratorId: references(() => orchestrators.id),
    /** SHA-256 of the token that the URL ends in. */
    tokenHash: hex().notNull(),
    clientIdName: text().notNull(),
    allowedDomains: text().array().notNull(),
    externalId: text(),
    /** Providers that the orchestrator prescribes (OK-01); null leaves the choice to the platform. */
    screeningPlan: jsonb(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [
    uniqueIndex("orchestrator_link_intents_token").on(t.tokenHash),
    index("orchestrator_link_intents_orchestrator").on(t.orchestratorId, t.id),
  ],
);

/** A client ID links to one orchestrator once in its life, hence the unique column (OL-02). */
export const orchestratorLinks = pgTable(
  "orchestrator_links",
  {
    id: text().primaryKey(),
    orchestratorId: references(() => orchestrators.id),
    clientIdId: text()
      .notNull()
      .unique()
      .references(() => clientIds.id),
    status: text({ enum: ["active", "revoked"] })
      .notNull()
      .default("active"),
    /** The intent that brought it; null for a direct link. */
    intentId: text()
      .unique()
      .references(() => orchestratorLinkIntents.id),
    /** Who may change the screening plan; null for a direct link, which has none (OK-02 to OK-04). */
    screeningControl: text({ enum: ["orchestrator", "platform"] }),
    /** Providers in their order; none of them screens nothing. Null leaves the destination's policy in force. */
    screeningPlan: jsonb(),
    /** What the platform was shown when it agreed: fees, screening and look; null for a direct link. */
    agreedTerms: jsonb(),
    consentedAt: moment(),
    createdAt: moment().notNull(),
    revokedAt: moment(),
    revokedBy: text({ enum: ["orchestrator", "platform"] }),
  },
  (t) => [index("orchestrator_links_orchestrator").on(t.orchestratorId)],
);
