import { repositoryRoot } from "@/repository-root";
import { durationsOfPlaywright, durationsOfVitest, slowestOf } from "./test-durations";
import { testReports } from "./test-reports";

/** The tests of this run that took longest, after a line that says so. */
export function slowestTests(count: number): string[] {
  const { vitest, playwright } = testReports();
  const tests = [
    ...vitest.flatMap((report) => durationsOfVitest(report, repositoryRoot())),
    ...playwright.flatMap((report) => durationsOfPlaywright(report, "e2e")),
  ];
  return [`The ${count} slowest of ${tests.length} tests`, ...slowestOf(tests, count)];
}
