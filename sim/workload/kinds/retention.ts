import { BLOCKS_OF_SKIP } from "@/sim/workload/kinds/time";
import { checkRetention } from "@/sim/workload/retention";
import { type Step, stepOf } from "@/sim/workload/step";

const DAY_MS = 86_400_000;
/** So long it takes to remove what has outlived its time. */
const REMOVED_MS = 120_000;

/** Weeks or months go by in which nobody does anything: what is kept for a time only goes, and all else stays. */
export function monthsGoBy(days: number): Step {
  return stepOf("months_go_by", { days }, async (run) => {
    const { networks, scheduler } = run.world;
    for (const { chain } of networks) chain.slowDown(days * DAY_MS, BLOCKS_OF_SKIP);
    scheduler.skip(days * DAY_MS);
    run.idleMs += days * DAY_MS;
    run.disturb();
    await scheduler.runUntil(scheduler.now + REMOVED_MS);
    run.look();
    await checkRetention(run);
  });
}
