import { nativeInUsd } from "@/server/chains/network-fee";
import { NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { formatAmount } from "@/server/lib/amount";
import { feeRates } from "@/server/requests/paying/calldata-answer";
import { type Due, storedFee } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import type { PairReadiness } from "@/server/secure-payments/calldata/smart-account";
import type { SingleCalldataMetadata } from "@/server/secure-payments/wire/pay-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/** About the transactions of a single link (SY-06, SY-07). Without a wallet nothing is said about funds. */
export function singleMetadata(
  payable: Payable,
  { amount }: Pick<Due, "amount">,
  plan: PaymentPlan,
  { readiness, ownerApprovals, pulls, eoaApproval }: PairReadiness,
  query: VisitQuery,
): SingleCalldataMetadata {
  const { approvals, funding } = readiness;
  const before = pulls.length + approvals.length;
  return {
    stepsRequired: before + 1,
    needsApproval: approvals.length > 0,
    ...(approvals.length > 0 ? { approvalTransactionIndex: before - 1 } : {}),
    approvalTransactionsCount: approvals.length,
    paymentTransactionIndex: before,
    routeType: "samechain",
    ...feeLimits(payable, plan, approvals.length),
    ...feeRates([payable], storedFee),
    ...(query.eoaWallet === undefined ? {} : { eoaApprovalRequired: ownerApprovals.length > 0 }),
    ...(eoaApproval ? { eoaApproval } : {}),
    ...(funding
      ? fundsMetadata(payable, amount, funding, approvals.length > 0, query.isSafe === "true")
      : {}),
  };
}

/** Where wallets build their transactions themselves, how much each may burn (TR-08). */
function feeLimits({ token }: Payable, { feeLimit }: PaymentPlan, approvals: number) {
  const approvalFeeLimit = paymentCalls(NETWORKS[token.network]).approval.feeLimit;
  return {
    ...(approvalFeeLimit === null || approvals === 0 ? {} : { approvalFeeLimit: String(approvalFeeLimit) }),
    ...(feeLimit === null ? {} : { paymentFeeLimit: String(feeLimit) }),
  };
}

type Funding = NonNullable<PairReadiness["readiness"]["funding"]>;

function fundsMetadata(
  { token }: Payable,
  amount: bigint,
  funding: Funding,
  needsApproval: boolean,
  isSafe: boolean,
): Partial<SingleCalldataMetadata> {
  const { native } = NETWORKS[token.network];
  const { hasEnoughBalance, gasCost, nativePriceUsd } = funding;
  // The owners of a Safe pay its gas (MS-01).
  const hasEnoughGas = isSafe || funding.hasEnoughGas;
  const [balance] = funding.balances;
  const inToken = (units: bigint) => formatAmount(units, token.decimals);
  const inNative = (units: bigint) => formatAmount(units, native.decimals);
  const total = gasCost.approvals + gasCost.payment;
  const inUsd = (units: bigint) =>
    nativePriceUsd === null ? undefined : nativeInUsd(units, native.decimals, nativePriceUsd);
  const gas = (required: boolean, amount: bigint) => ({
    required,
    currency: native.symbol,
    amountNative: inNative(amount),
    amountUsd: inUsd(amount),
    hasEnoughBalance: isSafe || funding.native >= amount,
  });
  return {
    hasEnoughBalance,
    hasEnoughGas,
    hasEnoughAllowance: !needsApproval,
    ...(balance
      ? {
          balance: inToken(balance.available),
          requiredAmount: inToken(balance.required),
          sourceAmount: inToken(balance.required),
          ...(balance.allowance === null ? {} : { allowance: inToken(balance.allowance) }),
        }
      : {}),
    nativeBalance: inNative(funding.native),
    estimatedNetworkFee: inNative(total),
    estimatedNetworkFeeUsd: inUsd(total),
    estimatedApprovalNetworkFee: inNative(gasCost.approvals),
    estimatedApprovalNetworkFeeUsd: inUsd(gasCost.approvals),
    estimatedPaymentNetworkFee: inNative(gasCost.payment),
    estimatedPaymentNetworkFeeUsd: inUsd(gasCost.payment),
    costBreakdown: {
      approvalFee: gas(needsApproval, gasCost.approvals),
      paymentGasFee: gas(true, gasCost.payment),
      totalGasFee: gas(true, total),
      fundingStatus: {
        hasEnoughPaymentToken: hasEnoughBalance,
        hasEnoughApprovalGas: isSafe || funding.native >= gasCost.approvals,
        hasEnoughOverall: hasEnoughBalance && hasEnoughGas,
      },
      ...(balance
        ? {
            totals: {
              paymentAmount: inToken(amount),
              paymentCurrency: token.id,
              sourceAmount: inToken(balance.required),
            },
          }
        : {}),
    },
  };
}
