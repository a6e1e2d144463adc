import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { processIdentity } from "@/local/processes/process-identity";

/** What to start. Output goes to a file or to our own terminal, never to a pipe, which breaks when we are killed. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  /** A file to append the output to, or our own output; absent, the output is dropped. */
  output?: { file: string } | "inherit";
  /** Open an IPC channel: a Node child that exits on `disconnect` cannot outlive us. */
  ipc?: boolean;
  /** The signal that asks for an orderly end. */
  stopSignal?: NodeJS.Signals;
}

export interface ExitInfo {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  name: string;
  pid: number;
  /** Tells this process from a later one with the same ID. */
  identity: string;
  child: ChildProcess;
  exited: Promise<ExitInfo>;
  isRunning(): boolean;
  /** Ask for an orderly end, insist with SIGKILL on the whole group after `graceMs`. */
  stop(graceMs?: number): Promise<ExitInfo>;
}

const running = new Set<ManagedProcess & { stopSignal: NodeJS.Signals }>();
process.on("exit", () => {
  for (const one of running) signalGroup(one.pid, one.stopSignal);
});

/**
 * Start a process in a group of its own, so that a Ctrl-C in the terminal reaches us and not it.
 * Throws when the command cannot be started at all.
 */
export async function startProcess(spec: ProcessSpec): Promise<ManagedProcess> {
  const file = typeof spec.output === "object" ? openSync(spec.output.file, "a", 0o600) : undefined;
  const output = file ?? (spec.output === "inherit" ? "inherit" : "ignore");
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: asProcessEnv(spec.env ?? {}),
    uid: spec.uid,
    gid: spec.gid,
    detached: true,
    stdio: spec.ipc ? ["ignore", output, output, "ipc"] : ["ignore", output, output],
  });
  if (file !== undefined) closeSync(file);
  const exited = new Promise<ExitInfo>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) =>
      reject(new Error(`cannot start ${spec.name} (${spec.command})`, { cause })),
    );
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${spec.name} started without a process ID`);

  const managed: ManagedProcess & { stopSignal: NodeJS.Signals } = {
    name: spec.name,
    pid,
    identity: processIdentity(pid) ?? "gone",
    child,
    exited,
    stopSignal: spec.stopSignal ?? "SIGTERM",
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(graceMs = 10_000) {
      if (!managed.isRunning()) return exited;
      child.kill(managed.stopSignal);
      const insist = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(insist);
        // What the process itself started (compilers, test runners) ends with it.
        signalGroup(pid, "SIGKILL");
      }
    },
  };
  running.add(managed);
  void exited.then(() => running.delete(managed));
  return managed;
}

/** The web framework's types demand NODE_ENV of every environment; a program that is no Node program needs none. */
export function asProcessEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv;
}

/** Signal a process group that we created; one that is already gone is no error. */
export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
