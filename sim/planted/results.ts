import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const Found = z.strictObject({
  name: z.string(),
  /** A seed that finds it; others may do so before it. */
  seed: z.number().int().positive(),
  /** Rule of the model that it breaks. */
  rule: z.string().min(1),
});
const FoundByTest = z.strictObject({
  name: z.string(),
  /** The test against the real server that fails with it: its file. */
  test: z.string().min(1),
});
const NotFound = z.strictObject({ name: z.string(), notFound: z.string().min(1).describe("Why.") });

/** What came of looking for a bug. */
export const PlantedResult = z.union([Found, FoundByTest, NotFound]);
export type PlantedResult = z.infer<typeof PlantedResult>;

const PATH = join(repositoryRoot(), "sim", "planted", "results.json");

/** What came of looking for each bug when it was looked for last. */
export function storedResults(): PlantedResult[] {
  return z.array(PlantedResult).parse(JSON.parse(readFileSync(PATH, "utf8")));
}

/** Whether a run or a test has noticed it. */
export function isFound(result: PlantedResult): boolean {
  return !("notFound" in result);
}

/**
 * Stores what came of looking for some bugs, in the order of `names`. Where one is not found any more, a reason that was
 * written by hand stays.
 */
export function storeResults(names: readonly string[], fresh: readonly PlantedResult[]): void {
  const stored = new Map(storedResults().map((result) => [result.name, result]));
  for (const result of fresh) {
    const before = stored.get(result.name);
    if (isFound(result) || !before || isFound(before)) stored.set(result.name, result);
  }
  const rows = names.flatMap((name) => stored.get(name) ?? []);
  writeFileSync(PATH, `[\n${rows.map((row) => `  ${lineOf(row)}`).join(",\n")}\n]\n`);
}

/** As the formatter writes an object in one line. */
function lineOf(row: PlantedResult): string {
  const fields = Object.entries(row).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{ ${fields.join(", ")} }`;
}
