import { featuresOf } from "@/server/chains/features";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { oneNetwork } from "@/server/payouts/one-network";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import type { Source } from "@/server/requests/paying/crosschain/source";
import { storedFee } from "@/server/requests/paying/due";
import { planBatch } from "@/server/requests/paying/payment-plan";
import { chainFor } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";
import { decisionOn } from "@/server/secure-payments/access";
import { payCrosschain } from "@/server/secure-payments/calldata/pay-multicall-crosschain";
import { payerReadiness } from "@/server/secure-payments/calldata/payer-readiness";
import { singleMetadata } from "@/server/secure-payments/calldata/single-metadata";
import { otherSource } from "@/server/secure-payments/crosschain/source";
import { describedChildren } from "@/server/secure-payments/multicall/described";
import { type OpenChildren, openChildren } from "@/server/secure-payments/multicall/due";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import { refuseUnpayable, stillConfirming } from "@/server/secure-payments/refusal";
import { offerToSafe } from "@/server/secure-payments/safe/offer";
import type { MulticallCalldata } from "@/server/secure-payments/wire/multicall-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * One transaction that pays what can be paid of a multicall, and its approvals (MC-16, MC-17): children that are
 * paid, on their way, over or withdrawn are left out, and no child is paid more than it asks for. From another network
 * that is a deposit for each child. Throws as paying a link does, and 400 for children on several networks where the
 * payer names no network to pay from.
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
  if (multicall.row.expiresAt <= earlierNow(ctx)) {
    throw new ApiError("secure_payment_not_payable", "Secure payment has expired");
  }
  const open = openChildren(ctx, multicall);
  if (!open) throw await nothingLeft(ctx, multicall);
  const { children, payables, dues } = open;
  const source = requestedSource(ctx, multicall, open, query);
  if (source) return payCrosschain(ctx, multicall, open, source, query);
  // Safes are followed on the network of the multicall, so that all of it has to be on one.
  const together = query.isSafe === "true" ? multicall.children.map(({ payable }) => payable) : payables;
  const network = NETWORKS[oneNetwork(together.map(({ token }) => token.network))];
  const plan = planBatch(network, dues);
  const ready = await payerReadiness(ctx, multicall, { chain: chainFor(ctx, network.id), plan }, query);
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
    ...describedChildren(multicall, children, query.wallet ?? null),
    transactions: [...preparations, payment],
    ...(ownerApprovals.length > 0 ? { eoaApprovalTransactions: ownerApprovals.map(onWire) } : {}),
    executionKind: featuresOf(network).multicalls.kind,
    network: network.id,
    chainId: network.chainId,
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

/**
 * Another network or token that the payer names (MC-03); null for the children's own. Throws 400 where the multicall was
 * made for the other kind.
 */
function requestedSource(
  ctx: Ctx,
  multicall: Multicall,
  { payables }: OpenChildren,
  query: VisitQuery,
): Source | null {
  const source = otherSource(ctx, { requests: payables.map(({ row }) => row) }, query);
  const kind = multicall.row.requestedExecutionKind;
  if (source && kind !== null && kind !== "evm_cross_chain") {
    throw new ApiError("not_supported_yet", "This multicall is paid on the network of its payments only");
  }
  if (!source && kind === "evm_cross_chain" && query.chain === undefined) {
    throw invalidField("chain", "chain and token are required: this multicall is paid from another network");
  }
  return source;
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
