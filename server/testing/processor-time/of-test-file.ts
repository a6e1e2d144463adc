import { relative } from "node:path";
import { afterAll, expect } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { noteSeconds } from "@/server/testing/processor-time/note";
import { canMeasure, secondsOfSelf } from "@/server/testing/processor-time/process-tree";

// Runs before each test file, in the process that runs it and one file after the other. Programs that a file starts and
// ends count as its own.
const before = canMeasure() ? secondsOfSelf() : 0;

// The first hook to be named is the last to run.
afterAll(() => {
  const { testPath } = expect.getState();
  if (canMeasure() && testPath) noteSeconds(relative(repositoryRoot(), testPath), secondsOfSelf() - before);
});
