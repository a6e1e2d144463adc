import { nativeInUsd } from "@/server/chains/network-fee";
import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { endsOf } from "@/server/requests/paying/crosschain/ends-of";
import type { PlannedDeposits } from "@/server/requests/paying/crosschain/plan-deposit";
import type { Quotes } from "@/server/requests/paying/due";
import type {
  BridgeDeposit,
  CrosschainMetadata,
  SingleCalldataMetadata,
} from "@/server/secure-payments/wire/pay-schema";

/** What is planned, without who pays what. */
type Planned = Pick<PlannedDeposits, "source" | "funding" | "inputAmount" | "bridgeFee"> & {
  legs: readonly Pick<PlannedDeposits["legs"][number], "quote">[];
};

/** When these deposits end, and what they cost at the source: of the first that runs out (PC-07, MS-08). */
export function crosschainMetadata(
  ctx: Pick<Ctx, "now">,
  { source, legs, inputAmount, bridgeFee }: Planned,
  quotes: Quotes,
): CrosschainMetadata {
  const { token, network } = source;
  const inToken = (units: bigint) => formatAmount(units, token.decimals);
  const bridge = legs.map(({ quote }) => quote);
  const deadline = Math.min(...bridge.map(({ executableUntil }) => executableUntil));
  return {
    routeType: "crosschain",
    quoteFetchedAt: ctx.now().toISOString(),
    ...endsOf(bridge, quotes),
    executionDeadlineBreakdown: { bridge: { deadline, source: "decoded" } },
    sourceAmount: inToken(inputAmount),
    bridgeFeeAmount: inToken(bridgeFee),
    sourceToken: token.symbol,
    sourceTokenAddress: token.address ?? "",
    sourceNetwork: network.id,
    bridge: "across",
  };
}

/** What each of several deposits costs, in their order, so that each can be held to a bound of its own. */
export function depositCosts({ source, legs }: Pick<PlannedDeposits, "source" | "legs">): BridgeDeposit[] {
  const inToken = (units: bigint) => formatAmount(units, source.token.decimals);
  return legs.map(({ quote, payments: [payment], paid }) => ({
    paymentReference: payment?.reference ?? "",
    sourceAmount: inToken(quote.inputAmount),
    bridgeFeeAmount: inToken(quote.inputAmount - paid),
    quoteExpiresAt: quote.expiresAt,
  }));
}

/** Whether the wallet could pay it, and what gas and bridge cost (SY-06, SY-07). */
export function crosschainFunds(
  { source, funding, inputAmount, bridgeFee }: Planned,
  totals: { paymentAmount: string; paymentCurrency: string } | null,
): Partial<SingleCalldataMetadata> {
  const { token, network } = source;
  const { native } = network;
  const [balance] = funding.balances;
  const inToken = (units: bigint) => formatAmount(units, token.decimals);
  const inNative = (units: bigint) => formatAmount(units, native.decimals);
  const { gasCost, nativePriceUsd } = funding;
  const total = gasCost.approvals + gasCost.payment;
  const inUsd = (units: bigint) =>
    nativePriceUsd === null ? undefined : nativeInUsd(units, native.decimals, nativePriceUsd);
  const gas = (amount: bigint) => ({
    required: true,
    currency: native.symbol,
    amountNative: inNative(amount),
    amountUsd: inUsd(amount),
    hasEnoughBalance: funding.native >= amount,
  });
  return {
    hasEnoughBalance: funding.hasEnoughBalance,
    hasEnoughGas: funding.hasEnoughGas,
    hasEnoughAllowance: false,
    ...(balance ? { balance: inToken(balance.available), requiredAmount: inToken(balance.required) } : {}),
    nativeBalance: inNative(funding.native),
    estimatedNetworkFee: inNative(total),
    estimatedNetworkFeeUsd: inUsd(total),
    costBreakdown: {
      approvalFee: gas(gasCost.approvals),
      paymentGasFee: gas(gasCost.payment),
      totalGasFee: gas(total),
      bridgeFee: {
        required: true,
        currency: token.symbol,
        amount: inToken(bridgeFee),
        // Both tokens that bridges take are dollars.
        amountUsd: inToken(bridgeFee),
        hasEnoughBalance: funding.hasEnoughBalance,
      },
      fundingStatus: {
        hasEnoughPaymentToken: funding.hasEnoughBalance,
        hasEnoughApprovalGas: funding.native >= gasCost.approvals,
        hasEnoughOverall: funding.hasEnoughBalance && funding.hasEnoughGas,
      },
      ...(totals ? { totals: { ...totals, sourceAmount: inToken(inputAmount) } } : {}),
    },
  };
}
