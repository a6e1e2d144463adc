import { addressText } from "@/server/chains/address";
import type { Call } from "@/server/chains/evm/calldata";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { transactionValue } from "@/server/chains/transaction-value";
import type { FeeRate } from "@/server/fees/platform-fee";
import type { CalldataMetadata, Transaction } from "@/server/requests/calldata-schema";
import type { Payable } from "@/server/requests/payable";
import type { PaymentPlan } from "@/server/requests/payment-plan";
import type { Readiness } from "@/server/requests/readiness";

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
 * (PC-02 to PC-04). Without a wallet nothing is said about its funds.
 */
export function calldataAnswer(
  payable: Payable,
  plan: PaymentPlan,
  readiness: Readiness,
  platformFee: FeeRate | null,
): { transactions: Transaction[]; metadata: CalldataMetadata } {
  const { approvals, funding } = readiness;
  const { feeLeg, token } = payable;
  const transactions = [...approvals, plan.call].map(transactionOf(NETWORKS[token.network]));
  const metadata: CalldataMetadata = {
    stepsRequired: transactions.length,
    needsApproval: approvals.length > 0,
    approvalTransactionIndex: approvals.length > 0 ? approvals.length - 1 : null,
    paymentTransactionIndex: approvals.length,
    ...(funding ? { hasEnoughBalance: funding.hasEnoughBalance, hasEnoughGas: funding.hasEnoughGas } : {}),
    ...(platformFee ? { platformFee } : {}),
    ...(feeLeg ? { protocolFee: { percentage: feeLeg.percentage, address: feeLeg.address } } : {}),
  };
  return { transactions, metadata };
}
