import type { Image } from "@/sim/database/image";
import type { Violation } from "@/sim/model/facts";
import { checkNow } from "@/sim/workload/checks";
import { checkAtTheEnd } from "@/sim/workload/end";
import { setPrice } from "@/sim/workload/kinds/conversions";
import { planOf } from "@/sim/workload/plan";
import { RunContext } from "@/sim/workload/run-context";
import type { Step } from "@/sim/workload/step";
import { createTenant } from "@/sim/workload/tenants";
import { loadSignatures } from "@/sim/world/signatures";
import { startWorld } from "@/sim/world/world";

/** What came of a run. */
export interface Outcome {
  seed: string;
  hash: string;
  lines: readonly string[];
  violation: Violation | null;
  /** Step after which it was found; null at the end. */
  after: number | null;
  simulatedMs: number;
  faults: Record<string, number>;
  /** Events of the simulation. */
  events: number;
}

export interface RunOptions {
  seed: string;
  days: number;
  image: Image;
  print?: ((line: string) => void) | null;
  /** Steps instead of those of the seed. */
  steps?: readonly Step[];
}

/** Plays the plan of a seed against the service. Ends at the first thing that must not be. */
export async function runSeed({
  seed,
  days,
  image,
  print = null,
  steps = planOf(seed, days),
}: RunOptions): Promise<Outcome> {
  await loadSignatures();
  const world = startWorld(seed, image, { print });
  try {
    return await play(new RunContext(world, seed), seed, steps);
  } finally {
    world.end();
  }
}

async function play(run: RunContext, seed: string, steps: readonly Step[]): Promise<Outcome> {
  const { model, world } = run;
  const { scheduler, trace, receivers, confirmations } = world;
  const startedAt = scheduler.now;
  const faults: Record<string, number> = {};
  receivers.onDelivery = ({ host, id, body, at, isTaken, isAnswered, isOverlapping }) => {
    run.look();
    trace.note(`delivery to ${host}, ${isTaken ? "taken" : "refused"}: ${body}`);
    model.sent({ tenant: host, deliveryId: id, body, at, isOverlapping, isCalm: run.isCalm });
    if (!isAnswered) model.failed(host, body, at);
    if (isTaken) model.delivered(host, body, confirmations);
  };
  await run.within(60, async () => {
    for (let i = 0; i < world.tenants; i++) run.tenants.push(await createTenant(world.service.app, i));
  });
  for (const { schedules } of world.networks) {
    if (schedules) schedules.pool.onTaken = (taken) => run.executorSent(schedules.contract, taken);
  }
  setPrice(run, 108);
  let after: number | null = null;
  for (const [position, step] of steps.entries()) {
    trace.note(`step ${position}: ${step.words}`);
    if (step.isFault) faults[step.kind] = (faults[step.kind] ?? 0) + 1;
    await step.play(run);
    await checkNow(run);
    if (model.violations.length > 0) {
      after = position;
      break;
    }
  }
  if (model.violations.length === 0) await checkAtTheEnd(run);
  const [violation = null] = model.violations;
  if (violation) trace.note(`broken: ${violation.rule}: ${violation.what}`);
  return {
    seed,
    hash: trace.digest(),
    lines: trace.lines,
    violation,
    after,
    simulatedMs: scheduler.now - startedAt - run.idleMs,
    faults,
    events: scheduler.count,
  };
}
