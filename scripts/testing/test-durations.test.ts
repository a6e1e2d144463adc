import { expect, test } from "vitest";
import { durationsOfPlaywright, durationsOfVitest, slowestOf } from "./test-durations";

const unit = {
  testResults: [
    {
      name: "/home/me/quittance/server/lib/amount.test.ts",
      assertionResults: [
        { fullName: "an amount is exact", duration: 12.4, status: "passed" },
        { fullName: "an amount that was skipped", status: "skipped" },
      ],
    },
  ],
};
const journeys = {
  suites: [
    {
      specs: [{ title: "a link is paid", file: "pay.spec.ts", tests: [{ results: [{ duration: 27_000 }] }] }],
      suites: [
        {
          specs: [
            {
              title: "tried twice",
              file: "pay.spec.ts",
              tests: [{ results: [{ duration: 900 }, { duration: 200 }] }],
            },
          ],
        },
      ],
    },
  ],
};

test("the slowest tests of both runners stand in one list", () => {
  const tests = [...durationsOfVitest(unit, "/home/me/quittance"), ...durationsOfPlaywright(journeys, "e2e")];
  expect(tests).toHaveLength(4);
  expect(slowestOf(tests, 3)).toEqual([
    "  27.0 s  e2e/pay.spec.ts: a link is paid",
    "   1.1 s  e2e/pay.spec.ts: tried twice",
    "   0.0 s  server/lib/amount.test.ts: an amount is exact",
  ]);
});

test("what is no report is refused", () => {
  expect(() => durationsOfVitest({}, "/")).toThrow();
  expect(() => durationsOfPlaywright({ suites: [{}] }, "e2e")).toThrow();
});
