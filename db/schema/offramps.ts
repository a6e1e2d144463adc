import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { OFFRAMP_PROVIDERS, payerBankAccounts, payers } from "@/db/schema/payers";
import { requests } from "@/db/schema/requests";

/** The way of a payment to a bank account (events.md §3.3); moves are in `server/requests/offramps/state.ts`. */
export const OFFRAMP_STATUSES = [
  "awaiting_funds",
  "initiated",
  "pending_internal_assessment",
  "ongoing_checks",
  "sending_fiat",
  "fiat_sent",
  "bounced",
  "retry_required",
  "failed",
  "refunded",
] as const;

/** What the provider makes of a request's payment. A request has one that counts; others came to nothing before it. */
export const offramps = pgTable(
  "offramps",
  {
    id: text().primaryKey(),
    requestId: references(() => requests.id),
    payerId: references(() => payers.id),
    bankAccountId: references(() => payerBankAccounts.id),
    provider: text({ enum: OFFRAMP_PROVIDERS }).notNull(),
    providerTransferId: text().notNull(),
    /** Where the provider takes the deposit, and where it sends money back to. */
    depositAddress: hex().notNull(),
    returnAddress: hex().notNull(),
    /** Base units of the request's token. */
    amount: baseUnits().notNull(),
    /** What the bank account receives, decimal text; null while the provider does not say. */
    destinationAmount: text(),
    destinationCurrency: text().notNull(),
    /** Units of the destination's currency for one of the token before fees, decimal text; null while nobody says. */
    rate: text(),
    /** Decimal texts of the token's symbol, by the provider's names. */
    fees: jsonb().notNull(),
    /** All of them in base units of the token; null in rows of before this was kept. */
    feeAmount: baseUnits(),
    status: text({ enum: OFFRAMP_STATUSES }).notNull(),
    moves: smallint().notNull().default(0),
    /** When money at the deposit address became known here, from the chain or the provider; null while there is none. */
    depositAt: moment(),
    /** Of the deposit, as the provider tells it: decimal text of the token, its transaction, and who sent it. */
    depositAmount: text(),
    depositTxHash: hex(),
    depositFrom: hex(),
    /** The newest block when the provider told of money that we had not seen: a later payment is another one. */
    depositBlock: bigint({ mode: "bigint" }),
    nextPollAt: moment(),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
    /** When another one took its place. What it still moves is its own: never that of its successor. */
    replacedAt: moment(),
  },
  (t) => [
    uniqueIndex("offramps_request").on(t.requestId).where(sql`${t.replacedAt} is null`),
    uniqueIndex("offramps_transfer").on(t.provider, t.providerTransferId),
    index("offramps_payer").on(t.payerId),
    index("offramps_due").on(t.nextPollAt).where(sql`${t.nextPollAt} is not null`),
  ],
);

/** Every move of an off-ramp. It begins as `awaiting_funds`, when its row is made. */
export const offrampMoves = pgTable(
  "offramp_moves",
  {
    offrampId: references(() => offramps.id),
    /** From 1: `moves` of the off-ramp. */
    number: smallint().notNull(),
    status: text({ enum: OFFRAMP_STATUSES }).notNull(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.offrampId, t.number] })],
);
