import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { run as auth } from "@/bench/auth";
import { run as books } from "@/bench/books";
import { run as catchUp } from "@/bench/catch-up";
import { run as create } from "@/bench/create";
import { run as crosschain } from "@/bench/crosschain";
import { run as dashboard } from "@/bench/dashboard";
import { run as deposits } from "@/bench/deposits";
import { run as growth } from "@/bench/growth";
import { run as journal } from "@/bench/journal";
import { run as latency } from "@/bench/latency";
import { run as links } from "@/bench/links";
import { run as lists } from "@/bench/lists";
import { run as pages } from "@/bench/pages";
import { run as quotes } from "@/bench/quotes";
import { run as reads } from "@/bench/reads";
import { run as recurring } from "@/bench/recurring";
import { effortOf, printReport } from "@/bench/report";
import { run as safes } from "@/bench/safes";
import { run as storage } from "@/bench/storage";
import { describeMachine } from "@/bench/support/machine";
import { markdown } from "@/bench/support/markdown";
import { keepResult, type Result, readResults } from "@/bench/support/results";
import { run as webhooks } from "@/bench/webhooks";
import { repositoryRoot } from "@/repository-root";

const BENCHMARKS = {
  create,
  latency,
  webhooks,
  "catch-up": catchUp,
  deposits,
  reads,
  dashboard,
  links,
  lists,
  quotes,
  storage,
  growth,
  auth,
  pages,
  recurring,
  safes,
  crosschain,
  books,
  journal,
};
const OUTPUT = join(repositoryRoot(), "docs", "benchmarks.md");

/**
 * `npm run bench`: all benchmarks one after another, or those that are named. What they measured takes the place of
 * what was measured before, and `docs/benchmarks.md` is written anew from the latest of each. `--quick` makes small
 * samples and keeps nothing: such figures say little.
 */
async function main(args: readonly string[]): Promise<void> {
  const effort = effortOf(args);
  // The number after `--rows` is no name.
  const named = args.filter((arg, index) => !arg.startsWith("--") && args[index - 1] !== "--rows");
  const unknown = named.find((name) => !(name in BENCHMARKS));
  if (unknown) throw new Error(`no benchmark ${unknown}; there are ${Object.keys(BENCHMARKS).join(", ")}`);
  const names = Object.keys(BENCHMARKS);
  const machine = await describeMachine();
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const [load = 0] = loadavg();
    const started = performance.now();
    const report = await run(effort);
    const seconds = Math.round((performance.now() - started) / 1000);
    printReport(report);
    process.stdout.write(`  (${seconds} s, load average before ${load.toFixed(1)})\n\n`);
    const result: Result = { on: new Date().toISOString().slice(0, 10), load, machine, report };
    if (!effort.quick) keepResult(name, result);
  }
  if (effort.quick) return;
  writeFileSync(OUTPUT, markdown(readResults(names)));
  process.stdout.write(`written to ${OUTPUT}\n`);
}

if (process.argv.includes("--help")) {
  process.stdout.write(
    `npm run bench [-- <name>…] [--quick] [--rows <number>]\n\nMeasures; without names all of them: ${Object.keys(BENCHMARKS).join(", ")}.\n`,
  );
} else await main(process.argv.slice(2));
