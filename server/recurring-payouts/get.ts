import { asc, eq } from "drizzle-orm";
import { recurringInstalments, requests, transfers } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { isInstalmentPayment } from "@/server/payments/counting/instalment-payments";
import { findSchedule } from "@/server/recurring-payouts/find";
import { schedulePageUrl } from "@/server/recurring-payouts/find-page";
import { failureReason } from "@/server/recurring-payouts/instalments/failure-reason";
import { nextPaymentDate, type ScheduleRow, tokenOf } from "@/server/recurring-payouts/schedule";
import type { RecurringPaymentRead } from "@/server/recurring-payouts/schema";

/** A schedule and what became of it so far (RC-19). Throws 404. */
export async function getRecurringPayment(ctx: Ctx, id: string): Promise<RecurringPaymentRead> {
  const row = await findSchedule(ctx, id);
  const instalments = await ctx.db
    .select({ requestId: requests.requestId, reference: requests.paymentReference, id: requests.id })
    .from(recurringInstalments)
    .innerJoin(requests, eq(requests.id, recurringInstalments.requestId))
    .where(eq(recurringInstalments.recurringPaymentId, id))
    .orderBy(asc(recurringInstalments.index));
  return {
    processedPayments: row.processed,
    totalPayments: row.totalExecutions,
    lastPaymentDate: row.lastPaymentAt?.toISOString() ?? null,
    nextPaymentDate: nextPaymentDate(row)?.toISOString() ?? null,
    status: row.status,
    requests: instalments.map(({ requestId, reference }) => ({
      requestId: requestId.slice(2),
      paymentReference: reference,
    })),
    payments: await paymentsOf(
      ctx,
      row,
      instalments.map((instalment) => instalment.id),
    ),
    ...failureOf(row),
    payerPageUrl: schedulePageUrl(ctx, row),
  };
}

async function paymentsOf(ctx: Ctx, row: ScheduleRow, requestIds: readonly string[]) {
  if (requestIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(transfers)
    .where(isInstalmentPayment(requestIds))
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  const { decimals } = tokenOf(row);
  return rows.map(({ id, amount, blockTime, txHash }) => ({
    id,
    amount: formatAmount(amount, decimals),
    timestamp: blockTime.toISOString(),
    txHash,
  }));
}

function failureOf(row: ScheduleRow): Pick<RecurringPaymentRead, "failureCount" | "failureReason"> {
  const reason = failureReason(row);
  if (row.failureCount === 0 && reason === null) return {};
  return { failureCount: row.failureCount, failureReason: reason };
}
