import type { LEDGER_ACCOUNTS } from "@/db/schema";

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

interface AccountFacts {
  kind: "asset" | "liability" | "income" | "expense" | "clearing";
  /** What it holds, in one sentence for people. */
  holds: string;
}

/** The accounts of every journal, and what each holds. A balance is what was debited less what was credited. */
export const ACCOUNT_FACTS: Readonly<Record<LedgerAccount, AccountFacts>> = {
  wallet: { kind: "asset", holds: "Tokens in a wallet, as far as requests brought or took them." },
  deposit_address: {
    kind: "asset",
    holds: "Tokens at the deposit address of a request, until they are collected.",
  },
  receipts: { kind: "income", holds: "What requests were paid with." },
  held_receipts: {
    kind: "liability",
    holds: "Payments that wait for a decision: whose they are, or what they are worth.",
  },
  unallocated_receipts: {
    kind: "liability",
    holds: "Money that came with the reference of a request and does not count for it.",
  },
  overpayments: { kind: "liability", holds: "What requests got above what they asked for." },
  tolerance: { kind: "expense", holds: "What payers were let off." },
  conversion: {
    kind: "clearing",
    holds: "Money that was exchanged for another currency; its worth is the difference of conversion.",
  },
  fees: { kind: "expense", holds: "Fees that the account bears." },
  payer_fees: { kind: "expense", holds: "Fees that payers bear; as much is in Payer fees charged." },
  payer_fees_charged: { kind: "income", holds: "The other side of Payer fees: what payers paid on top." },
  fees_payable: { kind: "liability", holds: "Fees that lie at a deposit address until they are collected." },
  collected_unsplit: {
    kind: "clearing",
    holds: "What was collected before fees inside collections were kept: a rescan of its blocks divides it.",
  },
  refunds: { kind: "expense", holds: "What was sent back to payers." },
  payouts: { kind: "expense", holds: "What was paid to others." },
  bank_transit: { kind: "asset", holds: "Tokens at a provider that pays them to a bank account." },
  bank: { kind: "asset", holds: "What bank accounts received." },
  gas: { kind: "expense", holds: "Gas of collecting from deposit addresses of the account." },
  operator_gas: { kind: "liability", holds: "The other side of Gas: the settler of this service paid it." },
};
