import { systemCaller } from "@/server/auth/callers";
import { planResume, resume } from "@/server/worker/repairs/resume";
import type { Transaction } from "@/sim/chain/transaction";
import { pay } from "@/sim/workload/kinds/payments";
import { becomesFinal } from "@/sim/workload/kinds/time";
import type { RunContext } from "@/sim/workload/run-context";
import { faultOf, type Step } from "@/sim/workload/step";
import type { RunningNetwork } from "@/sim/world/world";

/** So long the watcher takes to notice, and to read everything again. */
const NOTICED_MS = 40_000;

/**
 * Requests of one network are paid, and when these payments are final long since, another branch wins that begins below
 * them. The watcher halts; an operator looks at the nodes and lets it go on with their chain, as docs/operations.md says.
 * `share` of a hundred transactions come back.
 */
export function forksDeep(requests: readonly number[], depth: number, share: number): Step {
  return faultOf("fork_deep", { requests: requests.join("+"), depth, share }, async (run) => {
    const { scheduler, trace } = run.world;
    const [on] = requests.flatMap((request) => run.requests.get(request)?.network ?? []);
    if (!on) return;
    run.recoverNodes();
    for (const request of new Set(requests)) pay(run, request, {});
    await scheduler.runUntil(scheduler.now + NOTICED_MS);
    run.look();
    await becomesFinal(run);
    const gone = on.chain.reorganise(depth, (one) => (comesBack(run, one, share) ? one : null));
    trace.note(`gone: ${gone.map(({ hash }) => hash).join(" ")}`);
    await scheduler.runUntil(scheduler.now + NOTICED_MS);
    run.look();
    await letsGoOn(run, on);
    run.disturb();
    await scheduler.runUntil(scheduler.now + NOTICED_MS);
    run.look();
  });
}

/** What a bank was paid with stays: it has paid out long before, and no chain brings that back. */
function comesBack(run: RunContext, { hash }: Transaction, share: number): boolean {
  const bound = new Set([...run.bankPayments.values()].flatMap(({ payments }) => payments.map(referenceOf)));
  const { payments = [] } = run.sent.get(hash) ?? {};
  if (payments.some((one) => bound.has(referenceOf(one)))) return true;
  return Number.parseInt(hash.slice(2, 8), 16) % 100 < share;
}

function referenceOf({ reference }: { reference: string }): string {
  return reference;
}

/** Does what the command of the operator does. Returns whether the watcher had halted: nothing is done where not. */
export async function letsGoOn(run: RunContext, { of }: RunningNetwork): Promise<boolean> {
  let hadHalted = false;
  await run.asOwner(async (app) => {
    const ctx = app.context(systemCaller(""));
    const chain = app.chains.find(of.id);
    if (!chain) throw new Error(`the service does not know ${of.id}`);
    const plan = await planResume(ctx, chain, {});
    hadHalted = plan !== null;
    run.world.trace.note(plan ? `${of.id} has halted: ${plan.reason}` : `${of.id} has not halted`);
    if (plan) await resume(ctx, chain, plan);
  });
  return hadHalted;
}
