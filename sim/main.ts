import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { storedRuns } from "@/server/testing/cluster/runs";
import { migratedImage } from "@/sim/database/image";
import { readOptions, UsageError } from "@/sim/options";
import { plantedBugs } from "@/sim/planted/bugs";
import { storedResults } from "@/sim/planted/results";
import { pastFailures } from "@/sim/report/past";
import { reportOf } from "@/sim/report/report";
import { planOf } from "@/sim/workload/plan";
import { runSeed } from "@/sim/workload/run";
import { shrink } from "@/sim/workload/shrink";
import { firstDifference } from "@/sim/world/trace";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Plays seeds until one fails or all are done. Ends with 1 where one failed. */
async function main(): Promise<void> {
  const { seeds, days, minutes, trace, twice, report } = readOptions(process.argv.slice(2));
  const image = await migratedImage();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const played: string[] = [];
  const faults: Record<string, number> = {};
  let events = 0;
  let simulatedMs = 0;
  for (const seed of seeds) {
    if (minutes !== null && played.length > 0 && performance.now() - startedAt > minutes * 60_000) break;
    const outcome = await runSeed({ seed, days, image, print: trace ? say : null });
    played.push(seed);
    events += outcome.events;
    for (const [kind, count] of Object.entries(outcome.faults)) faults[kind] = (faults[kind] ?? 0) + count;
    simulatedMs += outcome.simulatedMs;
    if (!outcome.violation) {
      say(`seed ${seed}: ok ${outcome.hash}`);
      if (!twice) continue;
      const difference = firstDifference(outcome.lines, (await runSeed({ seed, days, image })).lines);
      if (difference === null) continue;
      say(`seed ${seed}: the second time it did something else`);
      for (const line of difference) say(line);
      process.exitCode = 1;
      break;
    }
    say(`seed ${seed}: ${outcome.violation.rule}: ${outcome.violation.what}`);
    say(`hash ${outcome.hash}`);
    const shortest = await shrink(outcome, planOf(seed, days), (steps) =>
      runSeed({ seed, days, image, steps }),
    );
    say(`the fewest steps that do it, ${shortest.steps.length}:`);
    for (const line of shortest.outcome.lines) say(line);
    process.exitCode = 1;
    break;
  }
  if (report && process.exitCode === undefined) {
    const page = reportOf(
      { seeds: played, days, simulatedDays: simulatedMs / 86_400_000, faults, events, isTwice: twice },
      { bugs: plantedBugs(), results: storedResults() },
      pastFailures(),
      storedRuns(),
    );
    writeFileSync(join(repositoryRoot(), "docs", "reliability.md"), page);
  }
  const wallMinutes = (performance.now() - startedAt) / 60_000;
  const cpu = process.cpuUsage(cpuBefore);
  const processorMinutes = (cpu.user + cpu.system) / 60_000_000;
  const simulatedDays = simulatedMs / 86_400_000;
  say(
    `${played.length} seeds, ${simulatedDays.toFixed(1)} simulated days, ${(simulatedDays / wallMinutes).toFixed(0)} a minute, ${(simulatedDays / processorMinutes).toFixed(0)} a minute of the processor`,
  );
}

main()
  .catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof UsageError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = error instanceof UsageError ? 2 : 1;
  })
  // PostgreSQL in the process keeps a timer of its own, which would never let it end.
  .finally(() => process.exit());
