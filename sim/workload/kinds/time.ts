import type { RunContext } from "@/sim/workload/run-context";
import { type Step, stepOf } from "@/sim/workload/step";
import { SECONDS_PER_BLOCK } from "@/sim/world/world";

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

/** What became final is compared when it is so many blocks or more, and where nothing new is to be read. */
const COMPARED_BLOCKS = 20;
/** On a quiet chain one head in a minute is told, and a second time: by then a watcher has looked, and all has followed. */
const COMPARED_MS = 72_000;

/** Lets time go by until what is on the chains now is final everywhere, and was compared. */
export async function becomesFinal(run: RunContext): Promise<void> {
  const { scheduler, finalityDepth } = run.world;
  scheduler.skip(1_000 * (finalityDepth + COMPARED_BLOCKS) * SECONDS_PER_BLOCK);
  run.disturb();
  await scheduler.runUntil(scheduler.now + COMPARED_MS);
  run.look();
}
