import { expect, test } from "vitest";
import type { Figure } from "@/bench/report";
import { fallen } from "@/bench/support/compare";

const MORE = { better: "more", goal: 1, stretch: 2 } as const;
const LESS = { better: "less", goal: 1, stretch: 0.5 } as const;
const figure = (value: number, rest: Partial<Figure> = {}): Figure => ({
  what: "a ÷ b",
  value,
  unit: "",
  goal: MORE,
  ...rest,
});

test.each([
  // before, now, whether it fell
  [figure(1), figure(0.75), true],
  [figure(1), figure(0.85), false],
  [figure(1), figure(1.5), false],
  [figure(1, { goal: LESS }), figure(1.25, { goal: LESS }), true],
  [figure(1, { goal: LESS }), figure(0.5, { goal: LESS }), false],
  // Rounds that lie far apart say less, whichever run they are of.
  [figure(1, { spread: { low: 0.6, high: 1.2 } }), figure(0.75), false],
  [figure(1), figure(0.6, { spread: { low: 0.3, high: 0.9 } }), false],
  [figure(1, { spread: { low: 0.9, high: 1.1 } }), figure(0.5, { spread: { low: 0.45, high: 0.55 } }), true],
])("%o, then %o: fell %s", (before, now, fell) => {
  expect(fallen([before], [now]).map(({ what }) => what)).toEqual(fell ? ["a ÷ b"] : []);
});

test("a ratio over fewer payments is compared with the same over more", () => {
  const over = (n: number, value: number) => figure(value, { what: `catch-up over ${n} logs, 1 % matching` });
  expect(fallen([over(20_000, 1)], [over(10_000, 0.5)])).toMatchObject([{ before: 1, now: 0.5 }]);
});

test("only ratios that have a goal and were measured before are compared", () => {
  expect(fallen([figure(9, { unit: "ms" })], [figure(1, { unit: "ms" })])).toEqual([]);
  const { goal: _, ...raw } = figure(1);
  expect(fallen([figure(9)], [raw])).toEqual([]);
  expect(fallen([], [figure(1)])).toEqual([]);
});
