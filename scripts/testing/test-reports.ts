import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";

const VITEST = ["unit.json", "built.json"];
const PLAYWRIGHT = "journeys.json";
const place = (name: string) => join(repositoryRoot(), "test-results", name);

/** Forgets the reports of an earlier run: a step that does not come to its end leaves none. */
export function forgetReports(): void {
  for (const name of [...VITEST, PLAYWRIGHT]) rmSync(place(name), { force: true });
}

/** The JSON reports that this run has left in `test-results`, of each of the two runners. */
export function testReports(): { vitest: unknown[]; playwright: unknown[] } {
  const read = (names: readonly string[]): unknown[] =>
    names
      .map(place)
      .filter(existsSync)
      .map((path) => JSON.parse(readFileSync(path, "utf8")));
  return { vitest: read(VITEST), playwright: read([PLAYWRIGHT]) };
}
