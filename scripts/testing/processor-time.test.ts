import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  canMeasure,
  parentOf,
  secondsOfEndedChildren,
  secondsOfSelf,
  secondsOfTree,
} from "@/server/testing/processor-time/process-tree";
import { filesOf, type ProcessorTime, processorTimeReport } from "./processor-time";

const run = (files: Record<string, number>): ProcessorTime => ({ steps: { build: 40, unit: 100 }, files });
const stored = run({ "server/a.test.ts": 4, "server/b.test.ts": 10, "e2e/c.spec.ts": 20 });

test("steps, kinds and the largest files stand beside what is stored", () => {
  const lines = processorTimeReport(stored, stored);
  expect(lines).toContain("    40 s  build (stored: 40 s)");
  expect(lines).toContain("    14 s  unit tests of server/ (stored: 14 s)");
  expect(lines).toContain("    20 s  journeys (stored: 20 s)");
  expect(lines).toContain("    20 s  e2e/c.spec.ts (stored: 20 s)");
  expect(lines.at(-1)).toMatch(/^No file takes more than before/);
});

test("a file that grew by more than the noise is named, also where the whole machine is slower", () => {
  const slow = run({ "server/a.test.ts": 8, "server/b.test.ts": 40, "e2e/c.spec.ts": 41 });
  const lines = processorTimeReport(slow, stored);
  expect(lines).toContain("  server/b.test.ts: 40.0 s, 20.5 s expected");
  expect(lines.join("\n")).not.toMatch(/(server\/a\.test|e2e\/c\.spec)\S* \S+ s, \S+ s expected/);
});

test("little that grew, and a small new file, are no news; a large new one is", () => {
  const now = run({ ...stored.files, "server/a.test.ts": 6.5, "app/new.test.ts": 4, "app/large.test.ts": 6 });
  const lines = processorTimeReport(now, stored);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^These take more/),
    "  app/large.test.ts: 6.0 s, new",
  ]);
});

test("where nothing is stored, that is said", () => {
  expect(processorTimeReport(stored, undefined).at(-1)).toContain("npm test -- --store");
});

test("notes of the same file are added up", () => {
  const notes = ["a", "b", "a"].map((file) => JSON.stringify({ file, seconds: 1.5 })).join("\n");
  expect(filesOf(`${notes}\n`)).toEqual({ a: 3, b: 1.5 });
});

test.runIf(canMeasure())("what a child has used counts as its parent's, once it has ended", () => {
  const [children, self] = [secondsOfEndedChildren(), secondsOfSelf()];
  spawnSync(process.execPath, ["-e", "while (process.cpuUsage().user < 200_000);"]);
  expect(secondsOfEndedChildren() - children).toBeGreaterThan(0.05);
  expect(secondsOfSelf() - self).toBeGreaterThan(0.05);
  expect(secondsOfTree(process.pid)).toBeGreaterThanOrEqual(secondsOfSelf() - 0.1);
  expect(parentOf(process.pid)).toBe(process.ppid);
});
