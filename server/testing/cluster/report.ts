import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import type { Seen } from "@/server/testing/cluster/load";
import type { Outcome, Run } from "@/server/testing/cluster/runs";

const PAGE = join(repositoryRoot(), "docs", "cluster-report.md");
const BEGIN = "<!-- Written by npm run test:cluster with CLUSTER_REPORT=true. -->\n";
const END = "<!-- Until here. -->\n";

/** What happened, and what callers saw of it. */
export interface Tried extends Seen {
  fault: string;
  /** What else was seen. */
  notes?: readonly string[];
}

/** As it is kept. */
export function outcomeOf({ fault, longestGapMs, creates, reads, notes = [] }: Tried): Outcome {
  const [created, read] = [Object.fromEntries(creates), Object.fromEntries(reads)];
  return { fault, longestGapMs, creates: created, reads: read, notes: [...notes] };
}

/** What was tried once, as a table in Markdown; `what` stands above what happened. */
export function reportOf(tried: readonly Tried[], what = "Fault"): string {
  return tableOf([{ on: "", seconds: 0, outcomes: tried.map(outcomeOf), untried: [] }], what);
}

/**
 * What was tried, as a table in Markdown, and below it what else was seen. Of several runs the least and the most. `what`
 * stands above what happened.
 */
export function tableOf(runs: readonly Run[], what = "Fault"): string {
  const rows = faultsOf(runs).map(
    ({ fault, all }) =>
      `| ${fault} | ${gapOf(all)} | ${counted(all, ({ creates }) => creates)} | ${counted(all, ({ reads }) => reads)} |\n`,
  );
  const untried = new Map(runs.flatMap((run) => run.untried.map(({ fault, needs }) => [fault, needs])));
  const others = [...untried].map(([fault, needs]) => `| ${fault} | not tried: needs ${needs} | | |\n`);
  const last = runs.at(-1)?.outcomes ?? [];
  const notes = last.flatMap(({ fault, notes: seen }) => seen.map((note) => `- ${fault}: ${note}.\n`));
  return `| ${what} | Longest time without an acknowledged create | Creates by status | Reads by status |
|---|---|---|---|
${rows.join("")}${others.join("")}${notes.length > 0 ? `\nSeen besides, in the last run:\n\n${notes.join("")}` : ""}`;
}

/** When and how often it was tried, and what came of each fault in short, for the page about reliability. */
export function summaryOf(runs: readonly Run[]): string {
  const rows = faultsOf(runs).map(
    ({ fault, all }) => `| ${fault} | ${seenBy(all)} | nothing (RPO 0) | ${gapOf(all)} |\n`,
  );
  const days = [...new Set(runs.map(({ on }) => on))].join(", ");
  return `| What was taken away | What callers saw | Lost of what was acknowledged | Time to recover (RTO) |
|---|---|---|---|
${rows.join("")}
${runs.length === 1 ? `One run on ${days}` : `${runs.length} runs in a row on ${days}, the least and the most of them`}.
`;
}

/** The part of the page about the cluster that is written by it. */
export function measuredPart(runs: readonly Run[]): string {
  return `${BEGIN}\n${tableOf(runs)}\n${END}`;
}

/** Writes the runs into the page, in the place of those before. */
export function writeMeasured(runs: readonly Run[]): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/cluster-report.md has no place for what was measured");
  writeFileSync(PAGE, page.slice(0, from) + measuredPart(runs) + page.slice(to + END.length));
}

/** Every fault that was tried, with its outcome in each run. */
function faultsOf(runs: readonly Run[]): { fault: string; all: Outcome[] }[] {
  const byFault = new Map<string, Outcome[]>();
  for (const outcome of runs.flatMap(({ outcomes }) => outcomes)) {
    byFault.set(outcome.fault, [...(byFault.get(outcome.fault) ?? []), outcome]);
  }
  return [...byFault].map(([fault, all]) => ({ fault, all }));
}

function gapOf(all: readonly Outcome[]): string {
  return `${between(
    all.map(({ longestGapMs }) => longestGapMs / 1_000),
    (seconds) => seconds.toFixed(1),
  )} s`;
}

function seenBy(all: readonly Outcome[]): string {
  const refused = all.map(({ creates, reads }) => (creates["503"] ?? 0) + (reads["503"] ?? 0));
  if (Math.max(...refused) === 0) return "nothing: every call was answered";
  return `503 with \`Retry-After\`, ${between(refused, String)} times; the same call was done when it was repeated`;
}

function counted(all: readonly Outcome[], of: (outcome: Outcome) => Outcome["creates"]): string {
  const statuses = [...new Set(all.flatMap((outcome) => Object.keys(of(outcome))))].toSorted();
  return statuses
    .map(
      (status) =>
        `${status}: ${between(
          all.map((outcome) => of(outcome)[status] ?? 0),
          String,
        )}`,
    )
    .join(", ");
}

function between(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))];
  return least === most ? least : `${least}–${most}`;
}
