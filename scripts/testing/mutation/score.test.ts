import { expect, test } from "vitest";
import { idleTests, type MutationReport, scoreLines, scoresOf, unnoticedChanges } from "./score";

const report: MutationReport = {
  files: {
    "server/fee.ts": {
      mutants: [
        { status: "Killed", killedBy: ["1", "2"], coveredBy: ["1", "2", "3"] },
        { status: "Killed", killedBy: ["2"], coveredBy: ["2", "3"] },
        { status: "Timeout", coveredBy: ["2"] },
        {
          status: "Survived",
          coveredBy: ["3"],
          mutatorName: "EqualityOperator",
          replacement: "a\n    < b",
          location: { start: { line: 7 } },
        },
        { status: "NoCoverage" },
        { status: "CompileError" },
      ],
    },
  },
  testFiles: {
    "server/fee.test.ts": {
      tests: ["1", "2", "3"].map((id) => ({ id, name: `test ${id}` })),
    },
  },
};

test("a change that is noticed or never ends counts, one that nobody noticed counts against it, others do not", () => {
  expect(scoresOf(report)).toEqual({ "server/fee.ts": { noticed: 3, all: 5 } });
});

test("a test that notices nothing alone is idle; of two that notice the same, one is", () => {
  expect(idleTests(report)).toEqual(["server/fee.test.ts: test 1", "server/fee.test.ts: test 3"]);
  const both: MutationReport = {
    files: { a: { mutants: [{ status: "Killed", killedBy: ["1", "2"], coveredBy: ["1", "2"] }] } },
  };
  expect(idleTests(both)).toHaveLength(1);
});

test("what nobody noticed is named by its line and what stood there instead", () => {
  expect(unnoticedChanges(report)).toEqual(["server/fee.ts:7  EqualityOperator  a < b", "server/fee.ts:0"]);
});

test("a lower score is named, one that is new or as high is not", () => {
  const now = scoresOf(report);
  expect(scoreLines(now, {})).toEqual({ lines: ["  60.0 %  3 of 5  server/fee.ts"], isLower: false });
  const lower = scoreLines(now, { "server/fee.ts": { noticed: 4, all: 5 } });
  expect(lower).toEqual({
    lines: ["  60.0 %  3 of 5  server/fee.ts (stored: 80.0 %)  LOWER"],
    isLower: true,
  });
  expect(scoreLines(now, { "server/fee.ts": { noticed: 3, all: 5 } }).isLower).toBe(false);
});
