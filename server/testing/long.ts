/**
 * Whether this is the nightly run, `npm run test:long`, which looks at more random cases than `npm test`. Both
 * run the same tests.
 */
export function isLong(): boolean {
  return process.env.TEST_LONG === "true";
}

const FACTOR = 20;

/** How many random cases tell of a property that is only computed: a thousand by `npm test`, a hundred thousand every night. */
export function manyCases(): number {
  return isLong() ? 100_000 : 1_000;
}

/** How many where a database, a chain or a process is asked: `usual` by `npm test`, twenty times as many every night. */
export function propertyRuns(usual: number): number {
  return isLong() ? usual * FACTOR : usual;
}

/** A limit that ends what hangs, in ms, with room for the random cases of the nightly run. */
export function hangLimit(usualMs: number): number {
  return isLong() ? usualMs * FACTOR : usualMs;
}
