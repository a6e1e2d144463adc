import type { NetworkId } from "@/server/chains/networks";
import type { Verified, WalletBatch, WalletFamily, WalletTransaction } from "@/wallet/wallet";

/** The wallet that is asked to sign, as it is connected now. */
export interface Signer {
  family: WalletFamily;
  address: string;
}

/** The part of an answer that is not what the payer was shown. */
export type ProblemField =
  /** Not an answer of its kind at all: a missing or unknown field, a wrong type. */
  | "answer"
  | "wallet"
  | "network"
  /** Transactions are missing, too many or in another order. */
  | "transactions"
  /** The contract that is called. */
  | "contract"
  | "function"
  | "token"
  | "recipient"
  | "amount"
  | "reference"
  | "feeRecipient"
  | "feeAmount"
  | "spender"
  | "allowance"
  /** The rate that was promised, and what it makes of the amount. */
  | "quote"
  | "value"
  /** When how much is taken how often, and until when. */
  | "dates"
  /** What is signed beside all that: its kind, and its number. */
  | "permit"
  /** Who gets the money back when a bridge does not deliver. */
  | "refund"
  /** Until when a bridge may deliver, and who alone may for a while. */
  | "deadline"
  /** Where a plain transfer goes. */
  | "depositAddress"
  /** What a second person approved, and their signature. */
  | "approval"
  /** Calldata that says the same and more. */
  | "calldata";

/** Why nothing may be signed. Texts are facts in plain form, safe to show and to report. */
export interface Problem {
  field: ProblemField;
  expected: string;
  got: string;
}

/** What an argument of a call means to a payer; the page has a word for each. */
export type ArgumentMeaning =
  | "token"
  | "recipient"
  | "amount"
  | "reference"
  | "feeAmount"
  | "feeRecipient"
  | "spender"
  | "allowance"
  /** Which kind of payment a group of a batch holds. */
  | "paymentKind"
  | "refund"
  | "deadline"
  | "unused";

export interface DecodedArgument {
  /** As the contract names it: `_to`, `requestDetails[0].recipient`. */
  name: string;
  meaning: ArgumentMeaning;
  /** Exact: addresses in full unless hidden, numbers in base units. */
  value: string;
  /** Of an amount: the token it counts. */
  currency: string | null;
}

/** A call as a person can check it: the advanced view and the note about known contracts (PP-02). */
export interface DecodedCall {
  contract: { name: KnownContract; network: NetworkId; address: string };
  functionName: string;
  arguments: DecodedArgument[];
  /** Native coin that goes along, base units. */
  value: bigint;
  /** Null where it would tell a hidden recipient. */
  data: string | null;
}

/** Contracts the page knows by their compiled address. */
export type KnownContract =
  | "ERC20FeeProxy"
  | "EthereumFeeProxy"
  | "BatchPayments"
  | "RecurringPayments"
  | "AcrossSpokePool"
  | "LifiDiamond"
  | "Token";

/** What a step moves or allows of one currency, base units. */
export interface StepAmount {
  currency: string;
  amount: bigint;
}

/** One thing for the payer to sign. */
export interface Step {
  kind: "reset" | "approve" | "pay";
  transaction: Verified<WalletTransaction>;
  call: DecodedCall;
  /** Reset and approve: the token and the allowance that is set. Pay: all that leaves the wallet. */
  amounts: StepAmount[];
}

/**
 * Sign these in their order with this wallet, or nothing. `batch` is the same transactions in the same order, for a
 * wallet that carries out all of them or none; null where wallets know no batches.
 */
export type Comparison =
  | { ok: true; payer: string; steps: Step[]; batch: Verified<WalletBatch> | null }
  | { ok: false; problem: Problem };
