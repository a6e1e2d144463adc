import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All processes of one node of the cluster: what happens to them at once happens to a machine. */
export interface NodeProcesses {
  signal(signal: NodeJS.Signals): void;
}

/** Patroni, the server on its data directory, and the server's processes. Linux only. */
export function processesOf(patroni: number, dataDirectory: string): NodeProcesses {
  return {
    signal: (signal) => {
      const server = postmasterOf(dataDirectory);
      // Whoever starts others goes first.
      const all = [patroni, ...(server === null ? [] : [server, ...childrenOf(server)])];
      for (const pid of all) sendTo(pid, signal);
    },
  };
}

function postmasterOf(dataDirectory: string): number | null {
  const file = join(dataDirectory, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    // After the name, which may hold anything, come the state and the parent.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
