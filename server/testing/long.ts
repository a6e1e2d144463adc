/**
 * Whether this is the nightly run, `npm run test:long`, which looks at twenty times as many random cases as
 * `npm test`. Both run the same tests.
 */
export function isLong(): boolean {
  return process.env.TEST_LONG === "true";
}

const FACTOR = 20;

/** How many random cases a property is tried with: `usual` by `npm test`, twenty times as many every night. */
export function propertyRuns(usual: number): number {
  return isLong() ? usual * FACTOR : usual;
}

/** A limit that ends what hangs, in ms, with room for the random cases of the nightly run. */
export function hangLimit(usualMs: number): number {
  return isLong() ? usualMs * FACTOR : usualMs;
}
