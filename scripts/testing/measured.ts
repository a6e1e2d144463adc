import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { NOTES } from "@/server/testing/processor-time/note";
import type { StepResult } from "./lanes";
import { filesOf, ProcessorTime } from "./processor-time";

const STORED = join(repositoryRoot(), "scripts", "testing", "stored-processor-time.json");

/** Forgets what an earlier run has noted. */
export function forgetNotes(): void {
  rmSync(NOTES, { force: true });
}

/** What a run used: its steps, and each file of tests as that has noted it. */
export function measuredTime(results: readonly StepResult[]): ProcessorTime {
  return {
    steps: Object.fromEntries(
      results.flatMap(({ name, processorSeconds }) =>
        processorSeconds === undefined ? [] : [[name, processorSeconds]],
      ),
    ),
    files: existsSync(NOTES) ? filesOf(readFileSync(NOTES, "utf8")) : {},
  };
}

/** What is in the repository to compare with; undefined where nothing is. */
export function storedTime(): ProcessorTime | undefined {
  return existsSync(STORED) ? ProcessorTime.parse(JSON.parse(readFileSync(STORED, "utf8"))) : undefined;
}

/** Puts a run in the place of what was stored. */
export function storeTime({ steps, files }: ProcessorTime): void {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const rounded = sorted.map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]);
  writeFileSync(STORED, `${JSON.stringify({ steps, files: Object.fromEntries(rounded) }, null, 2)}\n`);
}
