import { expect, test } from "vitest";
import { failedLines, failedOfPlaywright, failedOfVitest } from "./failed-tests";

const unit = {
  testResults: [
    {
      name: "/home/me/quittance/server/lib/amount.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        { fullName: "an amount is exact", status: "passed", failureMessages: [] },
        {
          fullName: "an amount has no sign",
          status: "failed",
          failureMessages: ["AssertionError: expected 1 to be 2\n    at amount.test.ts:3:1"],
        },
      ],
    },
    {
      name: "/home/me/quittance/server/lib/broken.test.ts",
      status: "failed",
      message: "\u001b[31mCannot find module './gone'\u001b[39m",
      assertionResults: [],
    },
  ],
};
const passed = { title: "a link is read", file: "pay.spec.ts", ok: true, tests: [] };
const failed = {
  title: "a link is paid",
  file: "pay.spec.ts",
  ok: false,
  tests: [{ results: [{ errors: [{ message: "\n\u001b[31mError: not visible\u001b[39m\nmore" }] }] }],
};
const journeys = {
  suites: [{ specs: [passed], suites: [{ specs: [failed] }] }],
  errors: [{ message: "Error: no browser" }],
};

test("what failed in both runners is told with its error, without where in the code", () => {
  const all = [...failedOfVitest(unit, "/home/me/quittance"), ...failedOfPlaywright(journeys, "e2e")];
  expect(failedLines(all, 3)).toEqual([
    "4 failed",
    "server/lib/amount.test.ts: an amount has no sign",
    "    AssertionError: expected 1 to be 2",
    "server/lib/broken.test.ts",
    "    Cannot find module './gone'",
    "e2e/pay.spec.ts: a link is paid",
    "    Error: not visible",
    "    more",
    "and 1 more",
  ]);
  expect(failedLines([...all, ...all], 1)).toEqual([
    "8 failed",
    "server/lib/amount.test.ts: an amount has no sign",
    "    AssertionError: expected 1 to be 2",
    "and 7 more",
  ]);
});

test("nothing is told of a run in which all passed, and what is no report is refused", () => {
  expect(failedLines([], 3)).toEqual([]);
  expect(failedOfPlaywright({ suites: [{ specs: [passed] }], errors: [] }, "e2e")).toEqual([]);
  expect(() => failedOfVitest({}, "/")).toThrow();
  expect(() => failedOfPlaywright({ suites: [] }, "e2e")).toThrow();
});
