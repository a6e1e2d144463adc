import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "@/server/testing/cluster/ask-nodes";

/** A release that is installed in a folder of its own and built. */
export interface InstalledRelease {
  name: "previous" | "present";
  root: string;
}

/** A process of a release. */
export interface ReleaseProcess {
  release: InstalledRelease["name"];
  /** Asks it to end, as whoever replaces it does, and waits. Resolves to its exit code; null where a signal ended it. */
  stop(): Promise<number | null>;
  kill(): void;
}

export interface ProcessSettings {
  env: Record<string, string>;
  /** Where the output goes. */
  logs: string;
}

/** A web process that listens and answers. */
export async function startWeb(
  release: InstalledRelease,
  port: number,
  { env, logs }: ProcessSettings,
): Promise<ReleaseProcess> {
  const started = start(release, "main", { ...env, PORT: String(port) }, logs);
  await until(`web of the ${release.name} release`, async () => {
    if (started.child.exitCode !== null) throw new Error(`web of the ${release.name} release ended`);
    const answer = await fetch(`http://127.0.0.1:${port}/v2/health`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ? true : null;
  });
  return started.process;
}

/** A worker that runs. */
export async function startWorker(
  release: InstalledRelease,
  { env, logs }: ProcessSettings,
): Promise<ReleaseProcess> {
  const { child, process } = start(release, "worker", env, logs);
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(`the worker of the ${release.name} release ended while it started`);
    }),
  ]);
  return process;
}

/** What a command of a release prints. Throws when it fails. */
export async function runCommand(
  release: InstalledRelease,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], {
    cwd: release.root,
    env: { ...paths(), ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  return stdout;
}

function start(
  release: InstalledRelease,
  program: "main" | "worker",
  env: Record<string, string>,
  logs: string,
) {
  const log = openSync(join(logs, `${program}-${release.name}.log`), "a");
  const child: ChildProcess = spawn(process.execPath, ["--enable-source-maps", `dist/${program}.js`], {
    cwd: release.root,
    stdio: ["ignore", log, log, "ipc"],
    env: { ...paths(), NODE_ENV: "production", ...env },
  });
  closeSync(log);
  const exited = once(child, "exit");
  return {
    child,
    process: {
      release: release.name,
      stop: async () => {
        child.kill("SIGTERM");
        await exited;
        return child.exitCode;
      },
      kill: () => void child.kill("SIGKILL"),
    } satisfies ReleaseProcess,
  };
}

function paths() {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production" as const };
}
