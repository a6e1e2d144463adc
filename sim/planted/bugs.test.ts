import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { BugDoesNotFit, plantedBugs, withBug } from "@/sim/planted/bugs";
import { storedResults } from "@/sim/planted/results";

const BUGS = plantedBugs();

test("there are at least 40, each with a name of its own", () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(BUGS.length);
});

test.each(BUGS)("$name fits its file exactly once, changes it, and leaves it readable", async (bug) => {
  const text = readFileSync(join(repositoryRoot(), bug.file), "utf8");
  const broken = withBug(bug, text);
  expect(broken).not.toBe(text);
  await transform(broken, { loader: "ts" });
});

test("a test that is to find one is there, in the file that it names", () => {
  const named = BUGS.flatMap(({ test: one }) => one ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const { file, name } of named) {
    expect(readFileSync(join(repositoryRoot(), file), "utf8")).toContain(`test("${name}`);
  }
});

test("it is stored of each whether it is found, by which seed and rule, or why not", () => {
  expect(storedResults().map(({ name }) => name)).toEqual(BUGS.map(({ name }) => name));
});

test("a bug whose place is gone, or there twice, is refused", () => {
  const bug = { name: "b", breaks: "It.", file: "a.ts", search: "one", replace: "two" };
  expect(withBug(bug, "it is one")).toBe("it is two");
  expect(() => withBug(bug, "it is two")).toThrow(BugDoesNotFit);
  expect(() => withBug(bug, "one and one")).toThrow(BugDoesNotFit);
});

test("npm run sim:planted refuses a bug that it does not have, and names those that it has", () => {
  const run = spawnSync(process.execPath, ["scripts/run.mjs", "sim/planted/main.ts", "none-such"], {
    cwd: repositoryRoot(),
    encoding: "utf8",
  });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/^no bug none-such; there are (?:[\w-]+, ){39,}[\w-]+\n$/);
});
