/** A test file, and over how many imports it reaches something that was changed. */
export interface NearTest {
  file: string;
  distance: number;
}

const TEST = /\.test\.tsx?$/;

/**
 * The test files that reach a changed file over imports, nearest first, then by name. A changed test is at 0. `imports`
 * has what each file imports.
 */
export function nearestTests(
  imports: ReadonlyMap<string, readonly string[]>,
  changed: readonly string[],
): NearTest[] {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  const distances = new Map(changed.filter((file) => imports.has(file)).map((file) => [file, 0]));
  // What is appended while the list is walked is reached over one import more.
  const reached = [...distances.keys()];
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, (distances.get(file) ?? 0) + 1);
      reached.push(importer);
    }
  }
  return [...distances]
    .filter(([file]) => TEST.test(file))
    .map(([file, distance]) => ({ file, distance }))
    .sort((a, b) => a.distance - b.distance || (a.file < b.file ? -1 : 1));
}

/** As many of them as fit into the budget, the first one in any case. `secondsOf` says how long a file takes. */
export function withinBudget(
  tests: readonly NearTest[],
  secondsOf: (file: string) => number,
  budgetSeconds: number,
): NearTest[] {
  let left = budgetSeconds;
  return tests.filter(({ file }, index) => {
    const seconds = secondsOf(file);
    if (index > 0 && seconds > left) return false;
    left -= seconds;
    return true;
  });
}
