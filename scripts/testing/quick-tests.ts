import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { importsOf, readSources } from "@/server/testing/source-files";
import { runLanes, type Step, summaryOf } from "./lanes";
import { storedTime } from "./measured";
import { nearestTests, withinBudget } from "./nearest-tests";

/** Seconds of a file that nobody has measured. */
const UNKNOWN_SECONDS = 2;
/** For the tests of two processes, beside half a minute in which they start and types are compared. */
const BUDGET_SECONDS = 45;

const [base = "main"] = process.argv.slice(2);
const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

const [fork = base] = git("merge-base", base, "HEAD");
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", fork),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const folders = readdirSync(".", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$|test-results$)/.test(entry.name))
  .map(({ name }) => name);
const roots = readdirSync(".").filter((name) => /\.tsx?$/.test(name));
const imports = new Map(
  readSources([...folders, ...roots]).map((source) => [
    source.path,
    importsOf(source)
      .filter(({ isPackage }) => !isPackage)
      .map(({ target }) => target),
  ]),
);
const stored = storedTime()?.files ?? {};
const near = nearestTests(imports, changed);
const chosen = withinBudget(near, (file) => stored[file] ?? UNKNOWN_SECONDS, BUDGET_SECONDS);

const lanes: Step[][] = [
  [
    {
      name: "check",
      command: ["npx", "biome", "check", "--error-on-warnings", ...changed, "--no-errors-on-unmatched"],
    },
  ],
  [{ name: "types", command: ["npx", "tsc", "--noEmit"] }],
  [{ name: "tests", command: ["npx", "vitest", "run", ...chosen.map(({ file }) => file)] }],
];
const wanted = [changed.length > 0, true, chosen.length > 0];
const results = await runLanes(
  lanes.filter((_, index) => wanted[index]),
  (line) => process.stdout.write(`${line}\n`),
);
const left = near.length - chosen.length;
process.stdout.write(
  [
    "",
    `${changed.length} files changed since ${base}; ${chosen.length} test files are nearest to them` +
      `${left > 0 ? `, ${left} more reach them over imports: npm test runs all` : ""}.`,
    ...summaryOf(results),
    "",
  ].join("\n"),
);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
