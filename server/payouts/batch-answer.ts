import { zeroAddress } from "viem";
import type { Network } from "@/server/chains/networks";
import type { FeeRate } from "@/server/fees/platform-fee";
import { formatAmount } from "@/server/lib/amount";
import type { BatchPayoutCreated, BatchReadiness } from "@/server/payouts/schema";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import type { Quotes } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { quoteField } from "@/server/requests/paying/quoted";
import type { Readiness } from "@/server/requests/paying/readiness";

/** A batch in its wire form (PO-09 to PO-11). */
export function batchAnswer(
  network: Network,
  payables: readonly Payable[],
  plan: PaymentPlan,
  { approvals, funding }: Readiness,
  platformFeeOf: (payable: Payable) => FeeRate | null,
  quotes: Quotes,
): BatchPayoutCreated {
  const onWire = transactionOf(network);
  const rates = feeRates(payables, platformFeeOf);
  return {
    ERC20ApprovalTransactions: approvals.map(onWire),
    batchPaymentTransaction: onWire(plan.call),
    requests: payables.map((payable) => ({
      requestId: payable.row.requestId.slice(2),
      paymentReference: payable.row.paymentReference,
      payee: payable.row.payee,
      amount: formatAmount(payable.remaining, payable.invoice.decimals),
      invoiceCurrency: payable.row.invoiceCurrency,
      paymentCurrency: payable.row.paymentCurrency,
      ...quoteField(payable, quotes),
    })),
    metadata: { ...readinessOf(funding), ...rates },
    ...(rates.platformFee ? { platformFee: rates.platformFee } : {}),
  };
}

/** Whether a payer could carry out a batch now (PO-11); unknown where none was named. */
export function readinessOf(funding: Readiness["funding"]): BatchReadiness {
  if (!funding) return { hasEnoughBalance: false, hasEnoughGas: null, canMakePayment: null };
  const { hasEnoughBalance, hasEnoughGas, shortfalls } = funding;
  return {
    hasEnoughBalance,
    hasEnoughGas,
    canMakePayment: hasEnoughBalance && hasEnoughGas,
    insufficientTokens: shortfalls.map(({ token, required, available }) => ({
      tokenAddress: token.address ?? zeroAddress,
      tokenSymbol: token.symbol,
      paymentCurrencyId: token.id,
      required: formatAmount(required, token.decimals),
      available: formatAmount(available, token.decimals),
    })),
  };
}
