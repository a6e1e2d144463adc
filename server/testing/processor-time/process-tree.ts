import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time for its readers in hundredths of a second, on every machine. */
const TICKS_PER_SECOND = 100;

/** One process: who started it, what it has used itself, and what its children had used that have ended. In seconds. */
interface Usage {
  parent: number;
  own: number;
  ended: number;
}

/** False where the kernel does not tell: then nothing is measured. */
export function canMeasure(): boolean {
  return existsSync("/proc/self/stat");
}

/** Processor seconds of a process and of everything below it, what has ended there included. 0 once it is gone. */
export function secondsOfTree(root: number): number {
  const usages = new Map<number, Usage>();
  for (const name of readdirSync("/proc")) {
    const usage = /^\d+$/.test(name) ? usageOf(Number(name)) : undefined;
    if (usage) usages.set(Number(name), usage);
  }
  let seconds = 0;
  for (const [pid, { own, ended }] of usages) {
    if (isBelow(usages, pid, root)) seconds += own + ended;
  }
  return seconds;
}

/** Processor seconds of this process and of its children that have ended. */
export function secondsOfSelf(): number {
  const usage = usageOf(process.pid);
  return usage ? usage.own + usage.ended : 0;
}

/** Processor seconds of the children of this process that have ended, and of theirs. */
export function secondsOfEndedChildren(): number {
  return usageOf(process.pid)?.ended ?? 0;
}

/** The process that started this one; undefined where there is none like it. */
export function parentOf(pid: number): number | undefined {
  return usageOf(pid)?.parent;
}

function isBelow(usages: ReadonlyMap<number, Usage>, pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = usages.get(at)?.parent ?? 0) if (at === root) return true;
  return false;
}

function usageOf(pid: number): Usage | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // Ended meanwhile.
    return undefined;
  }
  // The name in brackets may hold spaces. Fields are numbered from 1, and the one after it is the third.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    own: (field(14) + field(15)) / TICKS_PER_SECOND,
    ended: (field(16) + field(17)) / TICKS_PER_SECOND,
  };
}
