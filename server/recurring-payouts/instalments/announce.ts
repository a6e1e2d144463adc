import { eq } from "drizzle-orm";
import { clientIds, requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import {
  FAILURE_REASONS,
  type InstalmentFailure,
} from "@/server/recurring-payouts/instalments/failure-reason";
import { type InstalmentRow, type ScheduleRow, tokenOf } from "@/server/recurring-payouts/schedule";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** Enqueues `payment.failed` for a failed attempt (events.md §3.4, RC-14); once for each attempt. */
export async function announceFailure(
  tx: Tx,
  schedule: ScheduleRow,
  instalment: InstalmentRow,
  { attempt, failure, retryAt }: { attempt: number; failure: InstalmentFailure; retryAt: Date | null },
): Promise<void> {
  const [request] = await tx.db
    .select({ requestId: requests.requestId, reference: requests.paymentReference })
    .from(requests)
    .where(eq(requests.id, instalment.requestId));
  if (!request) throw new Error(`instalment ${instalment.id} has no request`);
  const token = tokenOf(schedule);
  const requestId = request.requestId.slice(2);
  await enqueueEvents(tx, [
    {
      platformId: schedule.platformId,
      clientIdId: schedule.clientIdId,
      name: "payment.failed",
      payload: {
        requestId,
        requestID: requestId,
        paymentReference: request.reference,
        paymentProcessor: tx.config.wire.network,
        subStatus: failure,
        amount: formatAmount(schedule.amount, token.decimals),
        expectedAmount: formatAmount(schedule.amount, token.decimals),
        paymentCurrency: token.symbol,
        isCryptoToFiat: false,
        failureReason: FAILURE_REASONS[failure],
        ...(retryAt ? { retryAfter: retryAt.toISOString() } : {}),
        recurringPayment: { id: schedule.id },
        ...(await creatorOf(tx, schedule)),
      },
      dedupeKey: `${instalment.id}:failed:${attempt}`,
    },
  ]);
}

async function creatorOf(tx: Tx, { clientIdId, origin }: ScheduleRow) {
  if (clientIdId === null) return {};
  const [row] = await tx.db
    .select({ clientId: clientIds.clientId })
    .from(clientIds)
    .where(eq(clientIds.id, clientIdId));
  return row ? { clientId: row.clientId, origin } : {};
}
