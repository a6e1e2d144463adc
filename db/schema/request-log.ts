import { sql } from "drizzle-orm";
import { index, pgTable, real, smallint, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/columns";

/** Calls made with the credentials of an account, for its developers; removed after some days, a partition at a time. */
export const requestLog = pgTable(
  "request_log",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    credentialKind: text({ enum: ["apiKey", "clientId", "orchestrator", "session"] }).notNull(),
    /** The credential's own row, never its value. */
    credentialId: text().notNull(),
    method: text().notNull(),
    /** Without its query, and without tokens of links. */
    path: text().notNull(),
    operation: text().notNull(),
    status: smallint().notNull(),
    latencyMs: real().notNull(),
    /** `x-request-id` of the call. */
    requestId: text().notNull(),
    ip: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    // By kind, so that what the dashboard asked for can be left out without walking over it.
    index("request_log_kind").on(t.platformId, t.credentialKind, t.id),
    index("request_log_errors").on(t.platformId, t.credentialKind, t.id).where(sql`${t.status} >= 400`),
  ],
);
