import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { durationsOfPlaywright, durationsOfVitest, slowestOf } from "./test-durations";

/** The tests that took longest in the runs whose reports are in `test-results`, after a line that says so. */
export function slowestTests(count: number): string[] {
  const root = repositoryRoot();
  const read = (name: string) => JSON.parse(readFileSync(join(root, "test-results", name), "utf8"));
  const exists = (name: string) => existsSync(join(root, "test-results", name));
  const tests = [
    ...["unit.json", "built.json"].filter(exists).flatMap((name) => durationsOfVitest(read(name), root)),
    ...["journeys.json"].filter(exists).flatMap((name) => durationsOfPlaywright(read(name), "e2e")),
  ];
  return [`The ${count} slowest of ${tests.length} tests`, ...slowestOf(tests, count)];
}
