import type { ChainHead } from "@/server/chains/adapter";

/** Blocks of one question. */
const WINDOW_BLOCKS = 5_000n;

export interface Range {
  from: bigint;
  to: bigint;
}

/**
 * The blocks that a pass reads from here on, in questions that a node answers: one while it catches up with what is
 * final, and everything up to the newest block once it has. What is not final is read again in each pass, so a pass that
 * ended within it would begin at the same block for ever.
 */
export function windowsFrom(from: bigint, { latest, finalized }: ChainHead): Range[] {
  const windows: Range[] = [];
  for (let start = from; start <= latest.number; start += WINDOW_BLOCKS) {
    const to = earlier(start + WINDOW_BLOCKS - 1n, latest.number);
    windows.push({ from: start, to });
    if (to <= finalized) break;
  }
  return windows;
}

/** Whether these windows reach the newest block. */
export function isRead(windows: readonly Range[], { latest }: ChainHead): boolean {
  const last = windows.at(-1);
  return last === undefined || last.to >= latest.number;
}

export function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function least([first = 0n, ...others]: readonly bigint[]): bigint {
  return others.reduce(earlier, first);
}

/** Asks for each window after the other. */
export async function throughWindows<T>(
  windows: readonly Range[],
  ask: (range: Range) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const range of windows) found.push(...(await ask(range)));
  return found;
}
