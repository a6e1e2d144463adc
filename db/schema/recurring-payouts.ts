import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { platforms } from "@/db/schema/platforms";
import { requests } from "@/db/schema/requests";

/** The closed list of schedule states (behaviour.md RC-20); moves are in `server/recurring-payouts/state.ts`. */
export const RECURRING_STATUSES = ["pending", "active", "paused", "completed", "cancelled"] as const;

/** Who ended a schedule early. */
export const CANCELLED_BY = ["platform", "payer", "deadline"] as const;

/** Who paused a schedule: the service after as many failures as are tried, or the platform. */
export const PAUSED_BY = ["failures", "platform"] as const;

/** Why an attempt to pay an instalment did not pay it. */
export const INSTALMENT_FAILURES = [
  "insufficient_funds",
  "insufficient_allowance",
  "transfer_refused",
  "inexact_transfer",
] as const;

/**
 * A schedule of instalments, and the permit that its payer signs: built once, stored, never changed. Amounts are base
 * units of `paymentCurrency`, the times of the permit are Unix seconds.
 */
export const recurringPayments = pgTable(
  "recurring_payments",
  {
    id: text().primaryKey(),
    /** Knowing it opens the payer's page of the schedule. */
    pageToken: uuid().notNull().defaultRandom(),
    platformId: references(() => platforms.id),
    clientIdId: text(),
    origin: text(),
    source: text({ enum: ["manual", "api"] }),
    network: text().notNull(),
    paymentCurrency: text().notNull(),
    /** Payee and payer as requests store them. */
    payee: text().notNull(),
    payer: text().notNull(),
    frequency: text({ enum: ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] }).notNull(),
    feePercentage: text(),
    customerInfo: jsonb(),
    reference: text(),
    /** Our recurring contract, which checks the permit. */
    contract: hex().notNull(),
    subscriber: hex().notNull(),
    token: hex().notNull(),
    recipient: hex().notNull(),
    feeAddress: hex().notNull(),
    amount: baseUnits().notNull(),
    feeAmount: baseUnits().notNull(),
    gasFee: baseUnits().notNull(),
    periodSeconds: integer().notNull(),
    firstExec: bigint({ mode: "number" }).notNull(),
    totalExecutions: smallint().notNull(),
    nonce: baseUnits().notNull(),
    deadline: bigint({ mode: "number" }).notNull(),
    /** EIP-712 digest of the permit: what is signed, and the name of the schedule in the contract. */
    digest: hex().notNull(),
    /** Null until the payer's signature was checked. */
    signature: hex(),
    status: text({ enum: RECURRING_STATUSES }).notNull(),
    /** Instalments that the contract has paid, of which the chain is sure enough. */
    processed: smallint().notNull().default(0),
    /** When the next instalment may be tried, by the chain's time; null while one is on its way or none is due ever. */
    nextAttemptAt: moment(),
    /** Attempts of the next instalment that failed one after the other, and why the last one did. */
    failureCount: smallint().notNull().default(0),
    failure: text({ enum: INSTALMENT_FAILURES }),
    lastPaymentAt: moment(),
    /** Of a schedule that is paused; null for those that were paused before this was noted. */
    pausedBy: text({ enum: PAUSED_BY }),
    cancelledBy: text({ enum: CANCELLED_BY }),
    createdAt: moment().notNull(),
    /** When its state last moved, so that open pages of the account notice. */
    changedAt: moment().notNull().default(sql`now()`),
    activatedAt: moment(),
    endedAt: moment(),
  },
  (t) => [
    uniqueIndex("recurring_payments_digest").on(t.digest),
    uniqueIndex("recurring_payments_page").on(t.pageToken),
    index("recurring_payments_platform").on(t.platformId, t.id),
    index("recurring_payments_changed").on(t.platformId, t.changedAt, t.id),
    index("recurring_payments_due").on(t.network, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    // What a payer's allowance has to suffice for, whoever created it.
    index("recurring_payments_payer").on(t.network, t.subscriber, t.token),
    index("recurring_payments_deadline")
      .on(t.network, t.deadline)
      .where(sql`${t.status} in ('pending', 'active', 'paused')`),
  ],
);

/** One instalment, from when it was first tried: an ordinary request with the reference that the contract derives. */
export const recurringInstalments = pgTable(
  "recurring_instalments",
  {
    id: text().primaryKey(),
    recurringPaymentId: references(() => recurringPayments.id),
    /** 1 for the first. */
    index: smallint().notNull(),
    requestId: references(() => requests.id),
    /** `submitted` from the intention to send until it is paid or the attempt has ended otherwise. */
    status: text({ enum: ["due", "submitted", "processed"] }).notNull(),
    dueAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("recurring_instalments_index").on(t.recurringPaymentId, t.index),
    uniqueIndex("recurring_instalments_request").on(t.requestId),
  ],
);

/** Every attempt to pay an instalment. */
export const recurringAttempts = pgTable(
  "recurring_attempts",
  {
    instalmentId: references(() => recurringInstalments.id),
    /** 1 for the first. */
    number: integer().notNull(),
    startedAt: moment().notNull(),
    endedAt: moment(),
    /** Null while it is on its way. `dropped`: never mined. `reorged`: paid, and taken back by the chain. */
    outcome: text({ enum: ["processed", "failed", "dropped", "reorged"] }),
    failure: text({ enum: INSTALMENT_FAILURES }),
    /** Null where a simulation already failed. */
    txHash: hex(),
  },
  (t) => [primaryKey({ columns: [t.instalmentId, t.number] })],
);

/** Up to which final block of a network the cancellations by payers were read from the contract. */
export const recurringCursors = pgTable("recurring_cursors", {
  network: text().primaryKey(),
  finalizedBlock: bigint({ mode: "bigint" }).notNull(),
});
