import { featuresOf } from "@/server/chains/features";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { oneNetwork } from "@/server/payouts/one-network";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import { storedFee } from "@/server/requests/paying/due";
import { chainFor } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";
import { decisionOn } from "@/server/secure-payments/access";
import { requireSameSource } from "@/server/secure-payments/calldata/due-now";
import { feeBundleOf } from "@/server/secure-payments/calldata/fee-bundle";
import type { FeeBundle } from "@/server/secure-payments/calldata/pay-schema";
import { payerReadiness } from "@/server/secure-payments/calldata/payer-readiness";
import { singleMetadata } from "@/server/secure-payments/calldata/single-metadata";
import { networkOf } from "@/server/secure-payments/link";
import { multicallDue } from "@/server/secure-payments/multicall/due";
import type { Multicall, MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type { MulticallCalldata } from "@/server/secure-payments/multicall/schema";
import { summaryOf } from "@/server/secure-payments/multicall/summary";
import type { VisitQuery } from "@/server/secure-payments/reading/read-schema";
import { refuseUnpayable, stillConfirming } from "@/server/secure-payments/refusal";
import { offerToSafe } from "@/server/secure-payments/safe/offer";

/**
 * One transaction that pays what can be paid of a multicall, and its approvals (MC-16, MC-17): children that are
 * paid, on their way, over or withdrawn are left out, and no child is paid more than it asks for. Throws as
 * paying a link does, and 400 for children on several networks.
 */
export async function prepareMulticall(
  ctx: Ctx,
  multicall: Multicall,
  query: VisitQuery,
): Promise<MulticallCalldata> {
  const decision = await decisionOn(ctx, multicall, query, "pay");
  requireApproved(multicall, decision);
  const visibility = { isHidden: isHidden(multicall, decision) };
  await refuseUnpayable(ctx, multicall, visibility);
  if (multicall.row.expiresAt <= ctx.now()) {
    throw new ApiError("secure_payment_not_payable", "Secure payment has expired");
  }
  oneNetwork(multicall.children.map(({ link }) => networkOf(link).id));
  requireSameSource(multicall, query);
  const due = multicallDue(ctx, multicall);
  if (!due) throw await nothingLeft(ctx, multicall);
  const { children, payables, dues, plan } = due;
  const network = networkOf(multicall);
  const ready = await payerReadiness(chainFor(ctx, network.id), plan, query);
  await startListening(
    ctx,
    payables.map(({ row }) => row),
  );
  const { readiness, ownerApprovals, pulls } = ready;
  const offer = await offerToSafe(ctx, multicall, ready, plan);
  const onWire = transactionOf(network);
  const preparations = [...pulls, ...readiness.approvals].map(onWire);
  const payment = onWire(plan.call);
  const [first] = payables;
  const [firstDue] = dues;
  if (!first || !firstDue) throw new Error("a multicall has nothing to pay");
  const metadata = singleMetadata(first, firstDue, plan, ready, query);
  return {
    paymentType: "multicall",
    transactions: [...preparations, payment],
    ...(ownerApprovals.length > 0 ? { eoaApprovalTransactions: ownerApprovals.map(onWire) } : {}),
    feeBundle: feesOf(multicall, children, query.wallet ?? null),
    executionKind: featuresOf(network).multicalls.kind,
    token: multicall.row.token,
    network: network.id,
    chainId: network.chainId,
    childTokens: children.map(({ link }) => link.row.token),
    requestIds: children.map(({ payable }) => payable.row.requestId.slice(2)),
    children: children.map(describe),
    payees: children.map(({ payable }) => payable.row.payee),
    amounts: children.map(dueText),
    references: children.map(({ link }) => link.row.reference),
    ERC20ApprovalTransactions: preparations,
    batchPaymentTransaction: payment,
    ...(offer ? { safeTransaction: offer.safeTransaction } : {}),
    metadata: {
      ...withoutAmountsOfOne(metadata, plan.spends.length),
      ...feeRates(payables, storedFee),
      ...(offer ? { safePaymentDeadline: offer.safePaymentDeadline } : {}),
      approvalTransactionIndices: readiness.approvals.map((_, index) => pulls.length + index),
      batchPaymentTransactionIndex: preparations.length,
      childCount: multicall.children.length,
      executableLegCount: children.length,
      feePlanCarried: children.every(({ link }) => link.feePlan !== null),
    },
  };
}

/** What `singleMetadata` says about its one payment is not true of many, nor one balance of several tokens. */
function withoutAmountsOfOne<
  T extends Partial<
    Record<"costBreakdown" | "platformFee" | "protocolFee" | "balance" | "requiredAmount", unknown>
  > & { sourceAmount?: unknown; allowance?: unknown },
>(metadata: T, currencies: number) {
  const { costBreakdown: _cost, platformFee: _share, protocolFee: _fee, ...rest } = metadata;
  if (currencies === 1) return rest;
  const { balance: _b, requiredAmount: _r, sourceAmount: _s, allowance: _a, ...plain } = rest;
  return plain;
}

/** Nothing can be paid: part of it is on its way, or what is left is over. */
async function nothingLeft(ctx: Ctx, multicall: Multicall): Promise<ApiError> {
  const isMoving = multicall.children.some(({ blockReason }) => blockReason === "request_processing");
  if (isMoving) return stillConfirming(ctx, multicall);
  return new ApiError("secure_payment_not_payable", "Secure payment is not payable");
}

function describe(child: MulticallChild): MulticallCalldata["children"][number] {
  const { link, payable, position } = child;
  const { token, row } = payable;
  return {
    position,
    securePaymentToken: link.row.token,
    requestId: row.requestId.slice(2),
    payee: row.payee,
    amount: dueText(child),
    paymentCurrency: token.id,
    paymentReference: row.paymentReference,
    paymentCurrencyAddress: token.address,
    sourceTokenAddress: token.address,
    tokenAddress: token.address,
    network: token.network,
  };
}

function dueText({ payable: { remaining, token } }: MulticallChild): string {
  return formatAmount(remaining, token.decimals);
}

function feesOf(
  multicall: Multicall,
  children: readonly MulticallChild[],
  wallet: string | null,
): FeeBundle | null {
  const multicalls = children.flatMap(({ link, payable }) => feeBundleOf(link, payable, wallet) ?? []);
  const [first] = multicalls;
  if (!first || multicalls.length < children.length) return null;
  return {
    bundleId: wallet === null ? null : multicall.row.id,
    defaultFeeBearer: first.defaultFeeBearer,
    amountSummary: summaryOf(children),
    fees: multicalls.flatMap(({ fees }) => fees),
  };
}
