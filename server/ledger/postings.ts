import type { LedgerAccount } from "@/server/ledger/accounts";

/** What is debited, what is credited, and how much of what. */
type Posting = readonly [debit: LedgerAccount, credit: LedgerAccount, amount: string];

/**
 * Everything that happens to an account's money, and what it puts into the journal. The functions of the database
 * (`ledger_*_lines`) make it so, `lines.ts` derives it once more for the audit, and `postings.test.ts` lets each event
 * happen.
 */
export const POSTINGS = {
  // Payments of requests
  "payment received": [["wallet", "receipts", "what arrived"]],
  "part received": [["wallet", "receipts", "the part"]],
  "more received than asked for": [
    ["wallet", "receipts", "what arrived"],
    ["receipts", "overpayments", "what is above the amount"],
  ],
  "paid a second time": [
    ["wallet", "receipts", "what arrived"],
    ["receipts", "overpayments", "what is above the amount"],
  ],
  "paid after its time": [["wallet", "receipts", "what arrived"]],
  "received by a Safe": [["wallet", "receipts", "what arrived"]],
  "received from another network": [["wallet", "receipts", "what the payment call brought"]],
  "more arrived from another network than was called for": [
    ["wallet", "receipts", "what the payment call brought"],
    ["wallet", "unallocated_receipts", "what arrived beside it"],
  ],
  "received in another currency": [
    ["wallet", "receipts", "what arrived, in the token"],
    ["receipts", "conversion", "what arrived, in the token"],
    ["conversion", "receipts", "what it is credited with, in the currency of the request"],
  ],
  "tolerance let off": [
    ["wallet", "receipts", "what arrived"],
    ["tolerance", "receipts", "what is missing"],
  ],
  // Fees
  "fee on top, inside the payment": [
    ["wallet", "receipts", "what arrived"],
    ["payer_fees", "payer_fees_charged", "the fee"],
  ],
  "fee on top, a transfer of its own": [["payer_fees", "payer_fees_charged", "the fee"]],
  "fee out of the amount": [["fees", "receipts", "the fee"]],
  // What does not count
  "held: of a wallet that was not approved": [
    ["wallet", "receipts", "what arrived"],
    ["receipts", "held_receipts", "what arrived"],
  ],
  "held: nobody knows what it is worth": [
    ["wallet", "receipts", "what arrived"],
    ["receipts", "held_receipts", "what arrived"],
  ],
  released: [["held_receipts", "receipts", "what was held"]],
  rejected: [
    ["held_receipts", "receipts", "what was held"],
    ["receipts", "unallocated_receipts", "what was held"],
  ],
  "in a token that was not asked for": [
    ["wallet", "receipts", "what arrived, in that token"],
    ["receipts", "unallocated_receipts", "what arrived, in that token"],
  ],
  "to a wallet that is not the payee": [],
  // Plain transfers
  "arrived at a deposit address": [
    ["deposit_address", "receipts", "what is the payee's"],
    ["deposit_address", "fees_payable", "the fees"],
  ],
  "collected from a deposit address": [
    ["wallet", "deposit_address", "what is the payee's"],
    ["fees_payable", "deposit_address", "the fee"],
  ],
  "fee collected from a deposit address": [["fees_payable", "deposit_address", "the fee"]],
  "collected before collections were divided": [["collected_unsplit", "deposit_address", "all of it"]],
  "gas of collecting": [["gas", "operator_gas", "the account's share of the gas"]],
  // Money that goes out
  refunded: [["refunds", "wallet", "what was sent back"]],
  "paid out": [["payouts", "wallet", "what was paid"]],
  "fee of a payout": [
    ["payouts", "wallet", "what was paid"],
    ["fees", "wallet", "the fee"],
  ],
  "fee of a payout, out of its amount": [["payouts", "wallet", "the fee"]],
  "paid out in another currency": [
    ["payouts", "wallet", "what was paid, in the token"],
    ["conversion", "payouts", "what was paid, in the token"],
    ["payouts", "conversion", "what it is credited with, in the currency of the payout"],
  ],
  // To a bank account
  "received for a bank account": [["bank_transit", "receipts", "what arrived"]],
  "paid to the bank account": [
    ["conversion", "bank_transit", "what arrived, in the token"],
    ["bank", "conversion", "what the bank account received"],
  ],
  "paid to the bank account, and the provider kept fees": [
    ["conversion", "bank_transit", "what arrived, in the token, less the fees"],
    ["fees", "bank_transit", "the fees"],
    ["bank", "conversion", "what the bank account received"],
  ],
  "sent back by the provider": [["refunds", "bank_transit", "what arrived"]],
  // What the chain takes back
  "payment reorganised": [["receipts", "wallet", "what had arrived"]],
  "refund reorganised": [["wallet", "refunds", "what was sent back"]],
} as const satisfies Record<string, readonly Posting[]>;

export type BusinessEvent = keyof typeof POSTINGS;
