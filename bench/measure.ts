/** Value at the given share (0 to 1) of a sample, by nearest rank. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("empty sample");
  return value;
}

export function median(sample: readonly number[]): number {
  return percentile(sample, 0.5);
}

/** The median of some rounds, and what they lie between. */
export function overRounds(rounds: readonly number[]): {
  value: number;
  spread: { low: number; high: number };
} {
  return { value: median(rounds), spread: { low: Math.min(...rounds), high: Math.max(...rounds) } };
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
