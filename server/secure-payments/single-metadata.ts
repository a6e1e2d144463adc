import { NETWORKS } from "@/server/chains/networks";
import { formatAmount } from "@/server/lib/amount";
import type { Payable } from "@/server/requests/payable";
import type { SingleCalldataMetadata, VisitQuery } from "@/server/secure-payments/schema";
import type { PairReadiness } from "@/server/secure-payments/smart-account";

/** About the transactions of a single link (SY-06, SY-07). Without a wallet nothing is said about funds. */
export function singleMetadata(
  payable: Payable,
  { readiness, ownerApprovals, pulls, eoaApproval }: PairReadiness,
  query: VisitQuery,
): SingleCalldataMetadata {
  const { approvals, funding } = readiness;
  const { feeLeg } = payable;
  const before = pulls.length + approvals.length;
  return {
    stepsRequired: before + 1,
    needsApproval: approvals.length > 0,
    ...(approvals.length > 0 ? { approvalTransactionIndex: before - 1 } : {}),
    approvalTransactionsCount: approvals.length,
    paymentTransactionIndex: before,
    routeType: "samechain",
    ...(feeLeg ? { protocolFee: { percentage: feeLeg.percentage, address: feeLeg.address } } : {}),
    ...(query.eoaWallet === undefined ? {} : { eoaApprovalRequired: ownerApprovals.length > 0 }),
    ...(eoaApproval ? { eoaApproval } : {}),
    ...(funding ? fundsMetadata(payable, funding, approvals.length > 0, query.isSafe === "true") : {}),
  };
}

type Funding = NonNullable<PairReadiness["readiness"]["funding"]>;

function fundsMetadata(
  { token, remaining }: Payable,
  funding: Funding,
  needsApproval: boolean,
  isSafe: boolean,
): Partial<SingleCalldataMetadata> {
  const { native } = NETWORKS[token.network];
  const { hasEnoughBalance, gasCost } = funding;
  // The owners of a Safe pay its gas (MS-01).
  const hasEnoughGas = isSafe || funding.hasEnoughGas;
  const [balance] = funding.balances;
  const inToken = (units: bigint) => formatAmount(units, token.decimals);
  const inNative = (units: bigint) => formatAmount(units, native.decimals);
  const total = gasCost.approvals + gasCost.payment;
  const gas = (required: boolean, amount: bigint) => ({
    required,
    currency: native.symbol,
    amountNative: inNative(amount),
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
    estimatedApprovalNetworkFee: inNative(gasCost.approvals),
    estimatedPaymentNetworkFee: inNative(gasCost.payment),
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
              paymentAmount: inToken(remaining),
              paymentCurrency: token.id,
              sourceAmount: inToken(balance.required),
            },
          }
        : {}),
    },
  };
}
