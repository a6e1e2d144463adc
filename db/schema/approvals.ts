import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { ROLES } from "@/db/roles";
import { people } from "@/db/schema/members";
import { platforms } from "@/db/schema/platforms";

/** Where the question to a second person stands. */
export const APPROVAL_STATES = ["waiting", "approved", "refused", "withdrawn", "expired", "fallen"] as const;

/** What of an account's changes needs a second person. */
export const APPROVAL_KINDS = ["destination", "credential", "member", "payment", "policy"] as const;

/** For which changes an account wants a second person. An account without a row wants none. */
export const approvalPolicies = pgTable("approval_policies", {
  platformId: text()
    .primaryKey()
    .references(() => platforms.id),
  destinations: boolean().notNull(),
  credentials: boolean().notNull(),
  members: boolean().notNull(),
  /** People pay out and send back this sum a day without a second person, millionths of a USD; null for any sum. */
  dailyMicroUsd: bigint({ mode: "bigint" }),
  updatedAt: moment().notNull(),
});

/** What people sent and sent back on a day in UTC without a second person. */
export const approvalUses = pgTable("approval_uses", {
  platformId: text()
    .primaryKey()
    .references(() => platforms.id),
  day: date().notNull(),
  microUsd: bigint({ mode: "bigint" }).notNull(),
});

/** Changes that somebody asked for and that wait, or waited, for a second person. */
export const approvals = pgTable(
  "approvals",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    kind: text({ enum: APPROVAL_KINDS }).notNull(),
    /** The operation of the API that asked, as in the table of operations. */
    operation: text().notNull(),
    /** What exactly will happen, with what it takes away and what it puts in its place. */
    change: jsonb().notNull(),
    /** What the operation is run with once it is approved. */
    input: jsonb().notNull(),
    /** SHA-256 of all that an approver signs for. */
    digest: hex().notNull(),
    askerId: references(() => people.id),
    /** The asker's role then. */
    askerRole: text({ enum: ROLES }).notNull(),
    /** From where the asker called, and with what beside the session. */
    asked: jsonb().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    state: text({ enum: APPROVAL_STATES }).notNull(),
    decidedAt: moment(),
    /** Who approved or refused it. */
    deciderId: text().references(() => people.id),
    /** Why it was refused, or fell. */
    reason: text(),
    /** The approver's credential, what it signed and the signature. */
    proof: jsonb(),
    /** The answer of the operation, sealed, until the asker has taken it: keys are told once. */
    answer: hex(),
  },
  (t) => [
    index("approvals_platform").on(t.platformId, t.id),
    index("approvals_waiting").on(t.expiresAt).where(sql`${t.state} = 'waiting'`),
  ],
);

/** Which approval a payment was created by: of a payout its request, else the refund or the recurring payout. */
export const approvedPayments = pgTable("approved_payments", {
  /** ID of the request, of the refund or of the recurring payout. */
  recordId: text().primaryKey(),
  approvalId: references(() => approvals.id),
});
