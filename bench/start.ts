import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { overRounds } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { ROOT } from "@/bench/support/program";
import { startBuild, whyBuild } from "@/local/build";
import { freePort } from "@/local/processes/free-port";
import { signalGroup, startProcess } from "@/local/processes/process";
import { secondsOfTree } from "@/server/testing/processor-time/process-tree";

const ROUNDS = 5;
const LOOK_EVERY_MS = 10;
const LONGEST_MS = 120_000;

/**
 * `npm start` with a build, a database and three local chains of before, from the command to the first answer of
 * `/v2/ready` that says yes: payments are seen from then on.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  try {
    mkdirSync(join(directory, "logs"));
    const unbuilt = whyBuild(ROOT);
    if (unbuilt) await (await startBuild({ root: ROOT, what: unbuilt.what, dataDir: directory })).done;
    // Makes the database, the chains and the demo accounts.
    await startOnce(directory);
    const rounds: Start[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) rounds.push(await startOnce(directory));
    return {
      name: "start",
      figures: [
        {
          what: "`npm start` after the first, three networks: from the command until it is ready",
          ...overRounds(rounds.map(({ seconds }) => seconds)),
          unit: "s",
          goal: { better: "less", goal: 2.5, stretch: 1.5 },
        },
        {
          what: "the same: processor time of all of its processes until then",
          ...overRounds(rounds.map(({ processor }) => processor)),
          unit: "s",
        },
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Start {
  seconds: number;
  processor: number;
}

async function startOnce(directory: string): Promise<Start> {
  const port = await freePort();
  const file = join(directory, "start.log");
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const npm = await startProcess({
    name: "npm",
    command: "npm",
    args: ["start"],
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), QUITTANCE_DATA_DIR: directory },
    output: { file },
  });
  try {
    while (!(await isReady(port))) {
      if (!npm.isRunning() || performance.now() - began > LONGEST_MS)
        throw new Error(
          `npm start did not become ready:\n${existsSync(file) ? readFileSync(file, "utf8") : ""}`,
        );
      await delay(LOOK_EVERY_MS);
    }
    return { seconds: (performance.now() - began) / 1_000, processor: secondsOfTree(npm.pid) };
  } finally {
    // As Ctrl-C does in a terminal.
    signalGroup(npm.pid, "SIGINT");
    await npm.exited;
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/ready`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv.slice(2))));
