import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { amountKey, payeeStart, platformKey, referenceKey, statusKey } from "@/db/keys";

/** The closed list of request states (behaviour.md D-02); moves are in `server/requests/state.ts`. */
export const REQUEST_STATUSES = [
  "created",
  "processing",
  "partially_paid",
  "paid",
  "failed",
  "refunded",
] as const;

/** A payment request, incoming or outgoing. */
export const requests = pgTable(
  "requests",
  {
    id: text().primaryKey(),
    /** `01` and 32 random bytes (FM-05, D-03). */
    requestId: hex().notNull(),
    platformId: text().notNull(),
    clientIdId: text(),
    origin: text(),
    kind: text({ enum: ["request", "payout"] }).notNull(),
    /** Empty while a payment to a bank account has no deposit address yet. */
    payee: text().notNull(),
    payer: text(),
    network: text().notNull(),
    invoiceCurrency: text().notNull(),
    paymentCurrency: text().notNull(),
    /** Base units of the invoice currency; of fiat these are 10^-8 (onchain.md §9.2). */
    amount: baseUnits().notNull(),
    /** What is enough for it where its merchant tolerates less than the amount; null for others. Never changed. */
    leastAmount: baseUnits(),
    /** Whose payments may be short: plain transfers to deposit addresses, or all. */
    tolerates: text({ enum: ["deposits", "all"] }),
    /** Blocks until a payment counts; 0 only once its block is final, null as its network asks for. Never changed. */
    requiredConfirmations: smallint(),
    salt: hex().notNull(),
    paymentReference: hex().notNull(),
    /** keccak-256 of the payment reference: what the proxies index (onchain.md §6). */
    topic1: hex().notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    /** Counts announced failures after deep reorgs, so that a later settlement is announced anew. */
    settlementRound: smallint().notNull().default(0),
    isListening: boolean().notNull().default(false),
    note: text(),
    detectionSource: text(),
    /** Always null: each transfer knows its own. Processes of an earlier release still write it while they run. */
    payerEoaAddress: text(),
    customerInfo: jsonb(),
    reference: text(),
    feePercentage: text(),
    feeAddress: text(),
    isCryptoToFiatAllowed: boolean().notNull().default(false),
    /** Of its way to a bank account; null for other requests, and before the account is chosen. */
    offrampStatus: text(),
    recurrenceStartDate: moment(),
    recurrenceFrequency: text({ enum: ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] }),
    isRecurrenceStopped: boolean(),
    /** When the next request of a recurring invoice is due; null when there is none. */
    nextOccurrenceAt: moment(),
    occurrence: integer(),
    originalRequestId: hex(),
    originalRequestPaymentReference: hex(),
    createdAt: moment().notNull(),
    /** Who made it where no client ID did: a person signed in, or a program with an API key. */
    source: text({ enum: ["manual", "api"] }),
    /** When the chain took the transfer that covered it; null while it is not paid. */
    paidAt: moment(),
    /** Of the link that asks for it; null without one. */
    linkExpiresAt: moment(),
    /** How that link ended before it was paid. */
    linkEnd: text({ enum: ["expired", "compliance_failed"] }),
    /** The span of the call that created it (W3C Trace Context); null where that call was not traced. */
    traceparent: text(),
  },
  (t) => [
    uniqueIndex("requests_request_id").on(t.requestId),
    uniqueIndex("requests_topic1").on(t.topic1),
    index("requests_platform").on(platformKey(t), t.id),
    index("requests_client").on(t.clientIdId, t.id).where(sql`${t.clientIdId} is not null`),
    index("requests_payee_start").on(platformKey(t), payeeStart(t)).concurrently(),
    index("requests_reference_key").on(referenceKey(t)).where(sql`${t.reference} is not null`).concurrently(),
    index("requests_status_bucket").on(statusKey(t), t.createdAt),
    index("requests_amounts").on(amountKey(t), t.amount, t.createdAt).concurrently(),
    index("requests_due").on(t.nextOccurrenceAt).where(sql`${t.nextOccurrenceAt} is not null`),
  ],
);

/** What a merchant wrote down about a request, for nobody else. */
export const requestNotes = pgTable("request_notes", {
  requestId: text()
    .primaryKey()
    .references(() => requests.id),
  platformId: text().notNull(),
  text: text().notNull(),
  updatedAt: moment().notNull(),
});

/** A fee receiver with its own payment reference, paid in the payment's transaction (PF-05). */
export const feeLegs = pgTable(
  "fee_legs",
  {
    topic1: hex().primaryKey(),
    requestId: references(() => requests.id),
    paymentReference: hex().notNull(),
    type: text({ enum: ["protocol", "platform", "orchestrator"] }).notNull(),
    /** What a fee plan says must reach it, base units; null where a percentage of each payment decides. */
    amount: baseUnits(),
    /** Who bears it, by its fee plan; null for a fee on top of the payment, which its payer bears. */
    bearer: text({ enum: ["payer", "payee"] }),
    address: text().notNull(),
    percentage: text().notNull(),
    /** Sum of its transfers in the chain, base units. */
    paid: baseUnits().notNull().default(sql`0`),
  },
  (t) => [index("fee_legs_request").on(t.requestId)],
);

/** Transfers to fee receivers under their own references; removed when a reorganisation takes them away. */
export const feeTransfers = pgTable(
  "fee_transfers",
  {
    network: text().notNull(),
    txHash: hex().notNull(),
    position: smallint().notNull(),
    topic1: hex()
      .notNull()
      .references(() => feeLegs.topic1),
    amount: baseUnits().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.txHash, t.position, t.network] }),
    index("fee_transfers_leg").on(t.topic1),
    index("fee_transfers_block").on(t.network, t.blockNumber),
  ],
);
