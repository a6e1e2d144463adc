const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DELAYS_MS = [30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR];

/** How long a message waits after `failures` attempts in a row that failed, in milliseconds: soon at first, then every hour. */
export function retryDelayMs(failures: number): number {
  return DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? HOUR;
}
