import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** A test that failed, with the first line of its error. `title` is empty where the whole file could not be run. */
export interface FailedTest {
  file: string;
  title: string;
  error: string;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const Failure = z.object({ message: z.string().optional(), value: z.string().optional() });
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(Failure) })) })),
});
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(Failure) });

/** What failed in a JSON report of Vitest, files relative to `root`. Throws when it is none. */
export function failedOfVitest(report: unknown, root: string): FailedTest[] {
  return VitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((result) => result.status === "failed")
      .map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        error: firstLine(failureMessages?.[0]),
      }));
    // A file that could not be loaded, or whose hooks failed, has no test that did.
    return status === "failed" && tests.length === 0
      ? [{ file, title: "", error: firstLine(message) }]
      : tests;
  });
}

/** What failed in a JSON report of Playwright, whose files are relative to `directory`. Throws when it is none. */
export function failedOfPlaywright(report: unknown, directory: string): FailedTest[] {
  const failedOf = ({ specs, suites = [] }: z.infer<typeof Suite>): FailedTest[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
        return { file: `${directory}/${file}`, title, error: firstLine(error?.message ?? error?.value) };
      }),
    ...suites.flatMap(failedOf),
  ];
  const { suites, errors } = PlaywrightReport.parse(report);
  // Of no journey: a setup that failed, or a file that could not be loaded.
  const others = errors.map(({ message, value }) => ({
    file: directory,
    title: "",
    error: firstLine(message ?? value),
  }));
  return [...suites.flatMap(failedOf), ...others];
}

function firstLine(error: string | undefined): string {
  const lines = stripVTControlCharacters(error ?? "").split("\n");
  return lines.find((line) => line.trim() !== "")?.trim() ?? "no error was told";
}

/** The last words of a run: each failed test in two lines, as many as the end of a log shows. Nothing where none failed. */
export function failedLines(failed: readonly FailedTest[], most: number): string[] {
  if (failed.length === 0) return [];
  return [
    `${failed.length} failed`,
    ...failed
      .slice(0, most)
      .flatMap(({ file, title, error }) => [title === "" ? file : `${file}: ${title}`, `    ${error}`]),
    ...(failed.length > most ? [`and ${failed.length - most} more`] : []),
  ];
}
