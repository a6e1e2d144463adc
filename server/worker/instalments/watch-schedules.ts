import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter, ChainHead, PaidInstalment } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Ctx, inTransaction } from "@/server/context";
import { keepUnclaimed } from "@/server/payments/recording/unclaimed";
import { moveRecurringCursor, recurringCursor } from "@/server/recurring-payouts/ending/cursor";
import { endCancelledByPayer, endExpired, hasExpired } from "@/server/recurring-payouts/ending/end";
import { hasOpenSchedules, openSchedules } from "@/server/recurring-payouts/ending/open-schedules";
import { adoptInstalments, unknownInstalments } from "@/server/recurring-payouts/instalments/adopt";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { isCancelledInContract, paidInContract } from "@/server/recurring-payouts/signing/contract";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import type { LoopDefinition } from "@/server/worker/loop";

/** Schedules of one commit. */
const AT_ONCE = 500;
/** Blocks of one question. */
const RANGE_BLOCKS = 5_000n;

/**
 * Follows what the recurring contract of one chain says by itself: ends the schedules that payers cancelled there and
 * those whose permits ran out, and takes in the instalments that were paid without us.
 */
export function watchSchedulesLoop(app: App, chain: ChainAdapter): LoopDefinition {
  return {
    name: `schedules of ${chain.network.id}`,
    everyMs: Math.max(chain.pollMs, 1_000),
    pass: () =>
      watchSchedules(app.context(systemCaller("")), chain, {
        // The time of local chains may be days ahead of everybody's clock.
        isOwnClockAsked: app.config.profile === "live",
      }),
  };
}

/**
 * One look at a chain. Events are read again from the last final block on, so that none is missed however the
 * chain moves or how long nobody looked, and the contract itself is asked about each that matters. Where nobody has
 * looked before, it is asked about every open schedule.
 */
export async function watchSchedules(
  ctx: Ctx,
  chain: ChainAdapter,
  { isOwnClockAsked = false } = {},
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  if (chain.recurringContract === null || !(await hasOpenSchedules(ctx, network))) return "idle";
  const head = await chain.head();
  const expired = await endRunOut(ctx, chain, head, isOwnClockAsked);
  const cursor = await recurringCursor(ctx, network);
  if (cursor === null) {
    await askAboutAll(ctx, chain, head);
    return "idle";
  }
  const to = earlier(cursor + RANGE_BLOCKS, head.latest.number);
  if (to > cursor) {
    const events = await chain.scheduleEvents?.(cursor + 1n, to);
    await endCancelled(
      ctx,
      chain,
      head,
      await openSchedules(ctx, network, { digests: events?.cancelled ?? [] }),
    );
    await adoptPaid(ctx, chain, head, events?.paid ?? []);
    const seen = earlier(to, head.finalized);
    if (seen > cursor) await inTransaction(ctx, (tx) => moveRecurringCursor(tx, network, seen));
  }
  return to < head.latest.number || expired === AT_ONCE ? "more" : "idle";
}

/** Ends the schedules whose permits have run out, and returns how many. */
async function endRunOut(ctx: Ctx, chain: ChainAdapter, head: ChainHead, isOwnClockAsked: boolean) {
  const network = chain.network.id;
  if (!(await hasExpired(ctx, network, head.latest.time))) return 0;
  const at = await endTime(ctx, chain, head, isOwnClockAsked);
  const expired = await inTransaction(ctx, (tx) => endExpired(tx, { network, at, limit: AT_ONCE }));
  if (expired > 0) ctx.log.info({ network, expired }, "schedules ended: their permits ran out");
  return expired;
}

/**
 * The time that schedules may be ended by. That cannot be taken back, so one node whose clock is wrong, or that lies,
 * does not suffice: the newest blocks of all nodes that keep up are as late, and so is our own clock where it is asked.
 */
async function endTime(
  { now }: Ctx,
  chain: ChainAdapter,
  { latest }: ChainHead,
  isOwnClockAsked: boolean,
): Promise<Date> {
  const reports = await chain.compareNodes();
  const heads = reports.flatMap(({ state, head }) => (state === "ok" && head ? [head.time.getTime()] : []));
  if (heads.length === 0) throw new ChainError(`no node of ${chain.network.id} says what time it is`);
  return new Date(Math.min(latest.time.getTime(), ...heads, ...(isOwnClockAsked ? [now().getTime()] : [])));
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

async function askAboutAll(ctx: Ctx, chain: ChainAdapter, head: ChainHead): Promise<void> {
  const network = chain.network.id;
  for (let after = ""; ; ) {
    const page = await openSchedules(ctx, network, { after, limit: AT_ONCE });
    await endCancelled(ctx, chain, head, page);
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  await inTransaction(ctx, (tx) => moveRecurringCursor(tx, network, head.finalized));
}

/** Instalments that the contract paid and nobody here began are requests from now on, and their payments are read. */
async function adoptPaid(
  ctx: Ctx,
  chain: ChainAdapter,
  { latest }: ChainHead,
  paid: readonly PaidInstalment[],
): Promise<void> {
  const network = chain.network.id;
  for (const { schedule, paid: own } of await unknownInstalments(ctx, network, paid)) {
    const last = await paidInContract(chain, schedule, latest.number);
    const borneOut = own.filter(({ index }) => index <= last);
    if (borneOut.length === 0) continue;
    const indexes = borneOut.map(({ index }) => index);
    ctx.log.warn({ network, recurringPayment: schedule.id, indexes }, "instalments were paid without us");
    await inTransaction(ctx, async (tx) => {
      await keepUnclaimed(tx, network, await adoptInstalments(tx, { schedule, paid: borneOut }));
    });
  }
}

async function endCancelled(
  ctx: Ctx,
  chain: ChainAdapter,
  { latest }: ChainHead,
  rows: readonly ScheduleRow[],
): Promise<void> {
  const network = chain.network.id;
  const answers = await Promise.all(rows.map((row) => isCancelledInContract(chain, row, latest.number)));
  const digests: Hex[] = rows.flatMap((row, i) => (answers[i] ? [bytes(row.digest)] : []));
  if (digests.length === 0) return;
  const ended = await inTransaction(ctx, (tx) => endCancelledByPayer(tx, network, digests));
  ctx.log.info({ network, recurringPayments: ended }, "schedules ended: their payers cancelled on chain");
}
