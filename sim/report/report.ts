import { summaryOf } from "@/server/testing/cluster/report";
import type { Run } from "@/server/testing/cluster/runs";
import type { PlantedBug } from "@/sim/planted/bugs";
import { isFound, type PlantedResult } from "@/sim/planted/results";
import type { PastFailure } from "@/sim/report/past";

/** What was played, without anything going wrong. */
export interface Played {
  seeds: readonly string[];
  /** Days of each seed. */
  days: number;
  simulatedDays: number;
  /** How often each kind of fault came. */
  faults: Readonly<Record<string, number>>;
  events: number;
  /** Whether each seed was played a second time and did the same. */
  isTwice: boolean;
}

/** Bugs that were put into the service on purpose, and what came of looking for them. */
export interface Planted {
  bugs: readonly PlantedBug[];
  results: readonly PlantedResult[];
}

/**
 * The page about what was tried, as Markdown (docs/reliability.md): by the simulator, and last on a cluster of real servers, in
 * the runs of it that are stored.
 */
export function reportOf(
  played: Played,
  { bugs, results }: Planted,
  past: readonly PastFailure[],
  cluster: readonly Run[],
): string {
  const { seeds, days, simulatedDays, faults, events, isTwice } = played;
  const resultOf = new Map(results.map((result) => [result.name, result]));
  const found = results.filter(isFound).length;
  const [first = "1"] = seeds;
  const command = (seed: string) => `npm run sim -- --seed ${seed} --days ${days}`;
  const rows = Object.entries(faults)
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([kind, count]) => `| ${kind.replaceAll("_", " ")} | ${count} |`);
  return `# What the simulator tried

This page is written by \`npm run sim -- --seeds ${first}..${seeds.at(-1) ?? first} --days ${days}${isTwice ? " --twice" : ""} --report\`. The simulator plays payments, forks, lies of nodes, crashes and lost answers against the code of the service, and a model that shares no code with it says what must hold ([how it works](decisions/simulator.md)).

| | |
|---|---|
| seeds | ${seeds.length}, each ended without a broken rule |
${isTwice ? `| played a second time, and did the same line for line | ${seeds.length} of ${seeds.length} |\n` : ""}| simulated days | ${simulatedDays.toFixed(0)} |
| events of processes, nodes, receivers and the database | ${events.toLocaleString("en")} |

Play one of them on your machine; the same seed does the same, line for line:

\`\`\`
${command(seeds.at(-1) ?? first)}
\`\`\`

## Faults by kind

| Fault | Times |
|---|---|
${rows.join("\n")}

## Planted bugs

${bugs.length} bugs are kept in the repository to be put into the service on purpose. \`npm run sim:planted\` does so with each, plays busy days against it, and names the seed that finds it; where only several connections show it, a test against the real server. Of these, ${found} were found when they were last looked for.

| Bug | What goes wrong | Found by |
|---|---|---|
${bugs.map(({ name, breaks }) => `| ${name} | ${breaks} | ${foundBy(resultOf.get(name))} |`).join("\n")}

## Runs that failed, and what mended them

| Played by | Found | Fault of the | Mended by |
|---|---|---|---|
${past.map(({ play, found, fault, commit }) => `| ${play} | ${found} | ${fault} | ${commit} |`).join("\n")}

## A cluster of databases that loses its parts

The simulator has one database; where that is lost, a backup is restored. \`npm run test:cluster\` takes the parts of a real cluster away under load, and then looks for every payment, event and delivery that callers were told of ([how, and what each part showed](cluster-report.md)).

${summaryOf(cluster)}`;
}

function foundBy(result: PlantedResult | undefined): string {
  if (!result) return "not looked for";
  if ("seed" in result) return `seed ${result.seed}: ${result.rule}`;
  return "test" in result
    ? `a test against the real server: \`${result.test}\``
    : `not found: ${result.notFound}`;
}
