import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import { payerStart, platformKey } from "@/db/keys";
import { requests } from "@/db/schema/requests";

/** The closed list of transfer states (onchain.md §8); moves are in `server/payments/state.ts`. */
export const TRANSFER_STATES = ["seen", "confirmed", "final", "orphaned", "dropped"] as const;

/** Why a transfer with a known reference counts for nothing. */
export const MISMATCH_REASONS = [
  "token_mismatch",
  "recipient_mismatch",
  "conversion_mismatch",
  // Money of a wallet that was not approved for a link: held, shown, not counted.
  "payer_not_approved",
  // The same after the operator of this service decided that it never counts.
  "payer_rejected",
  // Nothing was sent, or nothing arrived: anyone can emit such an event at no cost.
  "zero_amount",
  // Money for a request in another currency, which no quote covers and for which no price could be had: held.
  "unvalued",
] as const;

/** How it was decided what a payment in another currency than the invoice's is worth. */
export const VALUATIONS = [
  /** At the rate of a quote that was live for its payer. */
  "quote",
  /** At the price at the time of its block. */
  "block_price",
  /** By the event of a conversion contract. */
  "conversion_event",
  /** By the operator of this service, where no price could be had. */
  "operator",
] as const;

/** What a transfer credits to its request: base units of the invoice currency. */
export function creditedBy(transfer: { credited: AnyPgColumn; amount: AnyPgColumn }): SQL {
  return sql`coalesce(${transfer.credited}, ${transfer.amount})`;
}

/**
 * The condition that a transfer counts: it fits its request and is in the chain we believe in. Written out
 * as constants, because PostgreSQL uses the partial indexes below only for exactly this text.
 */
export function isCounted(transfer: { mismatch: AnyPgColumn; state: AnyPgColumn }): SQL {
  return sql`${transfer.mismatch} is null and ${transfer.state} in ('seen', 'confirmed', 'final')`;
}

/** The condition that a transfer is held: it counts once its wallet is approved, or once it can be valued. */
export function isHeld(transfer: { mismatch: AnyPgColumn; state: AnyPgColumn }): SQL {
  return sql`${transfer.mismatch} in ('payer_not_approved', 'unvalued') and ${transfer.state} in ('seen', 'confirmed', 'final')`;
}

/** The opposite of `isCounted`, for the other half of the transfers of a request. */
export function isNotCounted(transfer: { mismatch: AnyPgColumn; state: AnyPgColumn }): SQL {
  return sql`${transfer.mismatch} is not null or ${transfer.state} in ('orphaned', 'dropped')`;
}

/** The condition that a transfer settles its request and was not announced yet; written out for the same reason. */
export function isUnannounced(transfer: {
  mismatch: AnyPgColumn;
  state: AnyPgColumn;
  announcedRound: AnyPgColumn;
}): SQL {
  return sql`${transfer.announcedRound} is null and ${transfer.mismatch} is null
    and ${transfer.state} in ('confirmed', 'final')`;
}

/**
 * A payment seen on chain that names a request. Its identity is network, transaction and position among
 * the payment events of that transaction, so the same transaction mined again is the same row. A transfer to a deposit
 * address is no payment event: its position is −1 − its place among all events of the transaction.
 */
