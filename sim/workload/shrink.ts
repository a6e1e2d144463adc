import type { Outcome } from "@/sim/workload/run";
import type { Step } from "@/sim/workload/step";

/**
 * The fewest steps with which a run still breaks the same rule, found by leaving out ever smaller parts (delta debugging).
 * `play` plays steps from the beginning; it is called `most` times at the most.
 */
export async function shrink(
  failed: Outcome,
  steps: readonly Step[],
  play: (steps: readonly Step[]) => Promise<Outcome>,
  most = 60,
): Promise<{ steps: readonly Step[]; outcome: Outcome }> {
  const rule = failed.violation?.rule;
  // What came after the rule was broken has nothing to do with it.
  let kept = failed.after === null ? [...steps] : steps.slice(0, failed.after + 1);
  let outcome = failed;
  let left = most;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < kept.length && left > 0; left--) {
      const shorter = [...kept.slice(0, at), ...kept.slice(at + size)];
      const tried = await play(shorter);
      if (tried.violation?.rule === rule) {
        kept = shorter;
        outcome = tried;
      } else {
        at += size;
      }
    }
  }
  return { steps: kept, outcome };
}
