import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { run as auth } from "@/bench/auth";
import { run as books } from "@/bench/books";
import { run as catchUp } from "@/bench/catch-up";
import { run as costs } from "@/bench/costs";
import { run as create } from "@/bench/create";
import { run as crosschain } from "@/bench/crosschain";
import { run as dashboard } from "@/bench/dashboard";
import { run as deposits } from "@/bench/deposits";
import { run as growth } from "@/bench/growth";
import { run as journal } from "@/bench/journal";
import { run as latency } from "@/bench/latency";
import { run as links } from "@/bench/links";
import { run as lists } from "@/bench/lists";
import { run as memory } from "@/bench/memory";
import { run as pages } from "@/bench/pages";
import { run as peers } from "@/bench/peers";
import { run as quorum } from "@/bench/quorum";
import { run as quotes } from "@/bench/quotes";
import { run as reads } from "@/bench/reads";
import { run as readsLarge } from "@/bench/reads-large";
import { run as recurring } from "@/bench/recurring";
import { effortOf, printReport } from "@/bench/report";
import { run as safes } from "@/bench/safes";
import { run as start } from "@/bench/start";
import { run as storage } from "@/bench/storage";
import { type Fallen, fallen } from "@/bench/support/compare";
import { describeMachine } from "@/bench/support/machine";
import { markdown } from "@/bench/support/markdown";
import { busyShare, isBusy } from "@/bench/support/quiet";
import { keepResult, readResults } from "@/bench/support/results";
import { SCALE_PAGE, writeScaleTables } from "@/bench/support/scale/page";
import { run as watchers } from "@/bench/watchers";
import { run as webhooks } from "@/bench/webhooks";
import { repositoryRoot } from "@/repository-root";

const BENCHMARKS = {
  create,
  latency,
  webhooks,
  "catch-up": catchUp,
  watchers,
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
  quorum,
  crosschain,
  books,
  journal,
  memory,
  start,
  costs,
};
/** Those that run only where they are named. */
const ON_REQUEST = { peers, "reads-large": readsLarge };
const ALL = { ...BENCHMARKS, ...ON_REQUEST };
const OUTPUT = join(repositoryRoot(), "docs", "benchmarks.md");

/** Those whose ratios `--quick` compares in about three minutes. */
const QUICK = ["create", "webhooks", "catch-up", "links"];

/**
 * `npm run bench`: all benchmarks one after another but those on request, or those that are named. What they measured
 * takes the place of what was measured before, unless the machine was busy, and `docs/benchmarks.md` and the tables of
 * `docs/scale.md` are written anew from the latest of each.
 * `--quick` makes small samples, of four benchmarks where none is named, keeps nothing, and names the ratios that fell
 * below the stored ones by more than the noise; on a quiet machine it then ends with status 1.
 */
async function main(args: readonly string[]): Promise<void> {
  const effort = effortOf(args);
  // The number after `--rows` is no name.
  const named = args.filter((arg, index) => !arg.startsWith("--") && args[index - 1] !== "--rows");
  const names = Object.keys(ALL);
  const unknown = named.find((name) => !(name in ALL));
  if (unknown) throw new Error(`no benchmark ${unknown}; there are ${names.join(", ")}`);
  const machine = await describeMachine();
  const usual = effort.quick ? QUICK : Object.keys(BENCHMARKS);
  const asked = named.length === 0 ? usual : named;
  let hasFallen = false;
  for (const [name, run] of Object.entries(ALL)) {
    if (!asked.includes(name)) continue;
    const [load = 0] = loadavg();
    const busy = await busyShare();
    const started = performance.now();
    const report = await run(effort);
    const seconds = Math.round((performance.now() - started) / 1000);
    printReport(report);
    const others = `others used ${Math.round(busy * 100)} % of the processors${isBusy(busy) ? ": BUSY" : ""}`;
    process.stdout.write(`  (${seconds} s, load average before ${load.toFixed(1)}, ${others})\n`);
    if (effort.quick) {
      const fell = fallen(readResults([name])[0]?.report.figures ?? [], report.figures);
      for (const one of fell) process.stdout.write(`  FELL: ${wordsOf(one)}\n`);
      hasFallen ||= fell.length > 0 && !isBusy(busy);
    } else if (
      !keepResult(name, { on: new Date().toISOString().slice(0, 10), load, busy, machine, report })
    ) {
      process.stdout.write(
        "  not kept: the machine is busy, and what is stored was measured on a quiet one\n",
      );
    }
    process.stdout.write("\n");
  }
  if (effort.quick) {
    process.exitCode = hasFallen ? 1 : 0;
    return;
  }
  writeFileSync(OUTPUT, markdown(readResults(names)));
  writeScaleTables();
  process.stdout.write(`written to ${OUTPUT} and ${SCALE_PAGE}\n`);
}

function wordsOf({ what, before, now, noise }: Fallen): string {
  return `${what}: ${now.toFixed(2)}, stored ${before.toFixed(2)}, noise ${Math.round(noise * 100)} %`;
}

if (process.argv.includes("--help")) {
  process.stdout.write(
    `npm run bench [-- <name>…] [--quick] [--rows <number>]\n\nMeasures; without names all of them: ${Object.keys(BENCHMARKS).join(", ")}.\nOnly where named: ${Object.keys(ON_REQUEST).join(", ")}. The peers are installed with npm into your cache directory; ten million rows take half an hour and 40 GB.\n\n--quick: ${QUICK.join(", ")} in about three minutes; keeps nothing, and names ratios that fell below the stored ones.\n`,
  );
} else await main(process.argv.slice(2));
