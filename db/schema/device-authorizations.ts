import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hex, moment } from "@/db/columns";
import { KEY_SCOPES } from "@/db/key-scopes";
import { memberships } from "@/db/schema/members";

/**
 * Terminals that asked for a key and wait for a person to approve it (RFC 8628). What comes of them is a row of
 * `api_keys`; these are removed soon after their end.
 */
export const deviceAuthorizations = pgTable(
  "device_authorizations",
  {
    id: text().primaryKey(),
    /** SHA-256 of the code with which the terminal collects the key; the code exists there alone. */
    deviceCodeHash: hex().notNull(),
    /** What the person types, without its hyphen. Nothing can be collected with it. */
    userCode: text().notNull(),
    /** As it is stored; a row whose `expiresAt` has passed before it was decided or collected has expired. */
    state: text({ enum: ["pending", "approved", "denied", "collected"] }).notNull(),
    /** What the terminal asked for; once it is approved, what it gets. */
    scopes: text({ enum: KEY_SCOPES }).array().notNull(),
    label: text().notNull(),
    expiresInDays: integer().notNull(),
    /** As the terminal calls its machine. Nobody has proven it. */
    machineName: text().notNull(),
    /** From where the terminal asked; null where that is not known. */
    ip: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** When the terminal asked last whether it was approved, and how many seconds it has to wait between. */
    polledAt: moment(),
    intervalSeconds: integer().notNull(),
    /** Whose key it becomes, and the membership of whoever approved it: null before, and that also by email. */
    platformId: text(),
    makerId: text().references(() => memberships.id),
  },
  (t) => [
    uniqueIndex("device_authorizations_device_code").on(t.deviceCodeHash),
    uniqueIndex("device_authorizations_user_code").on(t.userCode),
    index("device_authorizations_expires").on(t.expiresAt),
  ],
);
