import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { baseUnits, hex, moment } from "@/db/columns";
import { platformKey } from "@/db/keys";
import type { DatevSettings } from "@/db/schema/ledger-worths";

/** The accounts of the journal; what each holds is in `server/ledger/accounts.ts`. */
export const LEDGER_ACCOUNTS = [
  "wallet",
  "deposit_address",
  "receipts",
  "held_receipts",
  "unallocated_receipts",
  "overpayments",
  "tolerance",
  "conversion",
  "fees",
  "payer_fees",
  "payer_fees_charged",
  "fees_payable",
  "collected_unsplit",
  "refunds",
  "payouts",
  "bank_transit",
  "bank",
  "gas",
  "operator_gas",
] as const;

/** What an entry is about. */
export const LEDGER_ORIGINS = [
  /** A row of `transfers`. */
  "payment",
  /** A row of `fee_transfers`. */
  "fee",
  /** A row of `refund_transfers`. */
  "refund",
  /** A row of `deposit_collections`. */
  "collection",
  /** A paid request: what it got more or less than it asked for. */
  "difference",
  /** A payment that its provider brought to a bank account. */
  "bank",
  /** A transaction of the settler. */
  "gas",
] as const;

/**
 * The journal (docs/decisions/books.md): each row moves one amount from the account that is credited to the account
 * that is debited, in one currency, so that what is debited is what is credited whatever is written. Triggers write it in
 * the commit of what it is derived from; nothing of it is ever changed or removed.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    /** What it is derived from, one part of that, and the how many-eth entry about both it is. The three are its ID. */
    source: text().notNull(),
    part: text().notNull(),
    turn: smallint().notNull(),
    /**
     * Drawn when it is entered: the order in which the journal is read (`server/ledger/reading/visible.ts`). It counts over all
     * accounts, with gaps where a commit was cut off.
     */
    sequence: bigint({ mode: "bigint" }).generatedAlwaysAsIdentity(),
    /** The turn that this entry takes back; null for one that takes nothing back. */
    reverses: smallint(),
    platformId: text().notNull(),
    origin: text({ enum: LEDGER_ORIGINS }).notNull(),
    debit: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    credit: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** The wallet or deposit address, where the account has several and it is known which. */
    debitWallet: hex(),
    creditWallet: hex(),
    network: text().notNull(),
    /** ID of a currency; of what came in a token that its request did not ask for, `<network>/<address>`. */
    currency: text().notNull(),
    /** Base units of the currency. */
    amount: baseUnits().notNull(),
    requestId: text().notNull(),
    /** Where it stands in the chain; null for what no block holds. */
    txHash: hex(),
    position: smallint(),
    logIndex: integer(),
    blockNumber: bigint({ mode: "bigint" }),
    /** When it happened: the time of its block where there is one. */
    occurredAt: moment().notNull(),
    /** The time that it counts for in the books. */
    bookedAt: moment().notNull(),
    /** By the clock of the database. */
    recordedAt: moment().notNull().default(sql`now()`),
    /** Derived from what was recorded before there was a journal. */
    isBackfilled: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.part, t.turn] }),
    index("ledger_entries_booked").on(platformKey(t), t.bookedAt, t.source, t.part, t.turn),
    index("ledger_entries_sequence").on(platformKey(t), t.sequence),
    // What every account has entered since a moment: the newest rows lie together, and little is kept of each.
    index("ledger_entries_drawn").using("brin", t.sequence).concurrently(),
    check("ledger_entries_amount", sql`${t.amount} > 0`),
    // NaN is more than any number, and would make every sum NaN.
    check("ledger_entries_is_number", sql`${t.amount} <> 'NaN'`),
    check(
      "ledger_entries_known_accounts",
      sql`is_ledger_account(${t.debit}) and is_ledger_account(${t.credit})`,
    ),
    check(
      "ledger_entries_accounts",
      sql`${t.debit} <> ${t.credit} or ${t.debitWallet} is distinct from ${t.creditWallet}`,
    ),
  ],
);

/** How far payments from before the journal were entered into it; absent before the first pass. */
export const ledgerBackfills = pgTable("ledger_backfills", {
  origin: text({ enum: LEDGER_ORIGINS }).primaryKey(),
  /** The last one that was looked at. */
  after: text().notNull(),
  doneAt: moment(),
});

/**
 * What came to each wallet of an account and went from it, by quarter of an hour: every entry up to `ledger_sum_cursor` is in it.
 * Derived data that the worker adds to; removing the row of the cursor has it made anew.
 */
