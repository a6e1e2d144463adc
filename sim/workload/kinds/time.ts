import { type Step, stepOf } from "@/sim/workload/step";

/** Lets everything run for so many seconds. */
export function runs(seconds: number): Step {
  return stepOf("run", { seconds }, ({ world: { scheduler } }) =>
    scheduler.runUntil(scheduler.now + 1_000 * seconds),
  );
}

/** In time that is jumped over, a chain makes no more blocks than this: more than it takes to be final and compared. */
export const BLOCKS_OF_SKIP = 64;

/**
 * Moves the clock on by so many minutes; what falls due in them runs once, afterwards. The chains make few blocks
 * meanwhile, or with `isFull` as many as in any other time.
 */
export function skips(minutes: number, isFull: boolean): Step {
  return stepOf("skip", { minutes, isFull }, (run) => {
    const ms = 60_000 * minutes;
    if (!isFull) for (const { chain } of run.world.networks) chain.slowDown(ms, BLOCKS_OF_SKIP);
    run.world.scheduler.skip(ms);
    run.disturb();
  });
}
