import { createHash } from "node:crypto";
import { nativeInUsd } from "@/server/chains/network-fee";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import { type PlannedDeposit, planDeposit } from "@/server/requests/paying/crosschain/plan-deposit";
import {
  destinationFor,
  type Source,
  type SourceQuery,
  sourceOf,
} from "@/server/requests/paying/crosschain/source";
import { storedFee } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { quoteField } from "@/server/requests/paying/quoted";
import { startListening } from "@/server/requests/paying/start-listening";
import type { DueNow } from "@/server/secure-payments/calldata/due-now";
import { feeBundleOf } from "@/server/secure-payments/calldata/fee-bundle";
import type {
  SecurePaymentCalldata,
  SingleCalldataMetadata,
} from "@/server/secure-payments/calldata/pay-schema";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";

/**
 * The source that a payer names, where it is another network or token than the link's own; null where it is the same.
 * Throws 400 where the link cannot be paid from there.
 */
export function otherSource(ctx: Ctx, link: Link, query: Pick<VisitQuery, "chain" | "token">): Source | null {
  const named = namedSource(query);
  if (!named) return null;
  const symbols = new Set(link.requests.map((request) => request.paymentCurrency.split("-")[0]));
  const isOwn = named.chain === NETWORKS[networkOf(link).id].sourceChain;
  if (isOwn && symbols.size === 1 && symbols.has(named.token)) return null;
  if (link.row.paymentType !== "single") {
    throw new ApiError(
      "not_supported_yet",
      "Several payments of one link cannot be made from another network; pay their links one by one, or as a multicall",
    );
  }
  for (const { paymentCurrency } of link.requests) {
    const token = tokenById(paymentCurrency);
    if (token) destinationFor(token);
  }
  return sourceOf(ctx, named);
}

function namedSource({ chain, token }: Pick<VisitQuery, "chain" | "token">): SourceQuery | null {
  return chain === undefined || token === undefined ? null : { chain, token };
}

/** What a single link costs from another network, and the transactions that pay it (SY-03, SY-06, SY-07). */
export async function prepareBridged(
  ctx: Ctx,
  link: Link,
  { payables, dues, quotes }: DueNow,
  source: Source,
  query: VisitQuery,
): Promise<SecurePaymentCalldata> {
  const [payable] = payables;
  const [due] = dues;
  if (!payable || !due) throw new Error("a single link has nothing to pay");
  if (query.wallet === undefined) {
    throw invalidField("wallet", "wallet is required to pay from another network");
  }
  if (query.isSafe === "true" || query.eoaWallet !== undefined) {
    throw new ApiError("not_supported_yet", "Safes and smart accounts pay on the link's own network only");
  }
  const payer = payerWallet("evm", query.wallet);
  const planned = await planDeposit(ctx, due, { source, payer });
  await startListening(ctx, [payable.row]);
  return {
    paymentType: "single",
    transactions: [...planned.approvals, planned.quote.call].map(transactionOf(source.network)),
    feeBundle: feeBundleOf(link, payable, query.wallet),
    metadata: metadataOf(ctx, link, payable, planned, query.wallet),
    ...quoteField(payable, quotes),
  };
}

function metadataOf(
  ctx: Ctx,
  link: Link,
  payable: Payable,
  { source, quote, approvals, funding, bridgeFee }: PlannedDeposit,
  wallet: string,
): SingleCalldataMetadata {
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
    stepsRequired: approvals.length + 1,
    needsApproval: true,
    approvalTransactionIndex: approvals.length - 1,
    approvalTransactionsCount: approvals.length,
    paymentTransactionIndex: approvals.length,
    routeType: "crosschain",
    quoteFetchedAt: ctx.now().toISOString(),
    quoteExpiresAt: quote.expiresAt,
    executionDeadline: quote.executableUntil,
    rawStep: stepOf(link, source, wallet),
    hasEnoughBalance: funding.hasEnoughBalance,
    hasEnoughGas: funding.hasEnoughGas,
    hasEnoughAllowance: false,
    ...(balance ? { balance: inToken(balance.available) } : {}),
    requiredAmount: inToken(quote.inputAmount),
    sourceAmount: inToken(quote.inputAmount),
    nativeBalance: inNative(funding.native),
    estimatedNetworkFee: inNative(total),
    estimatedNetworkFeeUsd: inUsd(total),
    ...feeRates([payable], storedFee),
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
      totals: {
        paymentAmount: formatAmount(payable.remaining, payable.invoice.decimals),
        paymentCurrency: token.id,
        sourceAmount: inToken(quote.inputAmount),
      },
    },
  };
}

/** The step that a refresh takes (XC-09). It names its link, so that one of another link is told apart. */
function stepOf(link: Link, { network, token }: Source, wallet: string) {
  return {
    id: [network.sourceChain, token.symbol, wallet.toLowerCase(), markOf(link)].join(":"),
    type: "cross",
    tool: "across",
    action: {
      fromChainId: network.chainId,
      toChainId: networkOf(link).chainId,
      fromAddress: wallet,
      toAddress: handlerOf(link),
    },
  };
}

function handlerOf(link: Link): string {
  const { contracts } = networkOf(link);
  return contracts.acrossHandler?.address ?? "";
}

/** Source and wallet of a step of this link. Throws 400 for a step of any other. */
export function readStep(
  link: Link,
  step: { id: string; tool: string; action: { toChainId: number; toAddress: string } },
): { chain: string; token: string; wallet: string } {
  const [chain = "", token = "", wallet = "", mark = ""] = step.id.split(":");
  const { chainId } = networkOf(link);
  const isOurs =
    mark === markOf(link) &&
    step.tool === "across" &&
    step.action.toChainId === chainId &&
    step.action.toAddress.toLowerCase() === handlerOf(link).toLowerCase();
  if (!isOurs)
    throw new ApiError("crosschain_no_route", "The step is not one of this payment: its route is gone");
  return { chain, token, wallet };
}

function markOf({ row }: Pick<Link, "row">): string {
  return createHash("sha256").update(`step ${row.id}`).digest("hex").slice(0, 16);
}
