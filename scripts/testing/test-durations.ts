import { relative } from "node:path";
import { z } from "zod";

/** One test of a finished run. */
export interface TestDuration {
  file: string;
  title: string;
  ms: number;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
});
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const PlaywrightReport = z.object({ suites: z.array(Suite) });

/** The tests in a JSON report of Vitest, files relative to `root`. Throws when it is none. */
export function durationsOfVitest(report: unknown, root: string): TestDuration[] {
  return VitestReport.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(root, name),
      title: fullName,
      ms: duration ?? 0,
    })),
  );
}

/** The tests in a JSON report of Playwright, whose files are relative to `directory`. Throws when it is none. */
export function durationsOfPlaywright(report: unknown, directory: string): TestDuration[] {
  const durationsOf = ({ specs, suites = [] }: z.infer<typeof Suite>): TestDuration[] => [
    ...specs.map(({ title, file, tests }) => ({
      file: `${directory}/${file}`,
      title,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...suites.flatMap(durationsOf),
  ];
  return PlaywrightReport.parse(report).suites.flatMap(durationsOf);
}

/** The slowest tests as lines to print, the slowest first. */
export function slowestOf(tests: readonly TestDuration[], count: number): string[] {
  return [...tests]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, title, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}: ${title}`);
}
