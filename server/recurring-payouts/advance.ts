import { and, eq } from "drizzle-orm";
import { recurringInstalments, recurringPayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { dueAt } from "@/server/recurring-payouts/calendar";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import {
  nextRecurringStatus,
  type RecurringEvent,
  type RecurringStatus,
} from "@/server/recurring-payouts/state";

type Changes = Partial<Omit<ScheduleRow, "id" | "status" | "nextAttemptAt" | "changedAt">>;

/**
 * The one writer of a schedule's state: where `event` takes it, if there is one, with what else changed, and when
 * its next instalment may be tried: at `retryAt`, else when that instalment is due, else never. The row has to be
 * locked in this transaction. Returns the row as it is then.
 */
export async function advanceSchedule(
  tx: Tx,
  row: ScheduleRow,
  { event, retryAt, ...changes }: Changes & { event?: RecurringEvent | null; retryAt?: Date },
): Promise<ScheduleRow> {
  const status = event ? movedBy(row, event) : row.status;
  const now = { ...row, ...changes, status };
  const nextAttemptAt = await nextAttemptOf(tx, now, retryAt);
  const [stored] = await tx.db
    .update(recurringPayments)
    .set({ ...changes, status, nextAttemptAt, changedAt: tx.now() })
    .where(and(eq(recurringPayments.id, row.id), eq(recurringPayments.status, row.status)))
    .returning();
  if (!stored) throw new Error(`schedule ${row.id} was moved without its lock`);
  return stored;
}

function movedBy(row: ScheduleRow, event: RecurringEvent): RecurringStatus {
  const to = nextRecurringStatus(row.status, event);
  if (!to) throw new Error(`schedule ${row.id} is ${row.status}: ${event} does not fit`);
  return to;
}

async function nextAttemptOf(tx: Tx, row: ScheduleRow, retryAt: Date | undefined): Promise<Date | null> {
  if (row.status !== "active" || row.processed >= row.totalExecutions) return null;
  const isOnItsWay = await tx.db.$count(
    recurringInstalments,
    and(eq(recurringInstalments.recurringPaymentId, row.id), eq(recurringInstalments.status, "submitted")),
  );
  return isOnItsWay > 0 ? null : (retryAt ?? dueAt(row, row.processed + 1));
}
