import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment } from "@/db/columns";

/** What a network's executor is able to do now; `server/executor/state.ts` says what each means. */
export const EXECUTOR_STATES = [
  "ok",
  "low_balance",
  "payers_refuse",
  "out_of_gas",
  "fee_above_ceiling",
  "stuck",
  "foreign_transaction",
  "refused_by_node",
  "sends_nothing",
  "not_relayer",
  "contract_paused",
  "wrong_contract",
  "no_key",
] as const;

/** `lost`: another transaction has its nonce. */
export const EXECUTOR_TRANSACTION_STATES = ["pending", "mined", "lost"] as const;

/** One row per network: which worker executes there now, and how the executor is. */
export const executorWallets = pgTable("executor_wallets", {
  network: text().primaryKey(),
  /** The account that pays for gas; null where none is configured. */
  address: hex(),
  state: text({ enum: EXECUTOR_STATES }).notNull(),
  /** The same in words; null when it is `ok`. */
  reason: text(),
  /** Native coin, base units. */
  balance: baseUnits(),
  /** Instalments that the balance pays for at the present price of gas. */
  executionsLeft: bigint({ mode: "number" }),
  checkedAt: moment(),
  /** Instalments that failed in the simulation or on chain, all workers together; only ever grows. */
  failedInstalments: bigint({ mode: "number" }).notNull().default(0),
  leaseOwner: text(),
  leaseUntil: moment(),
});

/** What an instalment in a transaction is named by. */
export interface CarriedInstalment {
  scheduleId: string;
  /** Digest of the permit, the name of the schedule in the contract. */
  digest: string;
  /** 1 for the first. */
  index: number;
  paymentReference: string;
  /** The claim on it: its row, and which attempt at it this is. */
  instalmentId: string;
  attempt: number;
}

/** Every transaction that an executor signed. Stored before any node sees it, so that a crash loses none. */
export const executorTransactions = pgTable(
  "executor_transactions",
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
    gasLimit: baseUnits().notNull(),
    /** Wei per gas. */
    maxFee: baseUnits().notNull(),
    maxPriorityFee: baseUnits().notNull(),
    /** None for one that only frees a nonce. */
    instalments: jsonb().$type<CarriedInstalment[]>().notNull(),
    state: text({ enum: EXECUTOR_TRANSACTION_STATES }).notNull(),
    /** Nothing about it can change any more: its block, or the one that has its nonce, is final. */
    isSettled: boolean().notNull().default(false),
    /** Newest block when it was signed or its block was taken back, and when it was found lost. */
    signedAtBlock: bigint({ mode: "bigint" }).notNull(),
    lostAtBlock: bigint({ mode: "bigint" }),
    /** The last refusal of a node in words; null when it was taken. */
    refusal: text(),
    blockNumber: bigint({ mode: "bigint" }),
    blockHash: hex(),
    succeeded: boolean(),
    /** Instalments that it paid, and that the contract refused in it. */
    paid: integer(),
    failed: integer(),
    gasUsed: baseUnits(),
    gasPrice: baseUnits(),
    signedAt: moment().notNull(),
    minedAt: moment(),
  },
  (t) => [
    // Two workers that sign for one nonce at once: the second commit fails, and nothing of it is sent.
    uniqueIndex("executor_transactions_nonce").on(t.network, t.sender, t.nonce, t.attempt),
    index("executor_transactions_open").on(t.network, t.nonce).where(sql`not ${t.isSettled}`),
    index("executor_transactions_hash").on(t.hash),
    index("executor_transactions_blocks").on(t.network, t.blockNumber).where(sql`${t.state} = 'mined'`),
  ],
);
