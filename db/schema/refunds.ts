import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { requests } from "@/db/schema/requests";

/** The closed list of refund states; moves are in `server/payments/refunds/state.ts`. */
export const REFUND_STATES = ["prepared", "seen", "confirmed", "taken_back", "expired"] as const;

/**
 * Money that a merchant sends back to the payer of a request. The row is what was prepared and never changes but for its
 * state: what was sent is in `refund_transfers`, because the chain alone says so.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: text().primaryKey(),
    requestId: references(() => requests.id),
    network: text().notNull(),
    /** ID of the currency that it is sent in: the one the request was paid in. */
    currency: text().notNull(),
    /** Base units of that currency. */
    amount: baseUnits().notNull(),
    receiver: text().notNull(),
    /** The wallet whose payments it sends back; null for payments whose payer is not known. */
    payer: hex(),
    /** The link on which the payer named the receiver; null where that is the payer's own wallet. */
    refundLinkId: text(),
    /** Names it on chain, as `payment_reference` names a request. */
    paymentReference: hex().notNull(),
    topic1: hex().notNull(),
    state: text({ enum: REFUND_STATES }).notNull(),
    createdAt: moment().notNull(),
    /** When its amount is free again unless the chain has it; later after a reorganisation took it away. */
    expiresAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("refunds_topic1").on(t.topic1),
    index("refunds_request").on(t.requestId, t.id),
    index("refunds_due").on(t.expiresAt).where(sql`${t.state} in ('prepared', 'taken_back')`),
  ],
);

/** Payment events that send back what a refund says, as the chain has them. Removed when a reorganisation takes them away. */
export const refundTransfers = pgTable(
  "refund_transfers",
  {
    network: text().notNull(),
    txHash: hex().notNull(),
    /** Among the payment events of its transaction. */
    position: smallint().notNull(),
    refundId: references(() => refunds.id),
    /** What reached the receiver, base units. */
    amount: baseUnits().notNull(),
    /** The wallet that it was taken from; null where the chain does not tell, and in rows from before it was kept. */
    sender: hex(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: hex().notNull(),
    blockTime: moment().notNull(),
    /** Deep enough in the chain to be believed. */
    isConfirmed: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.txHash, t.position, t.network] }),
    index("refund_transfers_refund").on(t.refundId),
    index("refund_transfers_block").on(t.network, t.blockNumber),
    index("refund_transfers_unconfirmed").on(t.network, t.blockNumber).where(sql`not ${t.isConfirmed}`),
  ],
);

/**
 * Pages that open once, on which the payer of a deposit names the address that money goes back to. Whoever has the token
 * can do so, and what is named never changes.
 */
export const refundLinks = pgTable(
  "refund_links",
  {
    id: text().primaryKey(),
    tokenHash: hex().notNull(),
    requestId: references(() => requests.id),
    createdAt: moment().notNull(),
    /** Earlier where another link took its place. */
    expiresAt: moment().notNull(),
    /** What the payer named, and when; null before. */
    receiver: text(),
    namedAt: moment(),
  },
  (t) => [
    uniqueIndex("refund_links_token").on(t.tokenHash),
    index("refund_links_request").on(t.requestId, t.id),
  ],
);
