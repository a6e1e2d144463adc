import { repositoryRoot } from "@/repository-root";
import { failedLines, failedOfPlaywright, failedOfVitest } from "./failed-tests";
import { runLanes, type Step, type StepResult, summaryOf } from "./lanes";
import { forgetNotes, measuredTime, storedTime, storeTime } from "./measured";
import { processorTimeReport } from "./processor-time";
import { slowestTests } from "./slowest-tests";
import { forgetReports, testReports } from "./test-reports";

/**
 * `npm test`. What takes seconds goes first, so that a mistake in a type is known at once. The unit tests then run
 * beside the build and the journeys: each of the two waits a good part of its time, and together they use both cores.
 * What takes more processor time than the stored figures say is named and fails nothing; `--store` stores this run's.
 */
const npmRun = (name: string): Step => ({ name, command: ["npm", "run", "--silent", name] });
/** Brought here where there is none, and said here where that fails, before anything takes minutes. */
const browser: Step = {
  name: "browser",
  command: ["node", "scripts/run.mjs", "scripts/testing/bring-browser.ts"],
};
/** Before the unit tests, which start commands. */
const programs: Step = {
  name: "programs",
  command: ["node", "scripts/run.mjs", "scripts/build.ts", "--programs"],
};
const print = (line: string) => process.stdout.write(`${line}\n`);

forgetNotes();
forgetReports();
const results: StepResult[] = [];
const failed = () => results.some(({ code }) => code !== 0);

results.push(
  ...(await runLanes(
    [[browser, programs], ...[["check"], ["types"], ["openapi:check"]].map((lane) => lane.map(npmRun))],
    print,
  )),
);
if (!failed()) {
  const lanes = [["build", "test:built", "e2e"], ["unit"]];
  results.push(
    ...(await runLanes(
      lanes.map((lane) => lane.map(npmRun)),
      print,
    )),
  );
  const measured = measuredTime(results);
  print(["", ...slowestTests(10), "", ...processorTimeReport(measured, storedTime()), ""].join("\n"));
  if (!failed() && process.argv.includes("--store")) storeTime(measured);
}
print(summaryOf(results).join("\n"));
// Last of all, because it is the end of a log that is read first.
const { vitest, playwright } = testReports();
const failedTests = [
  ...vitest.flatMap((report) => failedOfVitest(report, repositoryRoot())),
  ...playwright.flatMap((report) => failedOfPlaywright(report, "e2e")),
];
print(failedLines(failedTests, 20).join("\n"));
process.exitCode = failed() ? 1 : 0;
