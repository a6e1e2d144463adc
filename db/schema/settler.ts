import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { baseUnits, hex, moment } from "@/db/columns";

/** What a network's settler is able to do now. */
export const SETTLER_STATES = [
  "ok",
  /** Its balance pays for no transaction. */
  "out_of_gas",
  "fee_above_ceiling",
  /** It has sent as many transactions as it may on a day. */
  "daily_limit",
  /** Nobody can tell what gas is worth. */
  "no_price",
  /** A transaction is in no block after several that replace it. */
  "stuck",
  /** A transaction waits that this service did not send. */
  "foreign_transaction",
  "refused_by_node",
] as const;

/** `lost`: another transaction has its nonce. */
export const SETTLER_TRANSACTION_STATES = ["pending", "mined", "lost"] as const;

/** One row per network: which worker settles there now, and how the settler is. */
export const settlers = pgTable("settlers", {
  network: text().primaryKey(),
  address: hex(),
  state: text({ enum: SETTLER_STATES }).notNull(),
  /** The same in words; null when it is `ok`. */
  reason: text(),
  /** Native coin, base units. */
  balance: baseUnits(),
  checkedAt: moment(),
  leaseOwner: text(),
  leaseUntil: moment(),
});

/** Every transaction that a settler signed. Stored before any node sees it, so that a crash loses none. */
export const settlerTransactions = pgTable(
  "settler_transactions",
  {
    id: text().primaryKey(),
    network: text().notNull(),
    sender: hex().notNull(),
    nonce: bigint({ mode: "bigint" }).notNull(),
    /** 1 for the first transaction with this nonce, more for those that replace it. */
    attempt: smallint().notNull(),
    hash: hex().notNull(),
    raw: hex().notNull(),
    to: hex().notNull(),
    data: hex().notNull(),
    /** How many addresses it collects from. */
    addresses: smallint().notNull(),
    gasLimit: baseUnits().notNull(),
    /** Wei per gas. */
    maxFee: baseUnits().notNull(),
    maxPriorityFee: baseUnits().notNull(),
    state: text({ enum: SETTLER_TRANSACTION_STATES }).notNull(),
    /** Nothing about it can change any more: its block, or the one that has its nonce, is final. */
    isSettled: boolean().notNull().default(false),
    /** Newest block when it was signed, or when its block was taken back. */
    signedAtBlock: bigint({ mode: "bigint" }).notNull(),
    /** Newest block when its nonce was found taken. */
    lostAtBlock: bigint({ mode: "bigint" }),
    blockNumber: bigint({ mode: "bigint" }),
    blockHash: hex(),
    succeeded: boolean(),
    gasUsed: baseUnits(),
    gasPrice: baseUnits(),
    signedAt: moment().notNull(),
  },
  (t) => [
    // Two workers that sign for one nonce at once: the second commit fails, and nothing of it is sent.
    uniqueIndex("settler_transactions_nonce").on(t.network, t.sender, t.nonce, t.attempt),
    index("settler_transactions_open").on(t.network, t.nonce).where(sql`not ${t.isSettled}`),
    index("settler_transactions_day").on(t.network, t.signedAt),
  ],
);
