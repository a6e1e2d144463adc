import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NoPreviousRelease, previousRelease } from "@/server/testing/upgrade/previous-release";
import { STEPS } from "@/server/testing/upgrade/steps";

let parent: string;
let root: string;
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
const commit = (subject: string) => {
  git("commit", "--allow-empty", "--quiet", "--message", subject);
  return git("rev-parse", "HEAD");
};

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "quittance-history-"));
  root = join(parent, "origin");
  execFileSync("git", ["init", "--quiet", root]);
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test("the release before is the newest one that the commit comes after", () => {
  commit("Begin");
  commit("Release 0.1.0");
  const newest = commit("Release 0.2.0");
  // The commit of a release itself is tried against the one before.
  expect(previousRelease(root).version).toBe("0.1.0");
  commit("Release notes are shorter");
  expect(previousRelease(root)).toEqual({ version: "0.2.0", commit: newest });
});

test("a clone without the history says how to get it, and a folder without any that it needs one", () => {
  commit("Release 0.2.0");
  commit("Change");
  const origin = root;
  root = join(parent, "shallow");
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${origin}`, root]);
  expect(() => previousRelease(root)).toThrow(NoPreviousRelease);
  expect(() => previousRelease(root)).toThrow(/shallow.*git fetch --unshallow/);
  rmSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, ".git"), "gitdir: nowhere\n");
  expect(() => previousRelease(root)).toThrow(/there is none here/);
});

test("a history without a release says so", () => {
  commit("Begin");
  commit("Go on");
  expect(() => previousRelease(root)).toThrow(/No release was cut/);
});

test("the steps bring together every web with every worker, and both webs with either worker", () => {
  const pairs = new Set(STEPS.map(({ pair }) => `${pair.web.toSorted().join("+")} with ${pair.worker}`));
  expect([...pairs].toSorted()).toEqual([
    "present+present with present",
    "present+present with previous",
    "present+previous with present",
    "present+previous with previous",
    "previous+previous with present",
    "previous+previous with previous",
  ]);
});
