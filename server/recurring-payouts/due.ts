import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { platforms, recurringPayments } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { dueAt } from "@/server/recurring-payouts/signing/calendar";
import { bytes, permitOf } from "@/server/recurring-payouts/signing/permit";
import { instalmentReference, type SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";

/** One instalment that the contract would pay now, with all that the call needs. */
export interface DueInstalment {
  scheduleId: string;
  platformId: string;
  /** 1 for the first. */
  index: number;
  dueAt: Date;
  contract: Hex;
  permit: SchedulePermit;
  /** EIP-712 digest of the permit, the name of the schedule in the contract. */
  digest: Hex;
  signature: Hex;
  paymentReference: Hex;
}

/** The time of the chain, and how much is wanted of what is due by then. */
export interface DueQuery {
  network: NetworkId;
  /** Time of the latest block. */
  at: Date;
  /** Schedules that were signed for another contract are nobody's to execute, and must not hide these. */
  contract: Hex;
  /** Schedules. */
  limit: number;
  /** Instalments of one schedule that is behind, in their order. */
  perSchedule?: number;
}

/**
 * What is due on a network, longest due first; of each schedule the next instalments in their order. Schedules with
 * an instalment on its way, those that wait for a retry and those of disabled accounts are left out. Nothing is
 * claimed by reading: `submitInstalments` decides.
 */
export async function dueInstalments(
  ctx: Pick<Reads, "db">,
  { network, at, contract, limit, perSchedule = 1 }: DueQuery,
): Promise<DueInstalment[]> {
  const rows = await ctx.db
    .select({ schedule: recurringPayments })
    .from(recurringPayments)
    .innerJoin(platforms, eq(platforms.id, recurringPayments.platformId))
    .where(
      and(
        eq(recurringPayments.network, network),
        eq(recurringPayments.contract, contract),
        lte(recurringPayments.nextAttemptAt, at),
        eq(recurringPayments.status, "active"),
        isNull(platforms.disabledAt),
      ),
    )
    .orderBy(asc(recurringPayments.nextAttemptAt), asc(recurringPayments.id))
    .limit(limit);
  return rows.flatMap(({ schedule }) => nextOf(schedule, at, perSchedule));
}

function nextOf(schedule: ScheduleRow, at: Date, count: number): DueInstalment[] {
  if (schedule.signature === null) throw new Error(`schedule ${schedule.id} is active and not signed`);
  const { signature, digest, processed, totalExecutions } = schedule;
  const due: DueInstalment[] = [];
  for (let index = processed + 1; index <= totalExecutions && due.length < count; index++) {
    const from = dueAt(schedule, index);
    if (from > at) break;
    due.push({
      scheduleId: schedule.id,
      platformId: schedule.platformId,
      index,
      dueAt: from,
      contract: bytes(schedule.contract),
      permit: permitOf(schedule),
      digest: bytes(digest),
      signature: bytes(signature),
      paymentReference: instalmentReference(bytes(digest), index),
    });
  }
  return due;
}

/** The schedules of these that are active: to be asked once more before an instalment is broadcast. */
export async function stillActive(
  ctx: Pick<Reads, "db">,
  scheduleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .select({ id: recurringPayments.id })
    .from(recurringPayments)
    .where(and(inArray(recurringPayments.id, [...scheduleIds]), eq(recurringPayments.status, "active")));
  return new Set(rows.map(({ id }) => id));
}
