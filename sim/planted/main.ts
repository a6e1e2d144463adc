import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { repositoryRoot } from "@/repository-root";
import { type PlantedBug, plantedBugs, withBug } from "@/sim/planted/bugs";
import { type PlantedResult, storeResults } from "@/sim/planted/results";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "1..1000" },
    days: { type: "string", default: "1" },
    minutes: { type: "string", default: "10" },
    store: { type: "boolean", default: false },
  },
});
const bugs = plantedBugs();
const unknown = positionals.find((name) => !bugs.some((bug) => bug.name === name));
if (unknown !== undefined) {
  process.stderr.write(`no bug ${unknown}; there are ${bugs.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}
const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(values.seeds) ?? [];
if (first === undefined || last === undefined) {
  process.stderr.write("--seeds must be like 1..100.\n");
  process.exit(2);
}
const seeds: readonly [string, string] = [first, last];
const withoutBugs = new Map<string, boolean>();

/**
 * `npm run sim:planted -- [name...]`: puts one bug after the other into a copy of the last commit, and plays seeds until
 * the simulator finds it. Ends with 1 where one was not found. `--store` keeps the results in `results.json`.
 */
const copy = mkdtempSync(join(tmpdir(), "quittance-planted-"));
try {
  run("git", ["clone", "--quiet", "--shared", repositoryRoot(), copy]);
  // Hard links: the packages are not copied, and none of them is written to.
  run("cp", ["-al", join(repositoryRoot(), "node_modules"), copy]);
  for (const bug of bugs.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const result = tryBug(bug);
    process.stdout.write(`${bug.name}: ${inWords(result)}\n`);
    if ("notFound" in result) process.exitCode = 1;
    if (values.store)
      storeResults(
        bugs.map(({ name }) => name),
        [result],
      );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Looks for one bug. A seed that fails without it as well does not find it. */
function tryBug(bug: PlantedBug): PlantedResult {
  const { name, test } = bug;
  if (test) {
    if (withIt(bug, () => passes(test))) return { name, notFound: `${test.file} passes with it` };
    if (!passes(test)) throw new Error(`${test.file} fails without any bug`);
    return { name, test: test.file };
  }
  const found = withIt(bug, () => play(...seeds));
  if (!found) return { name, notFound: `not in seeds ${values.seeds} or ${values.minutes} minutes` };
  const seed = String(found.seed);
  if (failsWithout(seed)) throw new Error(`seed ${seed} fails without any bug`);
  return { name, ...found };
}

/** Whether a seed fails without any bug. Many bugs are found by the same ones, so each is played once. */
function failsWithout(seed: string): boolean {
  const known = withoutBugs.get(seed);
  if (known !== undefined) return known;
  const fails = play(seed, seed) !== null;
  withoutBugs.set(seed, fails);
  return fails;
}

/** Does something while the bug is in the copy. */
function withIt<T>(bug: PlantedBug, work: () => T): T {
  const path = join(copy, bug.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, withBug(bug, text));
  try {
    return work();
  } finally {
    writeFileSync(path, text);
  }
}

/** Whether a test against the real server passes. Throws where there is no such test. */
function passes({ file, name }: NonNullable<PlantedBug["test"]>): boolean {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", file, "-t", name],
    { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (!/Tests .*\b1 (?:passed|failed)/.test(stripVTControlCharacters(stdout)))
    throw new Error(`${file} has no test ${name}: ${stdout}${stderr}`);
  return status === 0;
}

function inWords(result: PlantedResult): string {
  if ("seed" in result) return `seed ${result.seed}, ${result.rule}`;
  return "test" in result
    ? `a test against the real server, ${result.test}`
    : `not found, ${result.notFound}`;
}

type Played = { seed: number; rule: string } | null;

function play(from: string, to: string): Played {
  const { days, minutes } = values;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=64", "scripts/run.mjs", "sim/planted/play.ts", from, to, days, minutes],
    { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  // Something was noticed, but by no rule: it does not count as found.
  if (status !== 0) process.stderr.write(`the run ended with ${status}: ${stderr.slice(0, 2_000)}\n`);
  if (stdout === "") return null;
  const { seed, rule }: { seed: number; rule: string } = JSON.parse(stdout);
  return { seed, rule };
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
}