export const ledgerSums = pgTable(
  "ledger_sums",
  {
    platformId: text().notNull(),
    /** First moment of the quarter of an hour that the entries count for. */
    bookedFrom: moment().notNull(),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    /** Empty for deposit addresses, which are summed as one, and where no wallet is known. */
    wallet: hex().notNull(),
    network: text().notNull(),
    /** As in the entries. */
    currency: text().notNull(),
    /** Base units; what a reorganisation took back is subtracted. */
    received: numeric().notNull(),
    sent: numeric().notNull(),
  },
  (t) => [
    primaryKey({
      name: "ledger_sums_pk",
      columns: [t.platformId, t.bookedFrom, t.account, t.wallet, t.network, t.currency],
    }),
  ],
);

/** One row: the number of the last entry that is in `ledger_sums`. */
export const ledgerSumCursor = pgTable(
  "ledger_sum_cursor",
  {
    id: smallint().primaryKey().default(1),
    sequence: bigint({ mode: "bigint" }).notNull(),
  },
  (t) => [check("ledger_sum_cursor_one", sql`${t.id} = 1`)],
);

/** `comparing` while the chain is read again, `compared` while its differences wait for an explanation. */
export const LEDGER_PERIOD_STATES = ["comparing", "compared", "closed"] as const;

/** Something of which the chain says otherwise than what is recorded. */
export interface PeriodDifference {
  /** Names it among those of its period. */
  id: string;
  network: string;
  /** Null where a whole network could not be compared. */
  txHash: string | null;
  problem: string;
}

/** Blocks of one network that belong to a period, and the next one that is to be compared. */
export interface PeriodBlocks {
  next: string;
  to: string;
}

/**
 * Periods of an account's books that take no entry any more, from the moment that they have a row here. Each begins where the
 * one before ends. A trigger keeps a closed one as it is.
 */
export const ledgerPeriods = pgTable(
  "ledger_periods",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    startsAt: moment().notNull(),
    /** The first moment that is not in it. */
    endsAt: moment().notNull(),
    timeZone: text().notNull(),
    state: text({ enum: LEDGER_PERIOD_STATES }).notNull(),
    /** By network, what is left to compare. */
    blocks: jsonb().$type<Record<string, PeriodBlocks>>().notNull(),
    differences: jsonb().$type<PeriodDifference[]>().notNull(),
    /** What people have written about differences so far, by the difference's ID; the statement has what counts. */
    explanations: jsonb().$type<Record<string, string>>().notNull().default({}),
    frozenAt: moment().notNull(),
    closedAt: moment(),
    /** What was signed; null before it is closed. */
    statement: jsonb().$type<unknown>(),
  },
  (t) => [uniqueIndex("ledger_periods_end").on(t.platformId, t.endsAt)],
);

/** What an account's accounting program calls the accounts of the journal: by their name, or by name and currency ID. */
export const ledgerMappings = pgTable("ledger_mappings", {
  platformId: text().primaryKey(),
  accounts: jsonb().$type<Record<string, string>>().notNull(),
});

/** What a file of the books was made with beside the journal. */
export interface ExportInputs {
  /** Of the books; null before it was named. */
  currency: string | null;
  datev: DatevSettings | null;
  /** As in `ledger_mappings`. */
  accounts: Record<string, string>;
  isClosed: boolean;
  /** ISO time. */
  createdAt: string;
}

/** Files of the books that were downloaded, with what makes each of them again. The files themselves are not kept. */
export const ledgerExports = pgTable(
  "ledger_exports",
  {
    id: text().primaryKey(),
    platformId: text().notNull(),
    startedAt: moment().notNull(),
    /** What was asked for (`ExportQuery`). */
    query: jsonb().$type<unknown>().notNull(),
    inputs: jsonb().$type<ExportInputs>().notNull(),
    fileName: text().notNull(),
    /** Who was signed in; null for an API key. */
    personId: text(),
    /** The credential's own row, never its value. */
    credentialId: text().notNull(),
    /** From here on null until all of it was sent. */
    finishedAt: moment(),
    /** Entries and later worths in it. */
    rows: integer(),
    bytes: bigint({ mode: "number" }),
    /** Of the whole file. */
    sha256: hex(),
  },
  (t) => [
    index("ledger_exports_account").on(t.platformId, t.id),
    check(
      "ledger_exports_whole",
      sql`num_nulls(${t.finishedAt}, ${t.rows}, ${t.bytes}, ${t.sha256}) in (0, 4)`,
    ),
  ],
);
