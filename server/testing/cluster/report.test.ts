import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { measuredPart, tableOf } from "@/server/testing/cluster/report";
import { type Run, storedRuns } from "@/server/testing/cluster/runs";

const outcome = (fault: string, longestGapMs: number, refused: number): Run["outcomes"][number] => ({
  fault,
  longestGapMs,
  creates: { 201: 100, ...(refused > 0 && { 503: refused }) },
  reads: { 200: 50 },
  notes: [`${refused} were refused`],
});
const run = (...outcomes: Run["outcomes"]): Run => ({
  on: "2026-11-29",
  seconds: 300,
  outcomes,
  untried: [],
});

test("the table has of each fault the least and the most, what was not tried, and what the last run showed", () => {
  const runs = [
    run(outcome("primary killed", 15_440, 610), outcome("etcd lost", 200, 0)),
    {
      ...run(outcome("primary killed", 14_060, 580), outcome("etcd lost", 200, 2)),
      untried: [{ fault: "disk full", needs: "root" }],
    },
  ];
  expect(tableOf(runs).split("\n").slice(2)).toEqual([
    "| primary killed | 14.1–15.4 s | 201: 100, 503: 580–610 | 200: 50 |",
    "| etcd lost | 0.2 s | 201: 100, 503: 0–2 | 200: 50 |",
    "| disk full | not tried: needs root | | |",
    "",
    "Seen besides, in the last run:",
    "",
    "- primary killed: 580 were refused.",
    "- etcd lost: 2 were refused.",
    "",
  ]);
});

test("docs/cluster-report.md has the runs that are stored", () => {
  const page = readFileSync(join(repositoryRoot(), "docs", "cluster-report.md"), "utf8");
  expect(page).toContain(measuredPart(storedRuns()));
});
