import { and, asc, eq, inArray, isNull, lte, max } from "drizzle-orm";
import { recurringAttempts, recurringInstalments, recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import { dueAt } from "@/server/recurring-payouts/calendar";
import { openInstalments } from "@/server/recurring-payouts/instalments/open";
import type { InstalmentRow, ScheduleRow } from "@/server/recurring-payouts/schedule";

/** An attempt to pay an instalment that is about to be broadcast. */
export interface Submission {
  scheduleId: string;
  index: number;
  instalmentId: string;
  /** 1 for the first of this instalment. */
  attempt: number;
}

/** Names an instalment: its schedule, and 1 for the first. */
export interface InstalmentName {
  scheduleId: string;
  index: number;
}

/**
 * Claims instalments for one transaction, in the commit that records the intention to broadcast it: each becomes a
 * request and gets an attempt. Whatever is not due any more is left out of the answer and must not be sent: its
 * schedule was cancelled, is being tried by another worker, or has moved on. Of one schedule the next instalments
 * count, in their order. `at` is the time of the latest block.
 */
export async function submitInstalments(
  tx: Tx,
  { network, at }: { network: NetworkId; at: Date },
  wanted: readonly InstalmentName[],
): Promise<Submission[]> {
  if (wanted.length === 0) return [];
  const schedules = await tx.db
    .select()
    .from(recurringPayments)
    .where(
      and(
        inArray(recurringPayments.id, [...new Set(wanted.map(({ scheduleId }) => scheduleId))]),
        eq(recurringPayments.network, network),
        eq(recurringPayments.status, "active"),
        lte(recurringPayments.nextAttemptAt, at),
      ),
    )
    .orderBy(asc(recurringPayments.id))
    .for("update", { skipLocked: true });
  const submissions: Submission[] = [];
  for (const schedule of schedules) {
    const last = lastInOrder(schedule, at, wanted);
    if (last === schedule.processed) continue;
    const rows = await openInstalments(tx, schedule, { from: schedule.processed + 1, to: last });
    const attempts = await beginAttempts(tx, rows);
    for (const { id, index } of rows) {
      const attempt = attempts.get(id);
      if (attempt === undefined) throw new Error(`instalment ${id} has no attempt`);
      submissions.push({ scheduleId: schedule.id, index, instalmentId: id, attempt });
    }
    await advanceSchedule(tx, schedule, {});
  }
  return submissions;
}

/** The last of the wanted instalments that follow each other from the next one and are due. */
function lastInOrder(schedule: ScheduleRow, at: Date, wanted: readonly InstalmentName[]): number {
  const own = new Set(wanted.flatMap((one) => (one.scheduleId === schedule.id ? one.index : [])));
  let last = schedule.processed;
  while (own.has(last + 1) && last < schedule.totalExecutions && dueAt(schedule, last + 1) <= at) last += 1;
  return last;
}

/** A new attempt of each instalment, by instalment; they are on their way from then on. */
export async function beginAttempts(tx: Tx, rows: readonly InstalmentRow[]): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id);
  const known = await tx.db
    .select({ instalmentId: recurringAttempts.instalmentId, number: max(recurringAttempts.number) })
    .from(recurringAttempts)
    .where(inArray(recurringAttempts.instalmentId, ids))
    .groupBy(recurringAttempts.instalmentId);
  const before = new Map(known.map(({ instalmentId, number }) => [instalmentId, number ?? 0]));
  const attempts = new Map(ids.map((id) => [id, (before.get(id) ?? 0) + 1]));
  await tx.db
    .insert(recurringAttempts)
    .values([...attempts].map(([instalmentId, number]) => ({ instalmentId, number, startedAt: tx.now() })));
  await tx.db
    .update(recurringInstalments)
    .set({ status: "submitted" })
    .where(inArray(recurringInstalments.id, ids));
  return attempts;
}

/** Notes which transaction carries attempts; again where it was replaced by another one. */
export async function noteTransaction(
  tx: Tx,
  attempts: readonly Pick<Submission, "instalmentId" | "attempt">[],
  txHash: Hex,
): Promise<void> {
  for (const { instalmentId, attempt } of attempts) {
    await tx.db
      .update(recurringAttempts)
      .set({ txHash })
      .where(and(eq(recurringAttempts.instalmentId, instalmentId), eq(recurringAttempts.number, attempt)));
  }
}

/**
 * Ends attempts that were never mined and never can be, or that a failure before them in their transaction kept from
 * being tried: no failure is counted, and the instalments are due again. Does nothing for one that has ended.
 */
export async function releaseInstalments(
  tx: Tx,
  attempts: readonly Pick<Submission, "scheduleId" | "instalmentId" | "attempt">[],
): Promise<void> {
  const ids = [...new Set(attempts.map(({ scheduleId }) => scheduleId))];
  if (ids.length === 0) return;
  const schedules = await tx.db
    .select()
    .from(recurringPayments)
    .where(inArray(recurringPayments.id, ids))
    .orderBy(asc(recurringPayments.id))
    .for("update");
  for (const { instalmentId, attempt } of attempts) {
    const ended = await endAttempt(tx, { instalmentId, attempt }, { outcome: "dropped" });
    if (ended) await makeDue(tx, instalmentId);
  }
  for (const schedule of schedules) {
    // A retry that waits goes on waiting.
    await advanceSchedule(tx, schedule, schedule.nextAttemptAt ? { retryAt: schedule.nextAttemptAt } : {});
  }
}

type Outcome = Pick<typeof recurringAttempts.$inferInsert, "outcome" | "failure" | "txHash">;

/** Ends an attempt that is on its way. False where it has ended before. */
export async function endAttempt(
  tx: Tx,
  { instalmentId, attempt }: Pick<Submission, "instalmentId" | "attempt">,
  outcome: Outcome,
): Promise<boolean> {
  const ended = await tx.db
    .update(recurringAttempts)
    .set({ ...outcome, endedAt: tx.now() })
    .where(
      and(
        eq(recurringAttempts.instalmentId, instalmentId),
        eq(recurringAttempts.number, attempt),
        isNull(recurringAttempts.outcome),
      ),
    )
    .returning({ number: recurringAttempts.number });
  return ended.length > 0;
}

/** An instalment that was on its way can be tried again; one that is paid stays paid. */
export async function makeDue(tx: Tx, instalmentId: string): Promise<void> {
  await tx.db
    .update(recurringInstalments)
    .set({ status: "due" })
    .where(and(eq(recurringInstalments.id, instalmentId), eq(recurringInstalments.status, "submitted")));
}
