import { zeroAddress } from "viem";
import type { Network } from "@/server/chains/networks";
import { formatAmount } from "@/server/lib/amount";
import type { BatchPayoutCreated, BatchReadiness } from "@/server/payouts/schema";
import { transactionOf } from "@/server/requests/calldata-answer";
import type { Payable } from "@/server/requests/payable";
import type { PaymentPlan } from "@/server/requests/payment-plan";
import type { Readiness } from "@/server/requests/readiness";

/** A batch in its wire form (PO-09 to PO-11); readiness only where a payer was named. */
export function batchAnswer(
  network: Network,
  payables: readonly Payable[],
  plan: PaymentPlan,
  { approvals, funding }: Readiness,
): BatchPayoutCreated {
  const onWire = transactionOf(network);
  return {
    ERC20ApprovalTransactions: approvals.map(onWire),
    batchPaymentTransaction: onWire(plan.call),
    requests: payables.map(({ row, token, remaining }) => ({
      requestId: row.requestId.slice(2),
      paymentReference: row.paymentReference,
      payee: row.payee,
      amount: formatAmount(remaining, token.decimals),
      invoiceCurrency: row.invoiceCurrency,
      paymentCurrency: row.paymentCurrency,
    })),
    ...(funding ? { metadata: readinessOf(funding) } : {}),
  };
}

/** Whether a payer could carry out a batch now (PO-11). */
export function readinessOf(funding: NonNullable<Readiness["funding"]>): BatchReadiness {
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
