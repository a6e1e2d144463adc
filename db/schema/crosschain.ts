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
import { baseUnits, hex, moment, references } from "@/db/columns";
import { requests } from "@/db/schema/requests";

/** The closed list of states of a deposit; moves are in `server/crosschain/state.ts`. */
export const DEPOSIT_STATES = [
  /** In the source chain, and no relayer has filled it yet. */
  "bridging",
  /** The payee has the money, by the payment call. */
  "filled",
  /** The payee has the money, the payment call failed. */
  "filled_call_failed",
  /** The time to fill it is over, by a block that is not final. */
  "expired",
  /** Nobody can fill it any more: the pool owes the depositor a refund. */
  "refunding",
  "refunded",
  /** The refund is overdue: somebody has to ask for it. Or, with a fill: the payer had it delivered to somebody else. */
  "failed",
  /** The source chain dropped the transaction. */
  "dropped",
] as const;

/**
 * A deposit of a payer on one chain for a request on another, as the events of the source chain say it. Everything
 * about it follows from the two chains; no provider is asked.
 */
export const crosschainDeposits = pgTable(
  "crosschain_deposits",
  {
    id: text().primaryKey(),
    requestId: references(() => requests.id),
    state: text({ enum: DEPOSIT_STATES }).notNull(),
    sourceNetwork: text().notNull(),
    /** Number of the deposit in the pool of its source. */
    depositId: baseUnits().notNull(),
    destinationNetwork: text().notNull(),
    txHash: hex().notNull(),
    logIndex: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: hex().notNull(),
    blockTime: moment().notNull(),
    /** Who gave the money, by the transfers of the transaction; null where they do not tell. */
    payer: hex(),
    payerEoa: hex(),
    /** Who gets it back; whoever deposits may name anybody. */
    depositor: hex().notNull(),
    recipient: hex().notNull(),
    inputToken: hex().notNull(),
    outputToken: hex().notNull(),
    /** Base units of the input token. */
    inputAmount: baseUnits().notNull(),
    /** Base units of the output token. */
    outputAmount: baseUnits().notNull(),
    exclusiveRelayer: hex().notNull(),
    exclusivityDeadline: bigint({ mode: "number" }).notNull(),
    quoteTimestamp: bigint({ mode: "number" }).notNull(),
    /** Seconds since 1970, by the clock of the destination chain. */
    fillDeadline: bigint({ mode: "number" }).notNull(),
    message: hex().notNull(),
    messageHash: hex().notNull(),
    /** What of it reaches the payee, base units of the output token; null in rows from before it was kept. */
    payeeAmount: baseUnits(),
    /** Whether a relayer would fill it; null in rows from before that was kept. */
    fillable: boolean(),
    /** First block of the destination that may hold its fill. */
    fillsFrom: bigint({ mode: "bigint" }).notNull(),
    fillTxHash: hex(),
    fillBlockNumber: bigint({ mode: "bigint" }),
    fillBlockHash: hex(),
    /** When the destination's blocks passed the deadline and no fill was there. */
    expiredAt: moment(),
    /** First block of the source that may hold its refund; null while none is due. */
    refundsFrom: bigint({ mode: "bigint" }),
    refundTxHash: hex(),
    refundLogIndex: integer(),
    /** Position within the event, which pays several addresses. */
    refundPosition: smallint(),
    refundBlockNumber: bigint({ mode: "bigint" }),
    refundBlockHash: hex(),
    seenAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (t) => [
    // The words that the pool's relay hash covers: a contract can make two deposits of one number (server/crosschain/relay.ts).
    uniqueIndex("crosschain_deposits_relay").on(
      t.sourceNetwork,
      t.depositId,
      t.destinationNetwork,
      t.messageHash,
      t.depositor,
      t.recipient,
      t.inputToken,
      t.inputAmount,
      t.outputToken,
      t.outputAmount,
      t.exclusiveRelayer,
      t.exclusivityDeadline,
      t.fillDeadline,
    ),
    index("crosschain_deposits_request").on(t.requestId),
    index("crosschain_deposits_block").on(t.sourceNetwork, t.blockNumber),
    index("crosschain_deposits_tx").on(t.txHash),
    // What the watcher looks after; all others are at their end.
    index("crosschain_deposits_open")
      .on(t.destinationNetwork)
      .where(sql`${t.state} in ('bridging', 'expired')`),
    index("crosschain_deposits_refunding")
      .on(t.sourceNetwork)
      .where(sql`${t.state} in ('refunding', 'failed')`),
    index("crosschain_deposits_fill").on(t.destinationNetwork, t.fillBlockNumber),
  ],
);

/**
 * Deposits that a pass of the watcher could not write or move: left out of the passes, so that others go on, and tried
 * again later. They may have no row.
 */
export const quarantinedDeposits = pgTable(
  "quarantined_deposits",
  {
    sourceNetwork: text().notNull(),
    txHash: hex().notNull(),
    logIndex: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    reason: text().notNull(),
    failures: integer().notNull(),
    since: moment().notNull(),
    retryAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sourceNetwork, t.txHash, t.logIndex] })],
);

/** What LI.FI calls a transfer that has ended, is on its way, or is not known to it (providers.md §1.5). */
export const LIFI_WORDS = [
  "not_found",
  "invalid",
  "pending",
  "refund_in_progress",
  "completed",
  "partial",
  "refunded",
  "failed",
  "refund_needed",
] as const;

/**
 * A deposit that goes through LI.FI's contracts: LI.FI's ID of it, by which its receiver announces on the destination that
 * the call failed, and what LI.FI says about it. That is told, and moves nothing.
 */
export const lifiTransfers = pgTable(
  "lifi_transfers",
  {
    depositId: text()
      .primaryKey()
      .references(() => crosschainDeposits.id),
    transactionId: hex().notNull(),
    /** Null while LI.FI has not been asked. */
    word: text({ enum: LIFI_WORDS }),
    /** LI.FI's own word for a failure or a delay. */
    substatus: text(),
    asks: integer().notNull(),
    /** When LI.FI is asked next; null once there is nothing left to learn. */
    nextAskAt: moment(),
    askedAt: moment(),
  },
  (t) => [
    index("lifi_transfers_transaction").on(t.transactionId),
    index("lifi_transfers_due").on(t.nextAskAt).where(sql`${t.nextAskAt} is not null`),
  ],
);

/** How far the deposits of a chain were read for good. */
export const crosschainCursors = pgTable("crosschain_cursors", {
  network: text().primaryKey(),
  finalizedBlock: bigint({ mode: "bigint" }).notNull(),
});
