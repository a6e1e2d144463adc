import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { type Run, storedRuns } from "@/server/testing/cluster/runs";
import { plantedBugs } from "@/sim/planted/bugs";
import { storedResults } from "@/sim/planted/results";
import { pastFailures } from "@/sim/report/past";
import { reportOf } from "@/sim/report/report";

test("the page ends with what became of a cluster, of each fault the least and the most of its runs", () => {
  const run = (longestGapMs: number, refused: number): Run => ({
    on: "2026-11-29",
    seconds: 300,
    outcomes: [
      {
        fault: "primary killed",
        longestGapMs,
        creates: { 201: 90, 503: refused },
        reads: { 200: 9 },
        notes: [],
      },
      { fault: "etcd lost", longestGapMs: 200, creates: { 201: 90 }, reads: { 200: 9 }, notes: [] },
    ],
    untried: [],
  });
  const played = { seeds: ["1"], days: 1, simulatedDays: 1, faults: {}, events: 1, isTwice: false };
  const planted = { bugs: plantedBugs(), results: storedResults() };
  const page = reportOf(played, planted, [], [run(15_400, 610), run(14_100, 580)]);
  expect(page).toContain("[how, and what each part showed](cluster-report.md)");
  expect(page).toContain("| primary killed | 503 with `Retry-After`, 580–610 times;");
  expect(page).toContain("| nothing (RPO 0) | 14.1–15.4 s |\n");
  expect(page).toContain("| etcd lost | nothing: every call was answered | nothing (RPO 0) | 0.2 s |\n");
  expect(page).toContain("\n2 runs in a row on 2026-11-29, the least and the most of them.\n");
});

test("the page that --report writes names what was played, every fault and every run that failed", () => {
  const played = {
    seeds: ["7", "8", "9"],
    days: 2,
    simulatedDays: 6.2,
    faults: { reorganise: 4, crash_web: 2 },
    events: 12_345,
    isTwice: false,
  };
  const planted = { bugs: plantedBugs(), results: storedResults() };
  const page = reportOf(played, planted, pastFailures(), storedRuns());
  expect(page).toContain("npm run sim -- --seeds 7..9 --days 2 --report");
  expect(page).toContain("\nnpm run sim -- --seed 9 --days 2\n");
  expect(page).toContain("| crash web | 2 |\n| reorganise | 4 |");
  const again = reportOf({ ...played, isTwice: true }, planted, pastFailures(), storedRuns());
  expect(again).toContain("npm run sim -- --seeds 7..9 --days 2 --twice --report");
  expect(again).toContain("| played a second time, and did the same line for line | 3 of 3 |");
  const committed = readFileSync(join(repositoryRoot(), "docs", "reliability.md"), "utf8");
  const stored = (text: string) => text.slice(text.indexOf("## Planted bugs"));
  expect(stored(committed)).toBe(stored(page));
});
