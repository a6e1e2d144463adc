import { addressText } from "@/server/chains/address";
import type { Call } from "@/server/chains/evm/calldata";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { transactionValue } from "@/server/chains/transaction-value";
import type { FeeRate } from "@/server/fees/platform-fee";
import type { CalldataMetadata, Transaction } from "@/server/requests/paying/calldata-schema";
import type { Payable } from "@/server/requests/paying/payable";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import type { Readiness } from "@/server/requests/paying/readiness";

/** Gives calls of a network their wire form, which has no other key: signers refuse unknown ones (FM-11). */
export function transactionOf({ family }: Pick<Network, "family">): (call: Call) => Transaction {
  return ({ to, data, value }) => ({
    to: addressText(family, to),
    data,
    value: transactionValue(value),
  });
}

/**
 * Approvals and payment of one request, in the order to send them, with what is to be said about them
 * (PC-02 to PC-04). Without a wallet nothing is known about funds: both answers are false.
 */
export function calldataAnswer(
  payable: Payable,
  plan: PaymentPlan,
  readiness: Readiness,
  platformFee: FeeRate | null,
): { transactions: Transaction[]; metadata: CalldataMetadata } {
  const { approvals, funding } = readiness;
  const { token } = payable;
  const transactions = [...approvals, plan.call].map(transactionOf(NETWORKS[token.network]));
  const metadata: CalldataMetadata = {
    stepsRequired: transactions.length,
    needsApproval: approvals.length > 0,
    approvalTransactionIndex: approvals.length > 0 ? approvals.length - 1 : null,
    paymentTransactionIndex: approvals.length,
    hasEnoughBalance: funding?.hasEnoughBalance ?? false,
    hasEnoughGas: funding?.hasEnoughGas ?? false,
    ...feeRates([payable], () => platformFee),
  };
  return { transactions, metadata };
}

/**
 * The shares that go on top of each of these payments (PC-03). A rate that only some of them have, or that differs
 * between them, is not said.
 */
export function feeRates(
  payables: readonly Payable[],
  platformFeeOf: (payable: Payable) => FeeRate | null,
): Pick<CalldataMetadata, "platformFee" | "protocolFee"> {
  const platformFee = commonRate(payables.map(platformFeeOf));
  const protocolFee = commonRate(payables.map(({ feeLeg }) => feeLeg));
  return { ...(platformFee ? { platformFee } : {}), ...(protocolFee ? { protocolFee } : {}) };
}

function commonRate([first, ...others]: readonly (FeeRate | null)[]): FeeRate | null {
  if (!first) return null;
  const { percentage, address } = first;
  const isSame = (rate: FeeRate | null) => rate?.percentage === percentage && rate.address === address;
  return others.every(isSame) ? { percentage, address } : null;
}
