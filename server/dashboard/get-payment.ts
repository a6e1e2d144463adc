import type { Ctx } from "@/server/context";
import type { PaymentDetail, TimelineEntry } from "@/server/dashboard/detail-schema";
import { changesOfLinks, linkActions } from "@/server/dashboard/link-changes";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { reasonOfStatus } from "@/server/dashboard/reason-of-status";
import { describePayments } from "@/server/dashboard/rows";
import { depositTimeline } from "@/server/dashboard/timeline/crosschain-timeline";
import { linksOfRequest, linkTimeline, screeningEntries } from "@/server/dashboard/timeline/link-timeline";
import { offrampTimeline } from "@/server/dashboard/timeline/offramp-timeline";
import { byTime } from "@/server/dashboard/timeline/order";
import { refundTimeline } from "@/server/dashboard/timeline/refund-timeline";
import { webhookTimeline } from "@/server/dashboard/timeline/webhook-timeline";
import { transferTimeline } from "@/server/dashboard/transfers";
import { ApiError } from "@/server/errors";
import { FeePlan } from "@/server/fees/plan-schema";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import { AccessPolicy } from "@/server/payer-access/schema";
import { amountsOf } from "@/server/payments/valuing/described";
import type { RequestRow } from "@/server/requests/draft";
import { findRequest } from "@/server/requests/find";
import { getRequest } from "@/server/requests/get";
import { noteOf } from "@/server/requests/note";
import { wasPaid } from "@/server/requests/state";
import type { LinkRow } from "@/server/secure-payments/link";
import { lookUpSecurePayment } from "@/server/secure-payments/reading/look-up";
import type { SecurePaymentLookup } from "@/server/secure-payments/wire/lookup-schema";

/**
 * One payment of the caller with all that is known about it and the reason of every state it was in. Throws the
 * same 404 for unknown and foreign requests.
 */
export async function getPayment(ctx: Ctx, requestId: string): Promise<PaymentDetail> {
  const request = await findRequest(ctx, requestId);
  const links = await linksOfRequest(ctx, request);
  const linkIds = links.map((link) => link.id);
  const [[payment], answer, lookup, transfers, webhooks, atLinks, toBank, changes, note, deposits, refunds] =
    await Promise.all([
      describePayments(ctx, [request.id]),
      getRequest(ctx, requestId),
      links.length === 0 ? null : lookUpSecurePayment(ctx, requestId),
      transferTimeline(ctx, request),
      webhookTimeline(ctx, request, linkIds),
      linkTimeline(ctx, links),
      offrampTimeline(ctx, request),
      changesOfLinks(ctx, links),
      noteOf(ctx, request.id),
      depositTimeline(ctx, request),
      refundTimeline(ctx, request),
    ]);
  if (!payment) throw new ApiError("request_not_found", "Request not found");
  const link = links.at(-1) ?? null;
  const policy = link && AccessPolicy.parse(link.accessPolicy);
  const { token, inInvoice: amount, inToken } = amountsOf(request);
  const left = request.amount - transfers.paid;
  const isPaid = wasPaid(request);
  const money = {
    requested: amount(request.amount),
    paid: amount(transfers.paid),
    remaining: amount(left > 0n && !isPaid ? left : 0n),
    underpaid: amount(left > 0n && isPaid ? left : 0n),
    excess: amount(left < 0n ? -left : 0n),
    held: inToken(transfers.held),
    heldCurrency: token.symbol,
    atDepositAddress: inToken(transfers.atDepositAddress),
  };
  const isOver = link !== null && link.expiresAt <= earlierNow(ctx);
  return {
    payment,
    statusReason: reasonOfStatus(payment, {
      money,
      transfers: transfers.entries,
      isOver,
      omitted: transfers.omitted,
      refunded: { amount: answer.refundedAmount, currency: token.symbol },
      offramp: toBank?.offramp ?? null,
    }),
    money,
    timeline: [
      ...atLinks,
      ...screeningEntries(screened(lookup), ctx.now()),
      ...deposits,
      ...transfers.entries,
      ...(toBank?.entries ?? []),
      ...refunds,
      ...changes,
      ...ends(request, link, payment, isOver).filter(
        ({ kind }) => kind !== "expired" || changes.at(-1)?.kind !== "cancelled",
      ),
      ...webhooks.entries,
    ]
      .sort(byTime)
      // The clock of a block is not ours.
      .toSpliced(0, 0, createdEntry(request, payment)),
    offramp: toBank?.offramp ?? null,
    access: policy && {
      isScreened: policy.mode !== "off",
      providers: policy.providers.map((provider) => provider.id),
      hideUntilApproved: policy.hideUntilApproved,
      hidePayeeAddress: policy.hidePayeeAddress,
      allowedPayerAddresses: policy.allowedPayerAddresses,
    },
    feePlan: link && FeePlan.nullable().parse(link.feePlan),
    link: lookup,
    webhooks: webhooks.webhooks,
    note,
    actions: await linkActions(ctx, link),
    request: answer,
  };
}

function screened(lookup: SecurePaymentLookup | null) {
  return lookup ? [...lookup.payerKytResults, ...lookup.payeeKytResults] : [];
}

const BY: Record<PaymentRow["source"]["kind"], string> = {
  manual: "in the dashboard",
  api: "with an API key",
  client_id: "with a client ID",
  recurring: "as the next payment of a recurring invoice",
  unknown: "by the account",
};

function createdEntry(request: RequestRow, { source, amount, currency }: PaymentRow): TimelineEntry {
  const label = source.label === null ? "" : ` (${source.label})`;
  const what = request.kind === "payout" ? "A payout" : "A request";
  return {
    kind: "created",
    at: request.createdAt.toISOString(),
    reason: `${what} of ${writtenAmount(amount, currency)} was created ${BY[source.kind]}${label}.`,
  };
}

/** How it came to an end, or when it will. */
function ends(
  request: RequestRow,
  link: LinkRow | null,
  payment: PaymentRow,
  isOver: boolean,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  if (payment.paidAt !== null) {
    const late = payment.status === "late" ? " after the link had expired" : "";
    entries.push({ kind: "paid", at: payment.paidAt, reason: `The whole amount was covered${late}.` });
  }
  if (!link) return entries;
  if (request.linkEnd === "compliance_failed") {
    entries.push({
      kind: "recipient_rejected",
      at: link.createdAt.toISOString(),
      reason: "Screening rejected the recipient, so nobody can pay this.",
    });
    return entries;
  }
  const at = link.expiresAt.toISOString();
  const isShort = payment.status === "pending" || payment.status === "partial";
  if (payment.status === "expired" || payment.status === "late" || (isShort && isOver)) {
    entries.push({ kind: "expired", at, reason: "The link expired before the amount was covered." });
  } else if (isShort) {
    entries.push({ kind: "expires", at, reason: "The link expires, unless it is paid before." });
  }
  return entries;
}
