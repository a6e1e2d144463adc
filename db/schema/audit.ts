import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";

/**
 * Who did what to which credential, destination or webhook endpoint, and from where. A trigger refuses to
 * change or remove rows (`db/migrations/0000_init.sql`).
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: text().primaryKey(),
    /** Whose thing it was; that account may read the entry. */
    platformId: text().notNull(),
    at: moment().notNull(),
    action: text().notNull(),
    /** ID of the record that was changed. */
    subject: text().notNull(),
    actorKind: text().notNull(),
    actorPlatformId: text().notNull(),
    /** The credential's own row, never its value. */
    credentialId: text().notNull(),
    /** `x-request-id` of the call. */
    requestId: text().notNull(),
    /** Null when nobody called, as in the worker. */
    ip: text(),
    origin: text(),
    details: jsonb().notNull(),
    /** Who was signed in; null for callers without a person, and in entries from before accounts had members. */
    personId: text(),
    /** What that person was in the account then. */
    role: text(),
    /** What the change took away, by name; null where nothing was there before, or in entries from before this was kept. */
    before: jsonb(),
    /** What stands in its place. */
    after: jsonb(),
    /** By which approval of a second person it was done. */
    approvalId: text(),
  },
  (t) => [index("audit_log_platform").on(t.platformId, t.id), index("audit_log_subject").on(t.subject, t.id)],
);

/**
 * The place of every audit entry in the chain of its account. A trigger writes it when the transaction of the entry
 * commits, and another refuses to change or remove it (`db/migrations`, `docs/decisions/audit-log.md`).
 */
export const auditChain = pgTable(
  "audit_chain",
  {
    entryId: text().primaryKey(),
    platformId: text().notNull(),
    /** From 1, without gaps. */
    position: bigint({ mode: "number" }).notNull(),
    /** What the entry says of its caller is in `content` as SHA-256 of this and that, so that it can be kept from others. */
    salt: hex().notNull(),
    /** What the entry says, as the JSON text that is hashed. */
    content: text().notNull(),
    /** SHA-256 of the hash before, as bytes, and of `content` in UTF-8; 32 zeros stand before the first. */
    hash: hex().notNull(),
  },
  (t) => [uniqueIndex("audit_chain_position").on(t.platformId, t.position)],
);

/** Entries that the owners of the account are told of. */
export const alarms = pgTable(
  "alarms",
  {
    /** Of the audit log. */
    entryId: text().primaryKey(),
    platformId: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [index("alarms_platform").on(t.platformId, t.entryId)],
);
