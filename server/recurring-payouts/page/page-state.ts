import { asc, eq } from "drizzle-orm";
import { zeroAddress } from "viem";
import { recurringInstalments, requests } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import { merchantOf } from "@/server/branding/merchant";
import { NETWORKS } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { instalmentPayments } from "@/server/payments/counting/instalment-payments";
import { scheduleOfPage } from "@/server/recurring-payouts/find-page";
import type {
  PageInstalment,
  PageSchedule,
  SchedulePageState,
} from "@/server/recurring-payouts/page/page-schema";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";
import { networkOf, nextPaymentDate, type ScheduleRow } from "@/server/recurring-payouts/schedule";
import { neededByOthers } from "@/server/recurring-payouts/signing/allowance";
import { describePermit } from "@/server/recurring-payouts/signing/describe-permit";
import { shownApprovalsOf } from "@/server/requests/approving/shown-approval";

/**
 * A schedule as its payer sees it, for whoever knows the token of its page: what is signed, what became of it, and
 * nothing of the merchant but name, brand and reference.
 */
export async function readSchedulePage(ctx: Ctx, token: string): Promise<SchedulePageState> {
  const row = await scheduleOfPage(ctx, token);
  return row ? pageSchedule(ctx, row) : { kind: "not_found" };
}

/** The same of a schedule that was found otherwise. */
export async function pageSchedule(ctx: Ctx, row: ScheduleRow): Promise<PageSchedule> {
  const [branding, instalments, others, approvals] = await Promise.all([
    brandingOf(ctx, row),
    instalmentsOf(ctx, row),
    neededByOthers(ctx, row, row.id),
    shownApprovalsOf(ctx, [row.id]),
  ]);
  const merchant = await merchantOf(ctx, row.platformId, branding);
  const { id, name, isTestnet, explorer } = NETWORKS[networkOf(row)];
  return {
    kind: "schedule",
    token: row.pageToken,
    branding,
    merchant: merchant.name,
    network: { id, name, isTestnet, explorer: ctx.config.profile === "local" ? null : explorer },
    shown: { ...shownSchedule(row), approved: approvals.get(row.id) ?? null },
    reference: row.reference,
    status: row.status,
    processed: row.processed,
    nextPayment: nextPaymentDate(row)?.toISOString() ?? null,
    failure: row.failure,
    cancelledBy: row.cancelledBy,
    endedAt: row.endedAt?.toISOString() ?? null,
    instalments,
    othersNeed: others.toString(),
  };
}

function shownSchedule(row: ScheduleRow): Omit<ShownSchedule, "approved"> {
  // Addresses in the form that wallets show.
  const { domain, values } = describePermit(row);
  return {
    network: networkOf(row),
    contract: domain.verifyingContract,
    currency: row.paymentCurrency,
    payer: values.subscriber,
    recipient: values.recipient,
    amount: values.amount,
    fee: values.feeAddress === zeroAddress ? null : { amount: values.feeAmount, address: values.feeAddress },
    frequency: row.frequency,
    firstPayment: row.firstExec,
    payments: row.totalExecutions,
    deadline: row.deadline,
    nonce: row.nonce.toString(),
  };
}

async function instalmentsOf(ctx: Pick<Ctx, "db">, { id }: ScheduleRow): Promise<PageInstalment[]> {
  const rows = await ctx.db
    .select({
      index: recurringInstalments.index,
      status: recurringInstalments.status,
      requestId: recurringInstalments.requestId,
      reference: requests.paymentReference,
    })
    .from(recurringInstalments)
    .innerJoin(requests, eq(requests.id, recurringInstalments.requestId))
    .where(eq(recurringInstalments.recurringPaymentId, id))
    .orderBy(asc(recurringInstalments.index));
  const payments = await instalmentPayments(ctx, rows);
  const paidBy = (requestId: string): PageInstalment["paid"] => {
    const payment = payments.get(requestId);
    return payment ? { txHash: payment.txHash, at: payment.blockTime.toISOString() } : null;
  };
  return rows.map(({ index, status, requestId, reference }) => ({
    index,
    reference,
    isPaid: status === "processed",
    paid: paidBy(requestId),
  }));
}
