import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { recurringAttempts, recurringInstalments, recurringPayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { type InstalmentPayment, instalmentPayments } from "@/server/payments/counting/instalment-payments";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import type { InstalmentRow, ScheduleRow } from "@/server/recurring-payouts/schedule";
import { nextRecurringStatus, type RecurringEvent } from "@/server/recurring-payouts/state";

/**
 * Makes schedules follow from the transfers of their instalments' requests. Only what the recurring contract says it
 * paid moves a schedule on: anybody can pay the reference of an instalment, and the contract goes on by itself. What a
 * reorganisation takes back is due again; the contract pays no instalment twice.
 */
export async function settleInstalments(tx: Tx, requestIds: readonly string[]): Promise<void> {
  const touched = await tx.db
    .selectDistinct({ id: recurringInstalments.recurringPaymentId })
    .from(recurringInstalments)
    .where(isAnyOf(recurringInstalments.requestId, requestIds));
  if (touched.length === 0) return;
  const ids = touched.map(({ id }) => id);
  const schedules = await tx.db
    .select()
    .from(recurringPayments)
    .where(inArray(recurringPayments.id, ids))
    .orderBy(asc(recurringPayments.id))
    .for("update");
  const instalments = await tx.db
    .select()
    .from(recurringInstalments)
    .where(inArray(recurringInstalments.recurringPaymentId, ids))
    .orderBy(asc(recurringInstalments.index));
  const payments = await instalmentPayments(tx, instalments);
  for (const schedule of schedules) {
    const own = instalments.filter((row) => row.recurringPaymentId === schedule.id);
    await settleSchedule(tx, schedule, own, payments);
  }
}

async function settleSchedule(
  tx: Tx,
  schedule: ScheduleRow,
  instalments: readonly InstalmentRow[],
  payments: ReadonlyMap<string, InstalmentPayment>,
): Promise<void> {
  for (const instalment of instalments) {
    const payment = payments.get(instalment.requestId);
    if (payment && instalment.status !== "processed") await process(tx, instalment, payment);
    if (!payment && instalment.status === "processed") await takeBack(tx, instalment);
  }
  const unpaid = instalments.findIndex((row) => !payments.has(row.requestId));
  const processed = unpaid === -1 ? instalments.length : unpaid;
  if (processed === schedule.processed) {
    // One that was on its way may have come to nothing.
    if (schedule.status === "active" && schedule.nextAttemptAt === null)
      await advanceSchedule(tx, schedule, {});
    return;
  }
  const last = instalments[processed - 1];
  const event = eventOf(schedule, processed);
  await advanceSchedule(tx, schedule, {
    processed,
    lastPaymentAt: (last && payments.get(last.requestId)?.blockTime) ?? null,
    ...(schedule.status === "active" ? { failureCount: 0, failure: null } : {}),
    ...(event ? { event } : {}),
    ...(event === "finished" ? { endedAt: tx.now() } : {}),
    ...(event === "reopened" ? { endedAt: null } : {}),
  });
}

function eventOf({ status, totalExecutions }: ScheduleRow, processed: number): RecurringEvent | null {
  const event = processed === totalExecutions ? "finished" : "reopened";
  return nextRecurringStatus(status, event) ? event : null;
}

async function process(tx: Tx, instalment: InstalmentRow, { txHash }: InstalmentPayment): Promise<void> {
  await tx.db
    .update(recurringInstalments)
    .set({ status: "processed" })
    .where(eq(recurringInstalments.id, instalment.id));
  const last = await lastAttempt(tx, instalment);
  const outcome = { outcome: "processed", failure: null, txHash, endedAt: tx.now() } as const;
  // Paid by a transaction that was given up or is not ours: another holder of the contract's role may trigger too.
  const isOther = !last || (last.outcome !== null && last.txHash !== txHash);
  if (isOther) {
    await tx.db.insert(recurringAttempts).values({
      ...outcome,
      instalmentId: instalment.id,
      number: (last?.number ?? 0) + 1,
      startedAt: tx.now(),
    });
    return;
  }
  await changeAttempt(tx, last, outcome);
}

async function takeBack(tx: Tx, instalment: InstalmentRow): Promise<void> {
  await tx.db
    .update(recurringInstalments)
    .set({ status: "due" })
    .where(eq(recurringInstalments.id, instalment.id));
  const last = await lastAttempt(tx, instalment);
  if (last) await changeAttempt(tx, last, { outcome: "reorged" });
}

type AttemptRow = typeof recurringAttempts.$inferSelect;

async function lastAttempt(tx: Tx, { id }: InstalmentRow): Promise<AttemptRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(recurringAttempts)
    .where(eq(recurringAttempts.instalmentId, id))
    .orderBy(desc(recurringAttempts.number))
    .limit(1);
  return row;
}

async function changeAttempt(tx: Tx, row: AttemptRow, changes: Partial<AttemptRow>): Promise<void> {
  await tx.db
    .update(recurringAttempts)
    .set(changes)
    .where(
      and(eq(recurringAttempts.instalmentId, row.instalmentId), eq(recurringAttempts.number, row.number)),
    );
}
