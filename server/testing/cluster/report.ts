import type { Seen } from "@/server/testing/cluster/load";

/** One fault, and what callers saw of it. */
export interface Tried extends Seen {
  fault: string;
}

/** What was tried, as a table in Markdown; `what` stands above what happened. */
export function reportOf(tried: readonly Tried[], what = "Fault"): string {
  const rows = tried.map(
    ({ fault, creates, reads, longestGapMs }) =>
      `| ${fault} | ${(longestGapMs / 1_000).toFixed(1)} s | ${counted(creates)} | ${counted(reads)} |\n`,
  );
  return `| ${what} | Longest time without an acknowledged create | Creates by status | Reads by status |
|---|---|---|---|
${rows.join("")}`;
}

function counted(statuses: ReadonlyMap<string, number>): string {
  const all = [...statuses].toSorted(([one], [other]) => one.localeCompare(other));
  return all.map(([status, times]) => `${status}: ${times}`).join(", ");
}
