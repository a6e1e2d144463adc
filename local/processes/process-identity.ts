import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * A token that changes when a process ID is reused: the kernel's start time of the process. `undefined` when
 * no such process lives (a zombie counts as gone). Two equal tokens for one ID mean the very same process.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

/** True while the process lives and is the one that `identity` was read from. */
export function isSameProcess(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

/** The command line of a process, its arguments in an array; empty when there is none to see. */
export function commandLine(pid: number): string[] {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(" ");
  } catch {
    return [];
  }
}

function fromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name in parentheses may hold spaces and parentheses itself; the fixed fields follow the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X" || startTicks === undefined) return undefined;
    // Ticks count from boot, so the boot's own ID goes with them.
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${startTicks}`;
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  try {
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return started === "" ? undefined : started;
  } catch {
    return undefined;
  }
}
