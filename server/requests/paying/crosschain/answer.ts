import type { FeeRate } from "@/server/fees/platform-fee";
import { formatAmount } from "@/server/lib/amount";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import type { CrosschainCalldata } from "@/server/requests/paying/calldata-schema";
import { endsOf } from "@/server/requests/paying/crosschain/ends-of";
import type { PlannedDeposit } from "@/server/requests/paying/crosschain/plan-deposit";
import type { Quotes } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { quoteField } from "@/server/requests/paying/quoted";

/** Approvals and deposit in the order to send them, with what is to be said about them (PC-07). */
export function crosschainAnswer(
  payable: Payable,
  { source, quote, approvals, funding }: PlannedDeposit,
  platformFee: FeeRate | null,
  quotes: Quotes,
): CrosschainCalldata {
  const { decimals } = source.token;
  return {
    transactions: [...approvals, quote.call].map(transactionOf(source.network)),
    metadata: {
      stepsRequired: approvals.length + 1,
      needsApproval: true,
      approvalTransactionIndex: approvals.length - 1,
      paymentTransactionIndex: approvals.length,
      routeType: "crosschain",
      hasEnoughBalance: funding.hasEnoughBalance,
      hasEnoughGas: funding.hasEnoughGas,
      sourceAmount: formatAmount(quote.inputAmount, decimals),
      ...endsOf([quote], quotes),
      ...feeRates([payable], () => platformFee),
    },
    ...quoteField(payable, quotes),
  };
}
