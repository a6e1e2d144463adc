import { expect, test } from "vitest";
import { nearestTests, withinBudget } from "./nearest-tests";

const imports = new Map([
  ["server/money.ts", []],
  ["server/money.test.ts", ["server/money.ts"]],
  ["server/pay.ts", ["server/money.ts"]],
  ["server/pay.test.ts", ["server/pay.ts"]],
  ["app/route.test.ts", ["server/pay.ts", "server/money.ts"]],
  ["server/other.test.ts", []],
  ["e2e/pay.spec.ts", ["server/money.ts"]],
]);

test("a changed file is tried by the tests that import it, then by those that import its importers", () => {
  expect(nearestTests(imports, ["server/money.ts"])).toEqual([
    { file: "app/route.test.ts", distance: 1 },
    { file: "server/money.test.ts", distance: 1 },
    { file: "server/pay.test.ts", distance: 2 },
  ]);
});

test("a changed test is tried itself; what is no source of ours reaches nothing", () => {
  expect(nearestTests(imports, ["server/other.test.ts", "README.md"])).toEqual([
    { file: "server/other.test.ts", distance: 0 },
  ]);
});

test("imports that go in a circle end", () => {
  const circle = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["a.ts"]],
    ["b.test.ts", ["b.ts"]],
  ]);
  expect(nearestTests(circle, ["a.ts"])).toEqual([{ file: "b.test.ts", distance: 2 }]);
});

test("what does not fit is left out, and what is behind it and fits is not", () => {
  const tests = ["a", "b", "c"].map((file, distance) => ({ file, distance }));
  const seconds: Record<string, number> = { a: 5, b: 30, c: 4 };
  const chosen = (budget: number) => withinBudget(tests, (file) => seconds[file] ?? 0, budget);
  expect(chosen(10).map(({ file }) => file)).toEqual(["a", "c"]);
  expect(chosen(1).map(({ file }) => file)).toEqual(["a"]);
});
