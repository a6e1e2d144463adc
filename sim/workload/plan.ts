import { Seeded } from "@/sim/events/seeded";
import { habitsOf, type Weighted } from "@/sim/workload/habits";
import { crossesBridge } from "@/sim/workload/kinds/bridge-payments";
import { forksDeep } from "@/sim/workload/kinds/deep-forks";
import { backUpAndRestore, lossOf } from "@/sim/workload/kinds/restores";
import { monthsGoBy } from "@/sim/workload/kinds/retention";
import { paysFromSafe } from "@/sim/workload/kinds/safe-payments";
import { scheduleSteps } from "@/sim/workload/kinds/schedules";
import { runs, skips } from "@/sim/workload/kinds/time";
import { Planned, type Step } from "@/sim/workload/step";
import { shapeOf } from "@/sim/world/shape";

const DAY_MINUTES = 24 * 60;

/** How much is done on a day: from and to. */
export type Pace = readonly [from: number, to: number];
export const CALM: Pace = [3, 8];
export const BUSY: Pace = [15, 30];

/** The share of days after which weeks or months go by. */
const MONTHS = 0.15;
/** The share of days after which what was final changes. */
const DEEP_FORKS = 0.12;
/** Of the things that are done in a run with a bridge, so many are followed by a payment over it. */
const CROSSINGS = 0.35;
/** Of those in a run with Safes, so many are followed by a payment from one. */
const FROM_SAFES = 0.3;
/** The share of days, in runs without Safes and schedules, on which the database is lost and a backup of that day is restored. */
const RESTORES = 0.12;
/** The share of days, in runs that have schedules, on which one is created. */
const SCHEDULE_DAYS = 0.8;
/** The share of jumps of the clock in which the chains make all of their blocks. */
const FULL_SKIPS = 0.1;

/** The steps of a run of so many simulated days. */
export function planOf(seed: string, days: number, pace: Pace = CALM): Step[] {
  const chance = new Seeded(`${seed} plan`);
  const { kinds, fresh } = habitsOf(chance);
  const shape = shapeOf(seed);
  const planned = new Planned(chance, shape, fresh);
  // Each of its own: they change nothing of what is drawn for the days between them.
  const months = new Seeded(`${seed} months`);
  const forks = new Seeded(`${seed} deep forks`);
  const bridges = new Seeded(`${seed} bridges`);
  const safes = new Seeded(`${seed} safes`);
  // With this number the seeds whose bugs are stored lose no database, and play as before.
  const losses = new Seeded(`${seed} restores 645`);
  const schedules = new Seeded(`${seed} days of schedules`);
  const steps: Step[] = [];
  for (let day = 0; day < days; day++) {
    const count = chance.between(...pace);
    const mayBeLost = !shape.hasSafes && !shape.hasSchedules;
    const isLost = mayBeLost && losses.chance(RESTORES);
    const loss = isLost ? lossOf(losses, count, { isBridged: shape.bridged !== null }) : null;
    let restore: Step | null = null;
    for (let i = 0; i < count; i++) {
      if (loss?.backedUpBefore === i) {
        const [backUp, later] = backUpAndRestore(loss, losses, planned);
        steps.push(backUp);
        restore = later;
      }
      steps.push(next(chance, kinds, planned), runs(chance.pick([1, 2, 5, 13, 13, 30, 45])));
      if (shape.bridged && bridges.chance(CROSSINGS)) steps.push(crossesBridge(bridges, planned));
      if (shape.hasSafes && safes.chance(FROM_SAFES)) steps.push(paysFromSafe(safes, planned));
    }
    if (restore && loss?.isSoon) steps.push(restore, runs(13));
    for (let left = DAY_MINUTES; left > 0; ) {
      const minutes = Math.min(left, chance.between(120, 900));
      left -= minutes;
      steps.push(skips(minutes, chance.chance(FULL_SKIPS)), runs(5));
    }
    if (restore && !loss?.isSoon) steps.push(restore, runs(13));
    if (shape.hasSchedules && schedules.chance(SCHEDULE_DAYS))
      steps.push(...scheduleSteps(schedules, planned));
    if (months.chance(MONTHS)) steps.push(monthsGoBy(months.pick([9, 40, 95, 130])));
    if (forks.chance(DEEP_FORKS)) {
      const requests = [planned.recent("request", forks), planned.recent("request", forks)];
      const paid = requests.filter((request) => request !== null);
      const step = forksDeep(paid, forks.between(60, 120), forks.pick([100, 60, 0]));
      if (paid.length > 0) steps.push(step, runs(13));
    }
  }
  return steps;
}

function next(chance: Seeded, kinds: readonly Weighted[], planned: Planned): Step {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (;;) {
    let at = chance.fraction() * total;
    const drawn = kinds.find(({ weight }) => {
      at -= weight;
      return at < 0;
    });
    const step = drawn?.kind.plan(chance, planned);
    if (step) return step;
  }
}
