import type { Ctx } from "@/server/context";
import { isHidden, requireApproved } from "@/server/payer-access/withheld";
import { readinessOf } from "@/server/payouts/batch-answer";
import { feeRates, transactionOf } from "@/server/requests/paying/calldata-answer";
import { storedFee } from "@/server/requests/paying/due";
import { quoteField } from "@/server/requests/paying/quoted";
import { chainFor } from "@/server/requests/paying/readiness";
import { startListening } from "@/server/requests/paying/start-listening";
import { decisionOn } from "@/server/secure-payments/access";
import { prepareMulticall } from "@/server/secure-payments/calldata/pay-multicall";
import { payerReadiness } from "@/server/secure-payments/calldata/payer-readiness";
import { singleMetadata } from "@/server/secure-payments/calldata/single-metadata";
import type { PairReadiness } from "@/server/secure-payments/calldata/smart-account";
import { prepareCrosschain } from "@/server/secure-payments/crosschain/prepare";
import { otherSource } from "@/server/secure-payments/crosschain/source";
import { dueNow } from "@/server/secure-payments/due/due-now";
import { feeBundleOf } from "@/server/secure-payments/due/fee-bundle";
import { type Link, networkOf } from "@/server/secure-payments/link";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { requireOpenDeposit } from "@/server/secure-payments/offramp/open";
import { readableLink } from "@/server/secure-payments/reader";
import { refuseUnpayable, stillConfirming } from "@/server/secure-payments/refusal";
import { offerToSafe, type SafeOffer } from "@/server/secure-payments/safe/offer";
import type { AnyCalldata } from "@/server/secure-payments/wire/multicall-schema";
import type { SecurePaymentCalldata } from "@/server/secure-payments/wire/pay-schema";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * The transactions that pay what is left of a link (SY-01 to SY-09). The wallet is decided on again before anything is
 * released, whoever passed before. Throws 400, 401, 403, 404, 409 and 423 as reading does, 403 for a wallet that
 * does not pass, 503 when the chain is away or there is no price for a link in another currency.
 */
export async function prepareSecurePayment(
  ctx: Ctx,
  token: string,
  query: VisitQuery,
  { isAgain } = { isAgain: false },
): Promise<AnyCalldata> {
  const link = await readableLink(ctx, token);
  if (isMulticall(link)) return prepareMulticall(ctx, link, query);
  const isUnknown = link.policy.hideUntilApproved;
  if (link.status !== "pending") await refuseUnpayable(ctx, link, { isHidden: isUnknown });
  const decision = await decisionOn(ctx, link, query, "pay");
  requireApproved(link, decision);
  await refuseUnpayable(ctx, link, { isHidden: isHidden(link, decision) });
  await requireOpenDeposit(ctx, link, query);
  const source = otherSource(ctx, link, query);
  const due = await dueNow(ctx, link, query);
  if (!due) throw await stillConfirming(ctx, link);
  if (source) return prepareCrosschain(ctx, link, due, { source, isAgain }, query);
  const chain = chainFor(ctx, networkOf(link).id);
  const ready = await payerReadiness(ctx, link, { chain, plan: due.plan }, query);
  await startListening(
    ctx,
    due.payables.map(({ row }) => row),
  );
  return answerFor(link, due, ready, query, await offerToSafe(ctx, link, ready, due.plan));
}

function answerFor(
  link: Link,
  { payables, dues, plan, quotes }: NonNullable<Awaited<ReturnType<typeof dueNow>>>,
  ready: PairReadiness,
  query: VisitQuery,
  offer: SafeOffer | null,
): SecurePaymentCalldata {
  const { readiness, pulls } = ready;
  const onWire = transactionOf(networkOf(link));
  const preparations = [...pulls, ...readiness.approvals].map(onWire);
  if (link.row.paymentType !== "single") {
    return {
      ERC20ApprovalTransactions: preparations,
      batchPaymentTransaction: onWire(plan.call),
      metadata: {
        ...batchMetadata(readiness.funding, query.isSafe === "true"),
        ...feeRates(payables, storedFee),
      },
      ...(offer ? { safeTransaction: offer.safeTransaction } : {}),
    };
  }
  const [payable] = payables;
  const [due] = dues;
  if (!payable || !due) throw new Error("a single link has nothing to pay");
  const ownerApprovals = ready.ownerApprovals.map(onWire);
  return {
    paymentType: "single",
    transactions: [...preparations, onWire(plan.call)],
    ...(ownerApprovals.length > 0 ? { eoaApprovalTransactions: ownerApprovals } : {}),
    feeBundle: feeBundleOf(link, payable, query.wallet ?? null),
    metadata: {
      ...singleMetadata(payable, due, plan, ready, query),
      ...networkCharge(link),
      ...(offer ? { safePaymentDeadline: offer.safePaymentDeadline } : {}),
    },
    ...(offer ? { safeTransaction: offer.safeTransaction } : {}),
    ...quoteField(payable, quotes),
  };
}

/** What is charged for the network itself, where the plan has such a fee (TR-05). */
function networkCharge({ feePlan }: Link): { transactionSponsorshipFeeUsd?: string } {
  const fee = feePlan?.fees.find(({ feeBearerSource }) => feeBearerSource === "forced_fee_policy");
  return fee ? { transactionSponsorshipFeeUsd: fee.calculatedAmountUsd } : {};
}

/** The owners of a Safe pay its gas, so nothing is said about the Safe's own (MS-01). */
function batchMetadata(funding: Parameters<typeof readinessOf>[0], isSafe: boolean) {
  const metadata = readinessOf(funding);
  return funding && isSafe
    ? { ...metadata, hasEnoughGas: null, canMakePayment: funding.hasEnoughBalance }
    : metadata;
}
