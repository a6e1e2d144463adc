import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { formatUnits } from "viem";
import { executorTransactions, recurringAttempts, recurringInstalments, requests } from "@/db/schema";
import { NETWORKS } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import type { InstalmentAttempt, ScheduleInstalment } from "@/server/dashboard/schedules/schema";
import { type InstalmentPayment, instalmentPayments } from "@/server/payments/counting/instalment-payments";
import { dueAt } from "@/server/recurring-payouts/calendar";
import { FAILURE_REASONS } from "@/server/recurring-payouts/instalments/failure-reason";
import {
  type InstalmentRow,
  networkOf,
  nextPaymentDate,
  type ScheduleRow,
} from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { instalmentReference } from "@/server/recurring-payouts/signing/typed-data";

type Reading = Pick<Reads, "db">;
type AttemptRow = typeof recurringAttempts.$inferSelect;
/** A payment shows as soon as the chain has it. */
const SHOWN = ["seen", "confirmed", "final"] as const;
type Gas = InstalmentAttempt["gas"];

/** Every instalment of a schedule, from the first to the last, tried or not; `at` is the time of its chain. */
export async function instalmentsOf(
  ctx: Reading,
  schedule: ScheduleRow,
  at: Date,
): Promise<ScheduleInstalment[]> {
  const opened = await ctx.db
    .select({ instalment: recurringInstalments, requestId: requests.requestId })
    .from(recurringInstalments)
    .innerJoin(requests, eq(requests.id, recurringInstalments.requestId))
    .where(eq(recurringInstalments.recurringPaymentId, schedule.id));
  const rows = opened.map(({ instalment }) => instalment);
  const [attempts, payments] = await Promise.all([
    attemptsOf(ctx, rows),
    instalmentPayments(ctx, rows, SHOWN),
  ]);
  const gas = await gasOf(ctx, schedule, attempts);
  return Array.from({ length: schedule.totalExecutions }, (_, i): ScheduleInstalment => {
    const index = i + 1;
    const found = opened.find(({ instalment }) => instalment.index === index);
    const payment = found && payments.get(found.instalment.requestId);
    const own = attempts.filter(({ instalmentId }) => instalmentId === found?.instalment.id);
    const state = stateOf(schedule, index, { instalment: found?.instalment, payment, at });
    const isNext = index === schedule.processed + 1 && state !== "submitted" && state !== "confirming";
    return {
      index,
      dueAt: dueAt(schedule, index).toISOString(),
      state,
      triedAt: isNext ? (nextPaymentDate(schedule)?.toISOString() ?? null) : null,
      requestId: found ? found.requestId.slice(2) : null,
      paymentReference: instalmentReference(bytes(schedule.digest), index),
      paidAt: state === "paid" ? (payment?.blockTime.toISOString() ?? null) : null,
      txHash: payment?.txHash ?? null,
      attempts: own.map((row) => describeAttempt(row, gas.get(row.txHash ?? "") ?? null)),
    };
  });
}

interface Look {
  instalment: InstalmentRow | undefined;
  payment: InstalmentPayment | undefined;
  at: Date;
}

function stateOf(
  { status, processed, failureCount, ...schedule }: ScheduleRow,
  index: number,
  { instalment, payment, at }: Look,
): ScheduleInstalment["state"] {
  if (instalment?.status === "processed") return "paid";
  if (payment?.state === "seen") return "confirming";
  if (instalment?.status === "submitted") return "submitted";
  if (status !== "active" && status !== "pending") return "stopped";
  if (index === processed + 1 && failureCount > 0) return "retrying";
  return dueAt(schedule, index) <= at ? "due" : "scheduled";
}

function attemptsOf(ctx: Reading, rows: readonly InstalmentRow[]): Promise<AttemptRow[]> {
  const ids = rows.map(({ id }) => id);
  return ctx.db
    .select()
    .from(recurringAttempts)
    .where(inArray(recurringAttempts.instalmentId, ids))
    .orderBy(asc(recurringAttempts.number));
}

/** What the transactions of these attempts have cost, by hash. */
async function gasOf(
  ctx: Reading,
  schedule: ScheduleRow,
  attempts: readonly AttemptRow[],
): Promise<Map<string, Gas>> {
  const hashes = [...new Set(attempts.flatMap(({ txHash }) => txHash ?? []))];
  const rows = await ctx.db
    .select({
      hash: executorTransactions.hash,
      used: executorTransactions.gasUsed,
      price: executorTransactions.gasPrice,
      carried: sql`jsonb_array_length(${executorTransactions.instalments})`.mapWith(Number),
    })
    .from(executorTransactions)
    .where(
      and(
        inArray(executorTransactions.hash, hashes),
        eq(executorTransactions.network, schedule.network),
        eq(executorTransactions.state, "mined"),
      ),
    );
  const { native } = NETWORKS[networkOf(schedule)];
  return new Map(
    rows.map(({ hash, used, price, carried }) => [
      hash,
      used === null || price === null
        ? null
        : {
            used: used.toString(),
            cost: formatUnits(used * price, native.decimals),
            symbol: native.symbol,
            instalments: carried,
          },
    ]),
  );
}

function describeAttempt(row: AttemptRow, gas: Gas): InstalmentAttempt {
  const { number, startedAt, endedAt, outcome, failure, txHash } = row;
  return {
    number,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    outcome: outcome ?? "submitted",
    failure,
    reason: reasonOf(row),
    txHash,
    gas,
  };
}

function reasonOf({ outcome, failure, txHash }: AttemptRow): string {
  switch (outcome) {
    case null:
      return "On its way to the chain";
    case "processed":
      return "Paid";
    case "dropped":
      return "Not mined, and counted as no failure";
    case "reorged":
      return "Paid, and taken back by a reorganisation of the chain";
    case "failed": {
      const why = failure ? FAILURE_REASONS[failure] : "The contract refused it";
      return txHash === null ? `${why}; found before anything was sent` : why;
    }
  }
}