export const transfers = pgTable(
  "transfers",
  {
    id: text().primaryKey(),
    network: text().notNull(),
    txHash: hex().notNull(),
    position: smallint().notNull(),
    requestId: references(() => requests.id),
    platformId: text().notNull(),
    clientIdId: text(),
    state: text({ enum: TRANSFER_STATES }).notNull(),
    /** Null when the transfer counts; otherwise why it does not. */
    mismatch: text({ enum: MISMATCH_REASONS }),
    /** Why the operator of this service released or rejected it; null when nobody did. */
    operatorReason: text(),
    type: text({ enum: ["direct", "conversion", "crosschain", "recurring", "deposit"] }).notNull(),
    /** Null for the native coin. */
    token: hex(),
    recipient: hex().notNull(),
    /** Base units of the token, never more than arrived. Of a request in that token, what is credited to it. */
    amount: baseUnits().notNull(),
    /**
     * What is credited to a request in another currency than the token, base units of the invoice currency. Null for a
     * request in the token itself, and while nothing is credited.
     */
    credited: baseUnits(),
    /** How `credited` was found; null where there is none. */
    valuation: text({ enum: VALUATIONS }),
    /** The quote that was live, where `valuation` is `quote`. */
    quoteId: text(),
    /** Units of the token for one of the invoice currency, decimal text: of its quote where there is one. */
    rate: text(),
    /** Where that rate is from, as in a quote; null where no price was asked for. */
    rateSources: jsonb(),
    /** Base units that reached the payee, different for tokens with transfer fees; null when unknown. */
    received: baseUnits(),
    feeAmount: baseUnits().notNull(),
    feeAddress: hex(),
    payer: hex(),
    /** The payer where it signed the transaction itself; null for contracts, behind relayers and where unknown. */
    payerEoa: hex(),
    /** Where the money was deposited that a relayer brought, and the number of the deposit there; null without a bridge. */
    sourceNetwork: text(),
    depositId: baseUnits(),
    /** The transaction of that deposit; null while the source chain has not shown it. */
    sourceTxHash: hex(),
    /** When its block was made; null too for one that no relayer would fill, and in rows from before it was kept. */
    depositedAt: moment(),
    /** The bridge's payment call failed and the money reached the payee without it (XC-07); null where it did not. */
    isFallback: boolean(),
    /** The deposit address that a plain transfer went to; null for payments through a payment contract. */
    depositAddress: hex(),
    /** Who sent that transfer, which may be an exchange and not the payer; and all of it, fees included, base units. */
    sentFrom: hex(),
    arrived: baseUnits(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: hex().notNull(),
    logIndex: integer().notNull(),
    blockTime: moment().notNull(),
    /** Asked by nobody here: what somebody who looks into a late payment compares with `blockTime`. */
    recordedAt: moment().notNull(),
    /** How many providers of nodes have to show it before it counts, and how many did; null where one node is enough. */
    quorum: smallint(),
    attestedBy: smallint(),
    /** Blocks until it counts, as its request says; 0 only once its block is final, null as its network asks for. */
    requiredConfirmations: smallint(),
    /** Head of the chain when the transfer was orphaned: once that is final, it is dropped. */
    orphanedAtBlock: bigint({ mode: "bigint" }),
    /**
     * `settlementRound` of the request in which this transfer was announced, by itself or in the total of a later
     * one; null before, and again when the round ended without it.
     */
    announcedRound: smallint(),
  },
  (t) => [
    uniqueIndex("transfers_identity").on(t.txHash, t.position, t.network),
    // Of one request, in the order of the chain: a stranger can give it hundreds of thousands of either kind.
    index("transfers_request").on(t.requestId, t.blockNumber, t.logIndex).where(isCounted(t)),
    index("transfers_uncounted")
      .on(t.requestId, t.mismatch, t.blockNumber, t.logIndex)
      .where(isNotCounted(t)),
    index("transfers_unannounced").on(t.requestId, t.blockNumber, t.logIndex).where(isUnannounced(t)),
    // The lists of payments, newest first: only what counts, so that counting needs the index alone.
    index("transfers_platform").on(platformKey(t), t.blockTime, t.id).where(isCounted(t)),
    index("transfers_client")
      .on(t.clientIdId, t.blockTime, t.id)
      .where(sql`${t.clientIdId} is not null and ${isCounted(t)}`),
    // Without a time, so that the payments of one wallet share one index entry.
    index("transfers_payer_start").on(payerStart(t)).where(sql`${t.payer} is not null`).concurrently(),
    index("transfers_recipient").on(t.platformId, t.recipient),
    // For the audit of a range of blocks. Transfers lie in the order of their blocks, a few networks mixed: the lowest
    // and highest numbers of each stretch of the table find them.
    index("transfers_block_ranges")
      .using("brin", t.blockNumber.op("int8_minmax_multi_ops"))
      .with({ pages_per_range: 32, autosummarize: true })
      .concurrently(),
    // What counts for nothing is watched over: an operator has to look at it.
    index("transfers_mismatched")
      .on(t.network, t.mismatch, t.state)
      .where(sql`${t.mismatch} is not null`)
      .concurrently(),
    // What a merchant is told to look at: a stranger can give a link hundreds of thousands of them.
    index("transfers_held").on(platformKey(t), t.blockTime).where(isHeld(t)).concurrently(),
    // What moves schedules on, however much dust has the references of their instalments.
    index("transfers_recurring").on(t.requestId).where(sql`${t.type} = 'recurring'`).concurrently(),
    // By the deposit that a bridge filled, and by the transaction that made it.
    index("transfers_deposit").on(t.depositId).where(sql`${t.depositId} is not null`).concurrently(),
    index("transfers_source_tx").on(t.sourceTxHash).where(sql`${t.sourceTxHash} is not null`).concurrently(),
    // Of one deposit address, in the order of the chain.
    index("transfers_arrivals")
      .on(t.depositAddress, t.blockNumber, t.logIndex)
      .where(sql`${t.depositAddress} is not null`)
      .concurrently(),
    // What came to the deposit addresses of an account, which its dashboard adds up.
    index("transfers_at_deposits")
      .on(platformKey(t), t.depositAddress)
      .where(sql`${t.depositAddress} is not null`)
      .concurrently(),
    index("transfers_unsettled")
      .on(t.network, t.blockNumber)
      .where(sql`${t.state} not in ('final', 'dropped')`),
  ],
);

/**
 * The money of a request, so that nobody has to add up its transfers (docs/decisions/dust.md). Base units of the
 * invoice currency, where nothing else is said. Absent
 * until the request is settled for the first time; then exact together with the rows of `transfer_changes`.
 */
export const requestSums = pgTable(
  "request_sums",
  {
    requestId: text().primaryKey(),
    /** Transfers that count, their number, what they credit, and what arrived. */
    transfers: bigint({ mode: "bigint" }).notNull(),
    counted: baseUnits().notNull(),
    received: baseUnits().notNull(),
    /** The fees inside their events, base units of the token. */
    fees: baseUnits().notNull(),
    /** What of `counted` is confirmed. */
    settled: baseUnits().notNull(),
    /** What `counted` was paid with, base units of the token; 0 for a request in the token itself. */
    converted: baseUnits().notNull().default(sql`0`),
    /** The transfer that brought it to its amount, and what of that transfer is above the amount; with `paid` only. */
    coveredBy: text(),
    coveredExcess: baseUnits(),
    /** Partial payments that had an event of their own, and when the last partial event was made. */
    partialEvents: integer().notNull().default(0),
    lastPartialAt: moment(),
    /** When to settle it again, because payments wait to be announced together; null otherwise. */
    settleAt: moment(),
  },
  (t) => [index("request_sums_due").on(t.settleAt).where(sql`${t.settleAt} is not null`)],
);

/** What changed of the sums of requests since they were settled; a trigger on `transfers` writes it. */
export const transferChanges = pgTable(
  "transfer_changes",
  {
    requestId: text().notNull(),
    transfers: bigint({ mode: "bigint" }).notNull(),
    counted: baseUnits().notNull(),
    received: baseUnits().notNull(),
    fees: baseUnits().notNull(),
    settled: baseUnits().notNull(),
    converted: baseUnits().notNull().default(sql`0`),
  },
  (t) => [index("transfer_changes_request").on(t.requestId)],
);

/**
 * Requests whose settling failed: left out of every pass, so that the payments of others go on, and tried again at
 * `retryAt`. Empty is what one hopes for.
 */
export const quarantinedRequests = pgTable(
  "quarantined_requests",
  {
    requestId: text()
      .primaryKey()
      .references(() => requests.id),
    network: text().notNull(),
    reason: text().notNull(),
    failures: integer().notNull(),
    since: moment().notNull(),
    retryAt: moment().notNull(),
  },
  (t) => [index("quarantined_requests_due").on(t.network, t.retryAt)],
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

/**
 * The parts into which the payments of a network are split while its watcher catches up: how far each is recorded ahead
 * of the watcher, and which worker records it. Rows of one network agree about `parts`; 1 means that it is split no more.
 */
export const watcherParts = pgTable(
  "watcher_parts",
  {
    network: text().notNull(),
    part: smallint().notNull(),
    parts: smallint().notNull(),
    nextBlock: bigint({ mode: "bigint" }).notNull(),
    /** The last block of which this part, or one of a split before, may have recorded something. */
    recordedTo: bigint({ mode: "bigint" }).notNull(),
    leaseOwner: text(),
    leaseUntil: moment(),
  },
  (t) => [primaryKey({ columns: [t.network, t.part] })],
);

/**
 * What was last seen of a network's nodes and of its watcher's failures, apart from how far the watcher has come: a
 * watcher that cannot read must not look as if there were nothing to read.
 */
export const chainObservations = pgTable("chain_observations", {
  network: text().primaryKey(),
  /** Newest block of any configured node that counts as timely; null before a node has answered. */
  headBlock: bigint({ mode: "bigint" }),
  headTime: moment(),
  /** When the nodes were last asked, and when one last answered. */
  lookedAt: moment(),
  answeredAt: moment(),
  /** State of each node, in the order of the configuration. */
  nodes: text().array().notNull().default(sql`'{}'`),
  /** Passes that failed since the row was made, the last of them, and since when no pass has ended well. */
  failedPasses: bigint({ mode: "bigint" }).notNull().default(sql`0`),
  failedAt: moment(),
  failingSince: moment(),
  failure: text(),
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
