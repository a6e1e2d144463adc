import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment } from "@/db/columns";
import { platformKey } from "@/db/keys";
import { requests } from "@/db/schema/requests";

/** The closed list of transfer states (onchain.md §8); moves are in `server/payments/state.ts`. */
export const TRANSFER_STATES = ["seen", "confirmed", "final", "orphaned", "dropped"] as const;

/** Why a transfer with a known reference counts for nothing. */
export const MISMATCH_REASONS = [
  "token_mismatch",
  "recipient_mismatch",
  "conversion_mismatch",
  // Money of a wallet that did not pass the gate of a link: held, shown, not counted.
  "payer_not_approved",
  // Nothing was sent, or nothing arrived: anyone can emit such an event at no cost.
  "zero_amount",
] as const;

/**
 * The condition that a transfer counts: it fits its request and is in the chain we believe in. Written out
 * as constants, because PostgreSQL uses the partial indexes below only for exactly this text.
 */
export function isCounted(transfer: { mismatch: AnyPgColumn; state: AnyPgColumn }): SQL {
  return sql`${transfer.mismatch} is null and ${transfer.state} in ('seen', 'confirmed', 'final')`;
}

/**
 * A payment seen on chain that names a request. Its identity is network, transaction and position among
 * the payment events of that transaction, so the same transaction mined again is the same row.
 */
export const transfers = pgTable(
  "transfers",
  {
    id: text().primaryKey(),
    network: text().notNull(),
    txHash: hex().notNull(),
    position: smallint().notNull(),
    requestId: text()
      .notNull()
      .references(() => requests.id),
    platformId: text().notNull(),
    clientIdId: text(),
    state: text({ enum: TRANSFER_STATES }).notNull(),
    /** Null when the transfer counts; otherwise why it does not. */
    mismatch: text({ enum: MISMATCH_REASONS }),
    type: text({ enum: ["direct", "conversion", "crosschain", "recurring"] }).notNull(),
    /** Null for the native coin. */
    token: hex(),
    recipient: hex().notNull(),
    /** Base units credited to the request. */
    amount: baseUnits().notNull(),
    /** Base units that reached the payee, different for tokens with transfer fees; null when unknown. */
    received: baseUnits(),
    feeAmount: baseUnits().notNull(),
    feeAddress: hex(),
    payer: hex(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: hex().notNull(),
    logIndex: integer().notNull(),
    blockTime: moment().notNull(),
    recordedAt: moment().notNull(),
    /** Head of the chain when the transfer was orphaned: once that is final, it is dropped. */
    orphanedAtBlock: bigint({ mode: "bigint" }),
    /** `settlementRound` of the request in which this transfer was announced; null before. */
    announcedRound: smallint(),
  },
  (t) => [
    uniqueIndex("transfers_identity").on(t.txHash, t.position, t.network),
    index("transfers_request").on(t.requestId),
    // The lists of payments, newest first: only what counts, so that counting needs the index alone.
    index("transfers_platform").on(platformKey(t), t.blockTime, t.id).where(isCounted(t)),
    index("transfers_client")
      .on(t.clientIdId, t.blockTime, t.id)
      .where(sql`${t.clientIdId} is not null and ${isCounted(t)}`),
    // Without a time, so that the payments of one wallet share one index entry.
    index("transfers_payer").on(t.platformId, t.payer).where(sql`${t.payer} is not null`),
    index("transfers_recipient").on(t.platformId, t.recipient),
    index("transfers_unsettled")
      .on(t.network, t.blockNumber)
      .where(sql`${t.state} not in ('final', 'dropped')`),
  ],
);

/** Where the watcher of one network stands. `nextBlock` moves only in the commit of its effects. */
export const chainCursors = pgTable("chain_cursors", {
  network: text().primaryKey(),
  startBlock: bigint({ mode: "bigint" }).notNull(),
  nextBlock: bigint({ mode: "bigint" }).notNull(),
  /** Blocks up to here were compared once more after they became final. */
  finalizedBlock: bigint({ mode: "bigint" }).notNull(),
  headBlock: bigint({ mode: "bigint" }).notNull(),
  /** Set when the chain contradicts what was final: the watcher stops and rewrites nothing. */
  haltedReason: text(),
  leaseOwner: text(),
  leaseUntil: moment(),
  lastPassAt: moment(),
});

/** Hashes of processed blocks that are not final yet, to recognise reorganisations. */
export const chainBlocks = pgTable(
  "chain_blocks",
  {
    network: text().notNull(),
    number: bigint({ mode: "bigint" }).notNull(),
    hash: hex().notNull(),
    parentHash: hex().notNull(),
    time: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.network, t.number] })],
);

/**
 * Recent payment events whose reference no request has (yet). A request can become visible after its
 * payment was mined; rows older than a few minutes are removed.
 */
export const unclaimedLogs = pgTable(
  "unclaimed_logs",
  {
    network: text().notNull(),
    topic1: hex().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    seenAt: moment().notNull(),
  },
  (t) => [index("unclaimed_logs_network").on(t.network, t.seenAt)],
);
