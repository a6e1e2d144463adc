import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { endpointKey } from "@/db/keys";
import { orchestrators } from "@/db/schema/orchestrators";
import { platforms } from "@/db/schema/platforms";

/** Where events go. Without a client ID an endpoint hears the whole account (events.md SC-01, SC-02). */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    platformId: references(() => platforms.id),
    clientIdId: text(),
    /** Set for an endpoint of an orchestrator, which hears its events alone (SC-03); `platformId` then owns it. */
    orchestratorId: text().references(() => orchestrators.id),
    url: text().notNull(),
    /** AES-256-GCM of the 64-character secret. */
    secret: hex().notNull(),
    /** The secret before a rotation, still signed with until `previousSecretUntil`. */
    previousSecret: hex(),
    previousSecretUntil: moment(),
    isActive: boolean().notNull().default(true),
    retrySchedule: text({ enum: ["standard", "extended"] })
      .notNull()
      .default("standard"),
    /** Names of the events that it hears; null for all of them. */
    events: text().array(),
    /** First of the attempts that failed since the last one that succeeded; null while it is well. */
    failingSince: moment(),
    /** How many there were since then. */
    consecutiveFailures: integer().notNull().default(0),
    /** When we switched it off ourselves, and why; null once its owner switched it on again. */
    disabledAt: moment(),
    disabledReason: text({ enum: ["gone", "failing"] }),
    /** When its owner was told. */
    disabledNoticeAt: moment(),
    createdAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [
    index("webhook_endpoints_platform").on(t.platformId),
    index("webhook_endpoints_unnoticed")
      .on(t.id)
      .where(sql`${t.disabledAt} is not null and ${t.disabledNoticeAt} is null`),
  ],
);

/**
 * What happened, with the exact bytes that are signed and sent. `platformId` is the account that numbers it, which for
 * events of an orchestrator is the orchestrator itself: `sequence` is gapless per account.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    clientIdId: text(),
    sequence: bigint({ mode: "bigint" }),
    name: text().notNull(),
    /** One event per key, whatever reorgs, restarts and parallel workers do. */
    dedupeKey: text(),
    body: text().notNull(),
    createdAt: moment().notNull(),
    /** The span that its deliveries belong to (W3C Trace Context); null where what caused it was not traced. */
    traceparent: text(),
  },
  (t) => [
    uniqueIndex("webhook_events_sequence").on(t.platformId, t.sequence),
    uniqueIndex("webhook_events_dedupe").on(t.dedupeKey),
  ],
);

export const DELIVERY_STATES = ["pending", "succeeded", "failed"] as const;

/** One event for one endpoint. A pending row that is due is the job. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    eventId: references(() => webhookEvents.id),
    endpointId: references(() => webhookEndpoints.id),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    isTest: boolean().notNull().default(false),
    attempts: smallint().notNull().default(0),
    dueAt: moment().notNull(),
    /** End of a sender's lease; it also tells the lease apart from a later one. */
    lockedUntil: moment(),
    /** Why it failed for good, or the last attempt's error while it is retried. */
    error: text(),
    /** The delivery this one repeats. */
    replayOf: text(),
  },
  (t) => [
    index("webhook_deliveries_due").on(t.endpointId, t.dueAt).where(sql`${t.state} = 'pending'`),
    index("webhook_deliveries_of_event").using("hash", t.eventId).concurrently(),
    index("webhook_deliveries_newest").on(endpointKey(t), t.id).concurrently(),
    index("webhook_deliveries_failed").on(t.endpointId, t.id).where(sql`${t.state} = 'failed'`),
  ],
);

/**
 * One try of a delivery, in partitions by the time of the delivery. No foreign key: a month is dropped as a whole, and the
 * deliveries of its beginning are gone by then.
 */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    deliveryId: text().notNull(),
    number: smallint().notNull(),
    startedAt: moment().notNull(),
    durationMs: integer().notNull(),
    statusCode: smallint(),
    error: text(),
    responseBody: text(),
  },
  (t) => [primaryKey({ columns: [t.deliveryId, t.number] })],
);

/** How far the bus of the operator has the events of each account (`server/webhooks/publishing`). */
export const eventSinkCursors = pgTable("event_sink_cursors", {
  platformId: text()
    .primaryKey()
    .references(() => platforms.id),
  /** The last event that the bus has acknowledged and given back. */
  sequence: bigint({ mode: "bigint" }).notNull(),
  /** End of a worker's lease; it also tells the lease apart from a later one. */
  lockedUntil: moment(),
});
