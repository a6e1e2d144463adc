import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, matchesGlob } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import nodeTests from "@/vitest.node.config";
import { NEXT_NODE, nodePackage } from "./brought-node";

const root = repositoryRoot();
let parent: string;
let home: string;

/** The npm client of a machine: it packs a Node that says its version, and says of each command which Node is first. */
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "quittance-other-node-"));
  mkdirSync(join(parent, "package", "bin"), { recursive: true });
  writeFileSync(join(parent, "package", "bin", "node"), "#!/bin/sh\necho v99.1.0\n", { mode: 0o755 });
  execFileSync("tar", ["-czf", join(parent, "node.tgz"), "-C", parent, "package"]);
  const npm = [
    "#!/bin/sh",
    `if [ "$1" = pack ]; then for last; do :; done; cp ${join(parent, "node.tgz")} "$last/"; exit; fi`,
    'echo "$@ by $(node) $NODE"',
    'if [ "$3" = "$FAILS" ]; then exit 1; fi',
    "",
  ];
  mkdirSync(join(parent, "bin"));
  writeFileSync(join(parent, "bin", "npm"), npm.join("\n"), { mode: 0o755 });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(() => {
  home = mkdtempSync(join(parent, "home-"));
});

async function testNode(args: string[], env: Record<string, string> = {}) {
  const command = ["scripts/run.mjs", "scripts/testing/other-node/test-node.ts", ...args];
  const run = promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: {
      NODE_ENV: "test",
      HOME: home,
      PATH: `${join(parent, "bin")}${delimiter}${process.env.PATH}`,
      ...env,
    },
  });
  const ended = await run.then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { said: ended.stdout.trim().split("\n"), errors: ended.stderr, code: ended.code };
}

const node = () => join(home, ".cache", "quittance", "node-99.1.0", "bin", "node");

describe.runIf(`${process.platform}-${process.arch}` === "linux-x64")("another version of Node", () => {
  test("npm run test:node brings it once, and runs build, journey and unit tests by it", async () => {
    const { said, code } = await testNode(["99.1.0"]);
    expect(code).toBe(0);
    expect(said[0]).toBe(`Node v99.1.0, at ${node()}`);
    const by = `by v99.1.0 ${node()}`;
    expect(said.slice(1, -3).toSorted()).toEqual([
      `build   | run --silent build ${by}`,
      `journey | run --silent e2e -- e2e/payer-journeys.spec.ts -g a link is paid in three presses --workers=1 --reporter=list ${by}`,
      `unit    | run --silent unit -- --config vitest.node.config.ts ${by}`,
    ]);
    expect(said.slice(-3).join(" ")).toMatch(/build +passed.* journey +passed.* unit +passed/);
    // It is there now.
    rmSync(join(parent, "node.tgz"));
    expect((await testNode(["99.1.0"])).code).toBe(0);
    execFileSync("tar", ["-czf", join(parent, "node.tgz"), "-C", parent, "package"]);
  });

  test("npm run test:node fails when one of them does", async () => {
    const { said, code } = await testNode(["99.1.0"], { FAILS: "unit" });
    expect([code, said.at(-1)]).toEqual([1, expect.stringMatching(/^unit +failed/)]);
  });

  test("npm run test:node fails and says in one line why, where it cannot be brought or is not the one we know", async () => {
    const npm = "#!/bin/sh\necho 'npm error network unreachable\nnpm error more' >&2\nexit 1\n";
    writeFileSync(join(home, "npm"), npm, { mode: 0o755 });
    const offline = await testNode([], { PATH: `${home}${delimiter}${process.env.PATH}` });
    const spec = `${NEXT_NODE.name}@${NEXT_NODE.version}`;
    expect([offline.code, offline.errors]).toEqual([
      1,
      `Node (${spec}) could not be brought: npm error network unreachable npm error more\n`,
    ]);
    const replaced = await testNode([]);
    expect(replaced.code).toBe(1);
    expect(replaced.errors).toMatch(/could not be brought: its file is not the one we know \(sha512-.*\)\n$/);
    const another = await testNode(["98.0.0"]);
    expect([another.code, another.errors]).toEqual([
      1,
      expect.stringMatching(/could not be brought: it says that it is v99\.1\.0\n$/),
    ]);
  });
});

test("a version of Node is three numbers; the one we know is pinned by its file", () => {
  expect(nodePackage()).toBe(NEXT_NODE);
  expect(NEXT_NODE.integrity).toMatch(/^sha512-/);
  expect(nodePackage("26.10.0")).toMatchObject({ version: "26.10.0", integrity: null });
  expect(() => nodePackage("next")).toThrow("next is no version of Node");
});

test("CI runs it, and each pattern of its tests finds some", () => {
  expect(readFileSync(join(root, ".ci", "run"), "utf8")).toMatch(/^npm run test:node$/m);
  const tests = ["app", "components", "server", "sim"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const { include } = nodeTests.test;
  expect(include.length).toBeGreaterThan(5);
  expect(include.filter((pattern) => !tests.some((path) => matchesGlob(path, pattern)))).toEqual([]);
});

test("the image and `engines` have the line that CI tries", () => {
  const line = NEXT_NODE.version.split(".")[0];
  const images = readFileSync(join(root, "Dockerfile"), "utf8").match(/^FROM node:\d+/gm);
  expect(new Set(images)).toEqual(new Set([`FROM node:${line}`]));
  expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node).toContain(`^${line}.`);
});
