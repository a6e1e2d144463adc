import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { hex, moment, references } from "@/db/columns";
import { securePaymentIntents, securePayments } from "@/db/schema/secure-payments";

/**
 * What is known of a Safe transaction that pays a link: its intent holds the claim and the state, this row what was
 * checked on chain before the claim was believed and what has been seen since (behaviour.md §21).
 */
export const safeTransactions = pgTable(
  "safe_transactions",
  {
    intentId: text()
      .primaryKey()
      .references(() => securePaymentIntents.id),
    network: text().notNull(),
    /** Lower-case. */
    safe: text().notNull(),
    /** What the Safe calls its version, `1.4.1`. */
    version: text().notNull(),
    nonce: bigint({ mode: "bigint" }).notNull(),
    /** Owners who have to sign, as the Safe said when the claim was checked. */
    threshold: integer().notNull(),
    ownerCount: integer().notNull(),
    /** Owners who have signed, lower-case, as a Safe transaction service tells; null where nobody tells. */
    signers: jsonb().$type<string[]>(),
    /** Owners who have signed the empty transaction of the same nonce, which would reject it. */
    rejecters: jsonb().$type<string[]>(),
    /** When the service was last asked. */
    askedAt: moment(),
    /** Until then nobody else is given calldata for the link. */
    holdsUntil: moment().notNull(),
    /** From then on it is no longer looked for. */
    trackedUntil: moment().notNull(),
    /** The last block whose events of this Safe are known. */
    lookedUpTo: bigint({ mode: "bigint" }).notNull(),
    /** The Safe's next nonce in the block before the first of them, or a later one: the Safe is asked before anything follows. */
    nonceBefore: bigint({ mode: "bigint" }).notNull(),
    /** Transactions that the Safe has carried out since, without this one, in their order: each used one nonce. */
    others: jsonb().$type<{ block: string; safeTxHash: string }[]>().notNull(),
    /** What became of it in a block, which may still be replaced. */
    outcome: text({ enum: ["success", "failure", "rejection", "replacement"] }),
    outcomeTxHash: hex(),
    outcomeBlock: bigint({ mode: "bigint" }),
    failure: text({ enum: ["execution_failed", "rejected", "replaced", "deadline_passed"] }),
    endedAt: moment(),
  },
  (t) => [index("safe_transactions_outcome").on(t.network, t.outcomeBlock)],
);

/**
 * Calls that a Safe was given for a link, so that a claim can be checked against them: by the time it comes, less may
 * be left to pay, or a rate may be over. A few of each link.
 */
export const safeOffers = pgTable(
  "safe_offers",
  {
    securePaymentId: references(() => securePayments.id),
    /** keccak-256 of Safe and calls. */
    offerHash: hex().notNull(),
    /** Lower-case. */
    safe: text().notNull(),
    calls: jsonb().$type<{ to: string; data: string; value: string }[]>().notNull(),
    offeredAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.securePaymentId, t.offerHash] })],
);
