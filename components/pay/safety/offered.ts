import type { Hex } from "viem";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { anyObject, listOf, objectOf, type Parsed, textOf } from "@/components/pay/safety/parse";
import { readTransactionValue } from "@/server/chains/transaction-value";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** A transaction as an answer has it, in the right form and trusted in nothing else. */
export interface OfferedTransaction {
  to: string;
  data: Hex;
  value: bigint;
}

/** What an answer says, taken apart. */
export interface Offer {
  approvals: OfferedTransaction[];
  payment: OfferedTransaction;
  /** The fees it lists; null where it lists none. */
  fees: unknown[] | null;
  /** The promised rate; undefined where it has none. */
  quote: unknown;
  /** The same as one transaction of a Safe; undefined where it has none. */
  safeTransaction: unknown;
  /** Of a multicall: what it says about itself and each child. */
  bundle: Parsed | null;
  metadata: Parsed;
}

/** Reads the answer of `/pay` for this kind of payment. Throws `Mismatch` for every other form. */
export function offerOf(kind: ShownPayment["kind"], answer: unknown): Offer {
  if (kind === "batch") return batchOffer(answer);
  return kind === "single" ? singleOffer(answer) : multicallOffer(answer);
}

function singleOffer(answer: unknown): Offer {
  const parts = objectOf(
    "answer",
    answer,
    ["paymentType", "transactions", "feeBundle", "metadata"],
    ["eoaApprovalTransactions", "quote", "safeTransaction"],
  );
  requireSame("answer", "single", parts.paymentType);
  return {
    ...stepsOf(parts),
    fees: feesOf(parts.feeBundle),
    quote: parts.quote,
    safeTransaction: parts.safeTransaction,
    bundle: null,
  };
}

const BUNDLE_FIELDS = [
  ...["paymentType", "transactions", "feeBundle", "executionKind", "token", "network", "chainId"],
  ...["childTokens", "requestIds", "children", "payees", "amounts", "references"],
  ...["ERC20ApprovalTransactions", "metadata"],
];

function multicallOffer(answer: unknown): Offer {
  const parts = objectOf(
    "answer",
    answer,
    [...BUNDLE_FIELDS, "batchPaymentTransaction"],
    ["eoaApprovalTransactions", "safeTransaction"],
  );
  requireSame("answer", "multicall", parts.paymentType);
  const offer = stepsOf(parts);
  // Both forms of the same transactions are there; a wallet may be given either.
  const again = [
    ...listOf("ERC20ApprovalTransactions", parts.ERC20ApprovalTransactions),
    parts.batchPaymentTransaction,
  ].map((one) => transactionOf(one));
  requireSameLists([...offer.approvals, offer.payment], again);
  const { safeTransaction } = parts;
  return { ...offer, fees: feesOf(parts.feeBundle), quote: undefined, safeTransaction, bundle: parts };
}

/** What an answer says that brings each payment of a bundle by a deposit of its own, taken apart. */
export interface DepositsOffer extends Omit<Offer, "payment" | "bundle"> {
  deposits: OfferedTransaction[];
  /** What is said of each deposit, in their order. */
  costs: Parsed[];
  /** What each deposit calls on the other network, as it is told. */
  calls: Parsed[];
  bundle: Parsed;
}

