import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { signalGroup, startProcess } from "@/local/processes/process";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";

/**
 * What somebody waits for who has just cloned the repository: the installation and the first start, in a clean clone of
 * the last commit and with a data directory of its own. Fails when a command does, or the payment link is not answered.
 * The figure in the README is this command's.
 */
const run = promisify(execFile);
const CLOCK_TICKS_PER_SECOND = 100;
const LONGEST_START_MS = 20 * 60_000;

/** Settings of a stack that runs here, and of the npm that runs us, are not the newcomer's. */
const NOT_THEIRS =
  /^(?:DATABASE_URL|RPC_URL.*|QUITTANCE_.*|NETWORK_PROFILE|PORT|NODE_ENV|npm_(?!config_).*)$/;

const arguments_ = process.argv.slice(2);
const unknown = arguments_.find((one) => one !== "--empty-cache");
if (unknown !== undefined) throw new Error(`${unknown} is no option of this command`);

const scratch = mkdtempSync(join(tmpdir(), "quittance-first-start-"));
const clone = join(scratch, "quittance");
const env: Record<string, string> = { NODE_ENV: "" };
for (const [name, value] of Object.entries(process.env))
  if (value !== undefined && !NOT_THEIRS.test(name)) env[name] = value;
if (arguments_.length > 0) env.npm_config_cache = join(scratch, "npm");

try {
  await run("git", ["clone", "--quiet", repositoryRoot(), clone]);
  mkdirSync(join(scratch, "logs"));
  const install = await measured("npm ci --omit=dev", installed);
  const start = await measured("npm start", started);
  report("together", install.seconds + start.seconds, install.processor + start.processor);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs one of the two commands in the clone and shows what it took. `work` gives the moment when its purpose was reached. */
async function measured(name: string, work: (logFile: string) => Promise<number>) {
  const [from, before] = [performance.now(), processorSeconds()];
  const logFile = join(scratch, "logs", `${name.replaceAll(/\W+/g, "-")}.log`);
  try {
    const seconds = ((await work(logFile)) - from) / 1000;
    const processor = processorSeconds() - before;
    report(name, seconds, processor);
    return { seconds, processor };
  } catch (error) {
    if (existsSync(logFile)) process.stderr.write(readFileSync(logFile, "utf8"));
    throw error;
  }
}

async function installed(logFile: string): Promise<number> {
  const npm = await npmInClone(["ci", "--omit=dev", "--no-audit", "--no-fund"], logFile);
  const { code } = await npm.exited;
  if (code !== 0) throw new Error(`npm ci ended with ${code}`);
  const at = performance.now();
  const { stdout } = await run("du", ["-sm", "node_modules"], { cwd: clone });
  process.stdout.write(`  node_modules: ${stdout.split("\t")[0]} MB\n`);
  return at;
}

async function started(logFile: string): Promise<number> {
  const npm = await npmInClone(["start"], logFile);
  try {
    const deadline = performance.now() + LONGEST_START_MS;
    while (!readFileSync(logFile, "utf8").includes("Ready in")) {
      if (!npm.isRunning()) throw new Error("npm start ended");
      if (performance.now() > deadline) throw new Error("npm start did not become ready");
      await delay(50);
    }
    const at = performance.now();
    const stack = readStack(join(clone, ".quittance"));
    for (const url of [`${stack?.apiUrl}/v2/ready`, stack?.demo?.securePaymentUrl ?? ""]) {
      const { status } = await fetch(url);
      if (status !== 200) throw new Error(`${url} answers ${status}`);
    }
    return at;
  } finally {
    // As Ctrl-C does in a terminal.
    signalGroup(npm.pid, "SIGINT");
    await npm.exited;
  }
}

function npmInClone(args: string[], file: string) {
  return startProcess({ name: "npm", command: "npm", args, cwd: clone, env, output: { file } });
}

/** Of all processes that we have started and that have ended, with what they started: `cutime` and `cstime` of Linux. */
function processorSeconds(): number {
  const afterName = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1) ?? "";
  const [user, system] = afterName.split(" ").slice(13, 15).map(Number);
  return ((user ?? 0) + (system ?? 0)) / CLOCK_TICKS_PER_SECOND;
}

function report(name: string, seconds: number, processor: number): void {
  const figures = `${seconds.toFixed(1).padStart(7)} s   ${processor.toFixed(1).padStart(7)} s of processors`;
  process.stdout.write(`${name.padEnd(20)}${figures}\n`);
}
