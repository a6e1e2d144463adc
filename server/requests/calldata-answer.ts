import type { Call } from "@/server/chains/evm/calldata";
import type { FeeRate } from "@/server/fees/platform-fee";
import type { CalldataMetadata, Transaction } from "@/server/requests/calldata-schema";
import type { Payable } from "@/server/requests/payable";
import type { PaymentPlan } from "@/server/requests/payment-plan";
import type { Readiness } from "@/server/requests/readiness";

/** A call in its wire form. */
export function transactionOf(call: Call): Transaction {
  return { to: call.to, data: call.data, value: `0x${call.value.toString(16)}`, chainType: "evm" };
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
  const { feeLeg } = payable;
  const transactions = [...approvals, plan.call].map(transactionOf);
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
