import { BLOCKS_OF_SKIP, becomesFinal } from "@/sim/workload/kinds/time";
import type { RunContext } from "@/sim/workload/run-context";
import { allow, fund, onChain, recurringOf, unpause } from "@/sim/workload/schedules";

/** More than any schedule takes, base units. */
const PLENTY = 10n ** 15n;
/** An attempt that failed is made again after six hours at the most, and instalments are a day apart. */
const ROUND_MS = 12 * 3_600_000;
const MOST_ROUNDS = 24;
/** So long an executor takes to send what is due, and a chain to confirm it. */
const SENT_MS = 120_000;

/** Payers have money and let it be taken, what was paused goes on, and days go by until every schedule is paid in full or over. */
export async function schedulesComeToRest(run: RunContext): Promise<void> {
  const { scheduler, networks } = run.world;
  if (run.schedules.size === 0) return;
  const at = recurringOf(run);
  if (at) at.pool.fates = [];
  for (const schedule of run.schedules.values()) {
    fund(run, schedule, PLENTY);
    allow(run, schedule, PLENTY);
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const schedule of run.schedules.values()) await unpause(run, schedule);
    await scheduler.runUntil(scheduler.now + SENT_MS);
    run.look();
    const schedules = [...run.schedules.values()];
    const since = (scheduler.now - ROUND_MS) / 1_000;
    if (round > 0) for (const one of schedules) run.model.schedules.hadTime(one.id, since, onChain(run, one));
    if (!schedules.some((one) => run.model.schedules.isOpen(one.id, onChain(run, one)))) break;
    for (const { chain } of networks) chain.slowDown(ROUND_MS, BLOCKS_OF_SKIP);
    scheduler.skip(ROUND_MS);
    run.disturb();
  }
  await becomesFinal(run);
}

/** Reads each schedule, and holds it and its instalments to the chain. */
export async function checkSchedules(run: RunContext): Promise<void> {
  for (const schedule of run.schedules.values()) {
    const { tenant, id } = schedule;
    const answer = await run.call({ tenant, method: "GET", path: `/v2/payouts/recurring/${id}` });
    if (!answer) continue;
    const { status, processedPayments, requests } = answer.body;
    run.model.schedules.atTheEnd(id, { status, processed: processedPayments }, onChain(run, schedule));
    for (const named of requests as { requestId: string; paymentReference: string }[]) {
      run.model.instalment(named);
      const path = `/v2/request/${named.requestId}`;
      const read = await run.call({ tenant, method: "GET", path });
      if (read) run.model.atTheEnd(named.requestId, read.body, run.payments());
    }
  }
}
