import { type SQL, sql } from "drizzle-orm";
import { chainObservations, recurringPayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { ScheduleHealth } from "@/server/dashboard/schedules/schema";
import { dueAt } from "@/server/recurring-payouts/calendar";
import { failureReason } from "@/server/recurring-payouts/instalments/failure-reason";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

/** An instalment that is due is sent within seconds and counts after some minutes; later than this is late. */
const LATE_AFTER_SECONDS = 900;

/**
 * What time it is for the schedules of each network: that of its newest block, which may be ahead of ours, or ours
 * where the chain stands still and instalments wait for it.
 */
export async function clocksOf({ db, now }: Pick<Reads, "db" | "now">): Promise<(network: string) => Date> {
  const rows = await db
    .select({ network: chainObservations.network, headTime: chainObservations.headTime })
    .from(chainObservations);
  const heads = new Map(rows.map(({ network, headTime }) => [network, headTime]));
  const here = now();
  return (network) => {
    const head = heads.get(network);
    return head && head > here ? head : here;
  };
}

type Looked = Pick<
  ScheduleRow,
  "status" | "failureCount" | "processed" | "firstExec" | "periodSeconds" | "totalExecutions"
>;

/** How a schedule is doing at this time of its chain. `healthSql` says the same to the database. */
export function healthOf(row: Looked, at: Date): ScheduleHealth {
  if (row.status !== "active") return row.status;
  const due = dueAt(row, row.processed + 1).getTime();
  return row.failureCount > 0 || due + LATE_AFTER_SECONDS * 1_000 < at.getTime() ? "late" : "active";
}

/** When the next instalment is due, Unix seconds. */
export const nextDueSql = sql`(${recurringPayments.firstExec}
  + ${recurringPayments.processed}::bigint * ${recurringPayments.periodSeconds})`;

/** `healthOf` of each row; `at` is our own time. */
export function healthSql(at: Date): SQL {
  const t = recurringPayments;
  const head = sql`(select ${chainObservations.headTime} from ${chainObservations}
    where ${chainObservations.network} = ${t.network})`;
  const time = sql`extract(epoch from greatest(${at.toISOString()}::timestamptz, ${head}))`;
  const isLate = sql`(${t.failureCount} > 0 or ${nextDueSql} + ${LATE_AFTER_SECONDS}::int < ${time})`;
  return sql`(case when ${t.status} <> 'active' then ${t.status} when ${isLate} then 'late' else 'active' end)`;
}

/** Why a schedule does not go on, or not in time; null where nothing is wrong. */
export function reasonOf(row: ScheduleRow, health: ScheduleHealth): string | null {
  const failed = failureReason(row);
  if (health !== "late" || failed !== null) return failed;
  return "The instalment is due and was not paid yet";
}
