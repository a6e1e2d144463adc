import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";
import { type MutatedRule, RULES } from "./rules";
import { idleTests, MutationReport, type Score, scoreLines, scoresOf, unnoticedChanges } from "./score";

/** The last line of versions that runs on Node 20. */
const STRYKER = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/vitest-runner@9.6.1"];
const STORED = join(repositoryRoot(), "scripts", "testing", "mutation", "stored-scores.json");
const Scores = z.record(z.string(), z.object({ noticed: z.number(), all: z.number() }));
const CONFIG = "vitest.mutation.config.ts";

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith("--"));
const unknown = named.find((name) => !RULES.some((rule) => rule.name === name));
if (unknown !== undefined) {
  process.stderr.write(`no rule ${unknown}; there are ${RULES.map(({ name }) => name).join(", ")}\n`);
  process.exit(1);
}

/**
 * `npm run test:mutation`: changes the code of each rule one place at a time and asks whether a test notices. Works on a
 * copy of the last commit, because the changes are made in the files themselves, and brings Stryker into that copy:
 * nobody else needs it.
 */
const copy = mkdtempSync(join(tmpdir(), "quittance-mutation-"));
try {
  run("git", ["clone", "--quiet", "--shared", repositoryRoot(), copy], repositoryRoot());
  // Hard links: the packages are not copied, and none of them is written to.
  run("cp", ["-al", join(repositoryRoot(), "node_modules"), copy], repositoryRoot());
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ...STRYKER], copy);
  writeFileSync(join(copy, CONFIG), vitestConfig());
  const scores: Record<string, Score> = {};
  const idle: string[] = [];
  const unnoticed: string[] = [];
  for (const rule of RULES.filter(({ name }) => named.length === 0 || named.includes(name))) {
    const report = measure(rule);
    Object.assign(scores, scoresOf(report));
    idle.push(...idleTests(report));
    unnoticed.push(...unnoticedChanges(report));
  }
  const stored = existsSync(STORED) ? Scores.parse(JSON.parse(readFileSync(STORED, "utf8"))) : {};
  const { lines, isLower } = scoreLines(scores, stored);
  const asked = args.includes("--idle") ? ["", "Without these as much would be noticed:", ...idle] : [];
  const left = args.includes("--unnoticed") ? ["", "Nobody noticed:", ...unnoticed] : [];
  process.stdout.write(`${[...lines, ...left, ...asked].join("\n")}\n`);
  if (args.includes("--store")) {
    writeFileSync(STORED, `${JSON.stringify({ ...stored, ...scores }, null, 2)}\n`);
  }
  process.exitCode = isLower ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function measure({ name, files, tests }: MutatedRule): MutationReport {
  process.stdout.write(`${name}: ${files.join(", ")}\n`);
  const settings = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: CONFIG },
    mutate: files,
    inPlace: true,
    // Databases and chains are shared by all that runs at once.
    concurrency: 1,
    coverageAnalysis: "perTest",
    // With `--idle` every test is asked, not only the first that notices.
    disableBail: args.includes("--idle"),
    disableTypeChecks: false,
    reporters: ["json"],
    ignorePatterns: [".next", "dist", "node_modules"],
  };
  writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(settings));
  run("npx", ["stryker", "run"], copy, { MUTATION_TESTS: tests.join(",") });
  return MutationReport.parse(
    JSON.parse(readFileSync(join(copy, "reports", "mutation", "mutation.json"), "utf8")),
  );
}

/** The settings of the unit tests, without those of a process: Stryker runs tests in threads. */
function vitestConfig(): string {
  return [
    'import all from "./vitest.config.ts";',
    'const include = (process.env.MUTATION_TESTS ?? "").split(",");',
    'export default { ...all, test: { ...all.test, execArgv: [], reporters: ["dot"], include } };',
    "",
  ].join("\n");
}

function run(
  program: string,
  programArgs: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): void {
  const { status } = spawnSync(program, programArgs, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ${programArgs.join(" ")} ended with ${status}`);
}
