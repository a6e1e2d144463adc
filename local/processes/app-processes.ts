import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Kept, keepRunning } from "@/local/processes/keep-running";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import type { RunningRecord } from "@/local/processes/process-record";
import { StackError } from "@/local/stack-error";
import { repositoryRoot } from "@/repository-root";

/** As for PostgreSQL: a busy machine takes a minute to compile the first page of `npm run dev`. */
const READY_TIMEOUT_MS = 120_000;
const LARGE_LOG_BYTES = 20_000_000;

/** A Node program of ours: its arguments, and where its output goes. */
export interface AppProgram {
  name: "web" | "worker" | "filler";
  args: string[];
  /** A log file, or our own terminal where that is absent. */
  logFile?: string;
}

export interface Programs {
  web: AppProgram;
  worker: AppProgram;
  /** Fills deposits between local chains. */
  filler?: AppProgram;
}

export interface AppProcessOptions {
  root: string;
  env: Record<string, string>;
  record: RunningRecord;
  log: (line: string) => void;
  onRestart: () => void;
}

/** The two programs in their production form (bundles) or under their watchers. */
export function appPrograms(mode: "start" | "dev", root: string, dataDir: string, port: number): Programs {
  const require = createRequire(join(root, "package.json"));
  const logFile = (name: string) => join(dataDir, "logs", `${name}.log`);
  const filler: AppProgram = {
    name: "filler",
    args: ["scripts/run.mjs", "local/crosschain/main.ts"],
    logFile: logFile("filler"),
  };
  return mode === "start"
    ? {
        filler,
        web: { name: "web", args: ["--enable-source-maps", "dist/main.js"], logFile: logFile("web") },
        worker: {
          name: "worker",
          args: ["--enable-source-maps", "dist/worker.js"],
          logFile: logFile("worker"),
        },
      }
    : {
        filler,
        web: { name: "web", args: [require.resolve("next/dist/bin/next"), "dev", "--port", String(port)] },
        worker: { name: "worker", args: [require.resolve("tsx/cli"), "watch", "server/worker/main.ts"] },
      };
}

/** Start a program and keep it running; it ends with us even when we are killed. */
export function keepAppRunning(
  program: AppProgram,
  options: AppProcessOptions,
): Promise<Kept<ManagedProcess>> {
  if (program.logFile !== undefined) setAsideLargeLog(program.logFile);
  return keepRunning<ManagedProcess>({
    name: program.name,
    async start() {
      const started = await startProcess({
        name: program.name,
        command: process.execPath,
        args: [
          "--import",
          join(repositoryRoot(), "local", "processes", "exit-with-parent.mjs"),
          ...program.args,
        ],
        cwd: options.root,
        env: { ...options.env, QUITTANCE_SUPERVISOR: String(process.pid) },
        output: program.logFile === undefined ? "inherit" : { file: program.logFile },
        ipc: true,
      });
      options.record.add(started);
      return started;
    },
    onExit: (ended) => options.record.remove(ended.pid),
    onRestart: options.onRestart,
    log: options.log,
  });
}

/** Wait until `url` answers 200. Throws a `StackError` with the end of the log when the program ends before. */
export async function untilAnswering(url: string, program: AppProgram, first: ManagedProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (!first.isRunning())
      throw new StackError(`${program.name} ended while starting.${logTail(program)}`, hint(program));
    if (await isOk(url)) return;
    await delay(50);
  }
  throw new StackError(
    `${url} did not answer within ${READY_TIMEOUT_MS / 1000} s.${logTail(program)}`,
    hint(program),
  );
}

/** True once everything behind `url` says that it is ready; false when it does not within `timeoutMs`. */
export async function becomesReady(url: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await isOk(url)) return true;
    await delay(50);
  }
  return false;
}

/** The same without an end, but for a signal that stops the waiting. */
export async function becomesReadyUnless(stop: AbortSignal, url: string): Promise<void> {
  while (!stop.aborted && !(await isOk(url))) await delay(1_000, undefined, { signal: stop }).catch(() => {});
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function hint({ logFile }: AppProgram): string {
  return logFile === undefined ? "Its output is above." : `Its log is ${logFile}.`;
}

function logTail({ logFile }: AppProgram): string {
  if (logFile === undefined || !existsSync(logFile)) return "";
  return `\n${readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n")}`;
}

function setAsideLargeLog(path: string): void {
  if (existsSync(path) && statSync(path).size > LARGE_LOG_BYTES) renameSync(path, `${path}.1`);
}
