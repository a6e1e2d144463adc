/** LI.FI's own advice for asking about a transfer (providers.md §1.1): often at first, then ever more rarely. */
const STEPS = [
  { times: 6, everyMs: 10_000 },
  { times: 6, everyMs: 30_000 },
  { times: 12, everyMs: 60_000 },
];
const AT_LAST_MS = 120_000;
export const FIRST_ASK_MS = 10_000;

/** How long to wait after so many questions about one transfer. */
export function waitAfter(asks: number): number {
  let left = asks;
  for (const { times, everyMs } of STEPS) {
    if (left < times) return everyMs;
    left -= times;
  }
  return AT_LAST_MS;
}
