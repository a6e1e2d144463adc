import { expect, test } from "vitest";
import { runs } from "@/sim/workload/kinds/time";
import type { Outcome } from "@/sim/workload/run";
import { shrink } from "@/sim/workload/shrink";
import type { Step } from "@/sim/workload/step";

const NOTHING: Outcome = {
  seed: "1",
  hash: "",
  lines: [],
  violation: null,
  after: null,
  simulatedMs: 0,
  faults: {},
  events: 0,
};
const steps: Step[] = Array.from({ length: 40 }, (_, seconds) => runs(seconds));
const secondsOf = (of: readonly Step[]) => of.map(({ words }) => Number(words.split("=")[1]));

/** Fails where both are done. */
async function play(played: readonly Step[]): Promise<Outcome> {
  const seconds = secondsOf(played);
  const isBroken = seconds.includes(7) && seconds.includes(23);
  return { ...NOTHING, violation: isBroken ? { rule: "both", what: "" } : null };
}

test("a failing run is shortened to the steps that it needs, and what came afterwards is not tried", async () => {
  const failed = { ...NOTHING, violation: { rule: "both", what: "" }, after: 30 };
  const { steps: kept, outcome } = await shrink(failed, steps, play, 200);
  expect(secondsOf(kept)).toEqual([7, 23]);
  expect(outcome.violation?.rule).toBe("both");
});

test("it ends after so many tries, with what is shorter by then", async () => {
  let tries = 0;
  const counted = (played: readonly Step[]) => {
    tries++;
    return play(played);
  };
  const failed = { ...NOTHING, violation: { rule: "both", what: "" }, after: null };
  const { steps: kept } = await shrink(failed, steps, counted, 5);
  expect(tries).toBe(5);
  expect(secondsOf(kept)).toEqual(expect.arrayContaining([7, 23]));
});
