import { z } from "zod";

const Mutant = z.object({
  status: z.string(),
  mutatorName: z.string().optional(),
  replacement: z.string().optional(),
  location: z.object({ start: z.object({ line: z.number() }) }).optional(),
  killedBy: z.array(z.string()).optional(),
  coveredBy: z.array(z.string()).optional(),
});

/** What Stryker reports of a run (mutation-testing-report-schema). */
export const MutationReport = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(Mutant) })),
  testFiles: z
    .record(z.string(), z.object({ tests: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .optional(),
});
export type MutationReport = z.infer<typeof MutationReport>;

/** How many changes of a file were noticed, of those that can be. */
export interface Score {
  noticed: number;
  all: number;
}

/** A change that ends in no answer was noticed as well; one that does not compile is none. */
const NOTICED = new Set(["Killed", "Timeout"]);
const COUNTED = new Set([...NOTICED, "Survived", "NoCoverage"]);

/** The score of each file of a report. */
export function scoresOf({ files }: MutationReport): Record<string, Score> {
  return Object.fromEntries(
    Object.entries(files).map(([file, { mutants }]) => [
      file,
      {
        noticed: mutants.filter(({ status }) => NOTICED.has(status)).length,
        all: mutants.filter(({ status }) => COUNTED.has(status)).length,
      },
    ]),
  );
}

/** The changes that no test noticed: file, line and what stood there instead. Some change nothing that can be seen. */
export function unnoticedChanges({ files }: MutationReport): string[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => COUNTED.has(status) && !NOTICED.has(status))
      .map(({ location, mutatorName, replacement }) => {
        const change = replacement?.replaceAll(/\s+/g, " ") ?? "";
        return `${file}:${location?.start.line ?? 0}  ${mutatorName ?? ""}  ${change}`.trimEnd();
      }),
  );
}

/**
 * Tests that run into changed lines and could all go together without one change less being noticed. That is a
 * question and no verdict: a test may guard what lies in no file of this run.
 */
export function idleTests({ files, testFiles = {} }: MutationReport): string[] {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const killers = mutants.flatMap(({ killedBy = [] }) => (killedBy.length > 0 ? [new Set(killedBy)] : []));
  const running = new Set(mutants.flatMap(({ coveredBy = [] }) => coveredBy));
  const names = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) =>
      tests.map(({ id, name }) => [id, `${file}: ${name}`] as const),
    ),
  );
  return [...running]
    .filter((id) => {
      if (killers.some((by) => by.size === 1 && by.has(id))) return false;
      for (const by of killers) by.delete(id);
      return true;
    })
    .map((id) => names.get(id) ?? id)
    .sort();
}

/** One line a file, with what was stored, and a last line that says whether a score is lower than that. */
export function scoreLines(
  now: Readonly<Record<string, Score>>,
  stored: Readonly<Record<string, Score>>,
): { lines: string[]; isLower: boolean } {
  const percent = ({ noticed, all }: Score) => (all === 0 ? 100 : (100 * noticed) / all);
  const rows = Object.entries(now).map(([file, score]) => {
    const before = stored[file];
    // One change in a hundred is what moves when a file is written differently.
    const isLower = before !== undefined && percent(score) < percent(before) - 1;
    const was = before ? ` (stored: ${percent(before).toFixed(1)} %)` : "";
    return {
      isLower,
      line: `${percent(score).toFixed(1).padStart(6)} %  ${score.noticed} of ${score.all}  ${file}${was}${isLower ? "  LOWER" : ""}`,
    };
  });
  return { lines: rows.map(({ line }) => line), isLower: rows.some(({ isLower }) => isLower) };
}
