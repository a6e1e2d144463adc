import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** A test that failed. `title` is empty where the whole file could not be run. */
export interface FailedTest {
  file: string;
  title: string;
  /** What was expected and what was received, a line each, without where in the code. */
  error: readonly string[];
}

/** Lines of one error: the differences of an object of ours fit in. */
const MOST_LINES = 16;
/** Where more tests than these failed, one line of each is told. */
const TOLD_WHOLE = 4;

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
        error: linesOf(failureMessages?.[0]),
      }));
    // A file that could not be loaded, or whose hooks failed, has no test that did.
    return status === "failed" && tests.length === 0 ? [{ file, title: "", error: linesOf(message) }] : tests;
  });
}

/** What failed in a JSON report of Playwright, whose files are relative to `directory`. Throws when it is none. */
export function failedOfPlaywright(report: unknown, directory: string): FailedTest[] {
  const failedOf = ({ specs, suites = [] }: z.infer<typeof Suite>): FailedTest[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
        return { file: `${directory}/${file}`, title, error: linesOf(error?.message ?? error?.value) };
      }),
    ...suites.flatMap(failedOf),
  ];
  const { suites, errors } = PlaywrightReport.parse(report);
  // Of no journey: a setup that failed, or a file that could not be loaded.
  const others = errors.map(({ message, value }) => ({
    file: directory,
    title: "",
    error: linesOf(message ?? value),
  }));
  return [...suites.flatMap(failedOf), ...others];
}

function linesOf(error: string | undefined): string[] {
  const lines = stripVTControlCharacters(error ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
    .map((line) => line.trimEnd());
  return lines.length === 0 ? ["no error was told"] : lines.slice(0, MOST_LINES);
}

/**
 * The last words of a run: each failed test with its error, whole where few failed, else by its first line, as many as
 * the end of a log shows. Nothing where none failed.
 */
export function failedLines(failed: readonly FailedTest[], most: number): string[] {
  if (failed.length === 0) return [];
  const lines = failed.length > TOLD_WHOLE ? 1 : MOST_LINES;
  return [
    `${failed.length} failed`,
    ...failed
      .slice(0, most)
      .flatMap(({ file, title, error }) => [
        title === "" ? file : `${file}: ${title}`,
        ...error.slice(0, lines).map((line) => `    ${line}`),
      ]),
    ...(failed.length > most ? [`and ${failed.length - most} more`] : []),
  ];
}
