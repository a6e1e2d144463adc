import { expect, test } from "vitest";
import { followedBy, type Run, wasBusy } from "@/bench/support/results";

test.each([
  [{ load: 12, busy: 0.05 }, false],
  [{ load: 0.5, busy: 0.4 }, true],
  [{ load: 11.9 }, true],
  [{ load: 2.9 }, false],
])("a result with %o was measured on a busy machine: %s", (result, was) => {
  expect(wasBusy(result)).toBe(was);
});

const run = (value: number, busy = 0): Run => ({
  on: "2026-01-01",
  load: 1,
  busy,
  machine: ["a machine"],
  report: { name: "n", figures: [{ what: "a ÷ b", value, unit: "" }] },
});

test("the quiet run before the latest one is kept beside it", () => {
  const first = followedBy(null, run(1));
  expect(first).toEqual(run(1));
  const second = followedBy(first, run(2));
  expect(second).toEqual({ ...run(2), before: run(1) });
  expect(followedBy(second, run(3))).toEqual({ ...run(3), before: run(2) });
});

test("a run on a busy machine takes the place of no quiet one, and is no run before", () => {
  expect(followedBy({ ...run(2), before: run(1) }, run(9, 0.5))).toBeNull();
  expect(followedBy(run(8, 0.5), run(9, 0.5))).toEqual(run(9, 0.5));
  expect(followedBy(run(8, 0.5), run(2))).toEqual(run(2));
});
