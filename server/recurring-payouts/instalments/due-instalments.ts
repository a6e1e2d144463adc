import { and, asc, eq, inArray, isNull, lte, not, sql } from "drizzle-orm";
import { platforms, recurringPayments } from "@/db/schema";
import { sameAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import { recoverSigner } from "@/server/chains/wallets/recover-signer";
import type { Reads } from "@/server/context";
import { dueAt } from "@/server/recurring-payouts/calendar";
import { isLeftOut, refusalsLeft } from "@/server/recurring-payouts/instalments/refusals";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
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
 * What is due on a network; of each schedule the next instalments in their order. Every account has its turn and within
 * it every payer, longest due first, so that nobody's schedules keep those of others waiting. Schedules with an
 * instalment on its way, those that wait for a retry, those of disabled accounts and those of payers who had too much
 * refused in blocks today are left out. Nothing is claimed by reading: `submitInstalments` decides.
 */
export async function dueInstalments(
  ctx: Pick<Reads, "db" | "now">,
  { network, at, contract, limit, perSchedule = 1 }: DueQuery,
): Promise<DueInstalment[]> {
  const { id, platformId, subscriber, nextAttemptAt } = recurringPayments;
  const ofPayer = ctx.db
    .select({
      id,
      platformId,
      nextAttemptAt,
      turn: sql<number>`row_number() over (
        partition by ${platformId}, ${subscriber} order by ${nextAttemptAt}, ${id})`.as("turn"),
    })
    .from(recurringPayments)
    .innerJoin(platforms, eq(platforms.id, platformId))
    .where(
      and(
        eq(recurringPayments.network, network),
        eq(recurringPayments.contract, contract),
        lte(nextAttemptAt, at),
        eq(recurringPayments.status, "active"),
        isNull(platforms.disabledAt),
        not(isLeftOut(ctx)),
      ),
    )
    .as("of_payer");
  const queue = ctx.db
    .select({
      id: ofPayer.id,
      nextAttemptAt: ofPayer.nextAttemptAt,
      place: sql<number>`row_number() over (
        partition by ${ofPayer.platformId}
        order by ${ofPayer.turn}, ${ofPayer.nextAttemptAt}, ${ofPayer.id})`.as("place"),
    })
    .from(ofPayer)
    .as("queue");
  const rows = await ctx.db
    .select({ schedule: recurringPayments })
    .from(queue)
    .innerJoin(recurringPayments, eq(recurringPayments.id, queue.id))
    .orderBy(asc(queue.place), asc(queue.nextAttemptAt), asc(queue.id))
    .limit(limit);
  const due = rows.flatMap(({ schedule }) => nextOf(schedule, at, perSchedule));
  return withinRisk(ctx, due, network);
}

/**
 * Without more instalments of a contract wallet than may still be refused: only when they are mined is it known that it
 * has changed its mind, and each of them may use up its gas.
 */
async function withinRisk(
  ctx: Pick<Reads, "db" | "now">,
  due: readonly DueInstalment[],
  network: NetworkId,
): Promise<DueInstalment[]> {
  const bySchedule = new Map(due.map((one) => [one.scheduleId, one]));
  const leftOf = await refusalsLeft(ctx, [...bySchedule.values()].map(answerableOf(network)));
  const taken = new Map<string, number>();
  const isOfWallet = new Map<string, boolean>();
  const kept: DueInstalment[] = [];
  for (const one of due) {
    const { platformId, permit, scheduleId } = one;
    const left = leftOf(answerableOf(network)(one));
    const payer = `payer ${permit.subscriber}`;
    const ofPayer = taken.get(payer) ?? 0;
    const ofAccount = taken.get(platformId) ?? 0;
    const isMuch = ofPayer >= left.payer || ofAccount >= left.account;
    if (isMuch && !isOfWallet.has(scheduleId)) isOfWallet.set(scheduleId, !(await isSignedByKey(one)));
    if (isMuch && isOfWallet.get(scheduleId)) continue;
    kept.push(one);
    taken.set(payer, ofPayer + 1);
    taken.set(platformId, ofAccount + 1);
  }
  return kept;
}

function answerableOf(network: NetworkId) {
  return ({ platformId, permit }: DueInstalment) => ({ network, platformId, subscriber: permit.subscriber });
}

/** As the contract asks: a key's own signature counts first, and what it signed it cannot take back. */
async function isSignedByKey({ digest, signature, permit }: DueInstalment): Promise<boolean> {
  const signer = await recoverSigner("evm", digest, signature);
  return signer !== null && sameAddress("evm", signer, permit.subscriber);
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
