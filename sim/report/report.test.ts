import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { plantedBugs } from "@/sim/planted/bugs";
import { storedResults } from "@/sim/planted/results";
import { pastFailures } from "@/sim/report/past";
import { reportOf } from "@/sim/report/report";

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
  const page = reportOf(played, planted, pastFailures());
  expect(page).toContain("npm run sim -- --seeds 7..9 --days 2 --report");
  expect(page).toContain("\nnpm run sim -- --seed 9 --days 2\n");
  expect(page).toContain("| crash web | 2 |\n| reorganise | 4 |");
  const again = reportOf({ ...played, isTwice: true }, planted, pastFailures());
  expect(again).toContain("npm run sim -- --seeds 7..9 --days 2 --twice --report");
  expect(again).toContain("| played a second time, and did the same line for line | 3 of 3 |");
  const committed = readFileSync(join(repositoryRoot(), "docs", "reliability.md"), "utf8");
  const stored = (text: string) => text.slice(text.indexOf("## Planted bugs"));
  expect(stored(committed)).toBe(stored(page));
});
