import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";

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
  },
  (t) => [index("audit_log_platform").on(t.platformId, t.id), index("audit_log_subject").on(t.subject, t.id)],
);
