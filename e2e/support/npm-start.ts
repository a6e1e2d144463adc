import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

/** A start that takes longer hangs. */
const READY_MS = 180_000;

/** A stack as a newcomer gets it, in a process of its own. */
export interface Instance {
  dataDir: string;
  /** What `stack.json` says now. */
  stack(): Stack;
  /** Everything printed so far. */
  output(): string;
  /** Ctrl-C, until everything is gone. Throws when something is left running. */
  stop(): Promise<void>;
  /** `kill -9` of the supervisor alone. */
  kill(): Promise<void>;
}

/** An empty data directory that PostgreSQL's own account can reach. */
export function newDataDir(parent = makeTestDirectory("e2e")): { dataDir: string; remove(): void } {
  chmodSync(parent, 0o755);
  return {
    dataDir: join(parent, "data"),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** The environment of a person who has set nothing. */
export function bareEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  // Whoever runs the journeys may be logged in to a service.
  const XDG_CONFIG_HOME = join(dataDir, "config");
  return { PATH, HOME, XDG_CONFIG_HOME, QUITTANCE_DATA_DIR: dataDir, NODE_ENV: "production" };
}

/** `npm start`, or `npm run dev`, on a free port unless `settings`, which are added, name one. Throws with all its output when it is not ready in time. */
export async function npmStart(
  dataDir: string,
  args: string[] = [],
  settings: Record<string, string> = {},
  mode: "start" | "dev" = "start",
): Promise<Instance> {
  // The journeys may be killed; the stack must not outlive them.
  const preload = ["--import", "./local/processes/exit-with-parent.mjs"];
  const child = spawn(process.execPath, [...preload, "scripts/run.mjs", "local/main.ts", mode, ...args], {
    cwd: repositoryRoot(),
    env: { ...bareEnvironment(dataDir), PORT: "0", ...settings, QUITTANCE_SUPERVISOR: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const exited = once(child, "exit");
  const deadline = Date.now() + READY_MS;
  // The development server says these words as well, and earlier.
  while (!(output.includes("Ready in") && readStack(dataDir))) {
    if (hasEnded(child)) throw new Error(`npm start ended before it was ready:\n${output}`);
    if (Date.now() > deadline) {
      child.kill("SIGINT");
      await exited;
      throw new Error(`npm start was not ready within ${READY_MS / 1000} s:\n${output}`);
    }
    await delay(50);
  }
  return {
    dataDir,
    stack() {
      const stack = readStack(dataDir);
      if (stack === undefined) throw new Error(`there is no stack.json in ${dataDir}`);
      return stack;
    },
    output: () => output,
    async stop() {
      if (!hasEnded(child)) child.kill("SIGINT");
      await exited;
      const left = processesOf(dataDir);
      if (left.length > 0) throw new Error(`still running after the stop:\n${left.join("\n")}\n${output}`);
      if (child.exitCode !== 0) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Next's development server starts it when it ends, also where NEXT_TELEMETRY_DISABLED leaves it nothing to send. */
const ENDS_BY_ITSELF = "next/dist/telemetry/detached-flush";

/** Processes of this machine that have the data directory in their command line or environment. */
export function processesOf(dataDir: string): string[] {
  const startTextsOf = (pid: string) => {
    try {
      return ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "utf8"));
    } catch {
      // It ended while we looked, or belongs to somebody else.
      return [];
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid, texts: startTextsOf(pid) }))
    .filter(({ texts }) => texts.some((text) => text.includes(dataDir)))
    .filter(({ texts }) => !texts[0]?.includes(ENDS_BY_ITSELF))
    .map(({ pid, texts }) => `${pid} ${texts[0]?.replaceAll("\0", " ")}`);
}
