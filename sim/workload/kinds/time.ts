import { type Step, stepOf } from "@/sim/workload/step";

/** Lets everything run for so many seconds. */
export function runs(seconds: number): Step {
  return stepOf("run", { seconds }, ({ world: { scheduler } }) =>
    scheduler.runUntil(scheduler.now + 1_000 * seconds),
  );
}

/** Moves the clock on by so many minutes; what falls due in them runs once, afterwards. */
export function skips(minutes: number): Step {
  return stepOf("skip", { minutes }, (run) => {
    run.world.scheduler.skip(60_000 * minutes);
    run.disturb();
  });
}
