import { cpus } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

const LOOKED_AT_MS = 2_000;
/** What more than this share of the processors is spent on beside us decides about figures as much as we do. */
const MOST = 0.15;

/**
 * Share of the processors (0 to 1) that others use, over two seconds in which a benchmark does nothing. The load average
 * of the system still counts the benchmark before.
 */
export async function busyShare(): Promise<number> {
  const before = spent();
  await delay(LOOKED_AT_MS);
  const after = spent();
  return (after.used - before.used) / (after.all - before.all);
}

export function isBusy(share: number | undefined): boolean {
  return share !== undefined && share > MOST;
}

function spent(): { used: number; all: number } {
  const sums = { used: 0, all: 0 };
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, one) => sum + one, 0);
    sums.all += all;
    sums.used += all - times.idle;
  }
  return sums;
}