/** The same of `/pay` for a bundle that is paid from another network. Throws `Mismatch` for every other form. */
export function depositsOfferOf(answer: unknown): DepositsOffer {
  const parts = objectOf(
    "answer",
    answer,
    [...BUNDLE_FIELDS, "destinationCalls"],
    // A payment on the source itself would stand there: a bundle of one other network has none.
    ["eoaApprovalTransactions"],
  );
  requireSame("answer", "multicall", parts.paymentType);
  requireNoneOfOthers(parts);
  const all = listOf("transactions", parts.transactions).map((one) => transactionOf(one));
  const metadata = anyObject("metadata", parts.metadata);
  const approvals = listOf("ERC20ApprovalTransactions", parts.ERC20ApprovalTransactions).map((one) =>
    transactionOf(one),
  );
  const deposits = all.slice(approvals.length);
  if (deposits.length === 0) throw new Mismatch("transactions", "a deposit", "none");
  requireSameLists(approvals, all.slice(0, approvals.length));
  requireSame("transactions", all.length, metadata.stepsRequired);
  requireSame("transactions", approvals.length, metadata.paymentTransactionIndex);
  requireSame("transactions", approvals.length, metadata.approvalTransactionsCount);
  const indices = listOf("bridgeTxIndices", metadata.bridgeTxIndices);
  requireSame("transactions", deposits.map((_, i) => approvals.length + i).join(), indices.join());
  if (metadata.eoaApproval !== undefined || metadata.batchPaymentTransactionIndex !== undefined) {
    throw new Mismatch("transactions", "approvals and deposits alone", "others");
  }
  const objectsIn = (name: string, value: unknown) => {
    const list = listOf(name, value).map((one) => anyObject(name, one));
    requireSame("transactions", deposits.length, list.length);
    return list;
  };
  return {
    approvals,
    deposits,
    costs: objectsIn("bridgeDeposits", metadata.bridgeDeposits),
    calls: objectsIn("destinationCalls", parts.destinationCalls),
    fees: feesOf(parts.feeBundle),
    quote: undefined,
    safeTransaction: undefined,
    bundle: parts,
    metadata,
  };
}

/** A batch comes without counts of its own. */
function batchOffer(answer: unknown): Offer {
  const parts = objectOf(
    "answer",
    answer,
    ["ERC20ApprovalTransactions", "batchPaymentTransaction"],
    ["metadata", "safeTransaction"],
  );
  return {
    approvals: listOf("ERC20ApprovalTransactions", parts.ERC20ApprovalTransactions).map((one) =>
      transactionOf(one),
    ),
    payment: transactionOf(parts.batchPaymentTransaction),
    fees: null,
    quote: undefined,
    safeTransaction: parts.safeTransaction,
    bundle: null,
    metadata: parts.metadata === undefined ? {} : anyObject("metadata", parts.metadata),
  };
}

function requireSameLists(steps: readonly OfferedTransaction[], again: readonly OfferedTransaction[]): void {
  requireSame("transactions", steps.length, again.length);
  for (const [index, step] of steps.entries()) {
    const other = again[index];
    if (step.to !== other?.to || step.data !== other.data || step.value !== other.value) {
      throw new Mismatch("transactions", "the same transactions in both lists", "different ones");
    }
  }
}

/** Approvals by another wallet are none of ours. */
function requireNoneOfOthers({ eoaApprovalTransactions: foreign = [] }: Parsed): void {
  if (listOf("eoaApprovalTransactions", foreign).length > 0) {
    throw new Mismatch("transactions", "no transaction of another wallet", "eoaApprovalTransactions");
  }
}

/** The transactions of an answer, whose counts say how many there are meant to be. Throws `Mismatch`. */
export function stepsOf(parts: Parsed): Pick<Offer, "approvals" | "payment" | "metadata"> {
  requireNoneOfOthers(parts);
  const all = listOf("transactions", parts.transactions).map((one) => transactionOf(one));
  const payment = all.at(-1);
  if (!payment) throw new Mismatch("transactions", "a payment", "none");
  const approvals = all.slice(0, -1);
  const metadata = anyObject("metadata", parts.metadata);
  requireSame("transactions", all.length, metadata.stepsRequired);
  requireSame("transactions", approvals.length, metadata.paymentTransactionIndex);
  requireSame("transactions", approvals.length > 0, metadata.needsApproval);
  requireSame("transactions", approvals.length, metadata.approvalTransactionsCount ?? approvals.length);
  if (metadata.eoaApproval !== undefined) {
    throw new Mismatch("transactions", "no approval by another wallet", "eoaApproval");
  }
  return { approvals, payment, metadata };
}

/** One transaction of an answer, in the right form. Throws `Mismatch`. */
export function transactionOf(value: unknown): OfferedTransaction {
  const parts = objectOf("transaction", value, ["to", "data", "value"]);
  const data = textOf("data", parts.data);
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) throw new Mismatch("answer", "data in hex", data);
  const wei = readTransactionValue(parts.value);
  if (wei === null) throw new Mismatch("value", "an amount of wei", parts.value);
  return { to: textOf("to", parts.to), data: `0x${data.slice(2)}`, value: wei };
}

function feesOf(value: unknown): unknown[] | null {
  if (value === null) return null;
  return listOf("fees", anyObject("feeBundle", value).fees);
}
