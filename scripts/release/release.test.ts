import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { npmScripts } from "@/server/testing/npm-script";
import { billOfMaterials } from "./bill-of-materials";
import { nextVersion, parseChange, readChanges } from "./changes";
import { cutRelease } from "./cut";

const NOW = new Date("2026-12-01T12:00:00Z");
const DEPENDENCIES = { dependencies: { money: "1.2.3" }, devDependencies: { tests: "4.5.6" } };

let root: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(join(root, path), "utf8");
function put(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
function commit() {
  git("add", "--all");
  git("commit", "--quiet", "--message", "work");
}

/** A checkout of a program of version 0.1.0, with two changes that wait. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quittance-release-"));
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Tester");
  git("config", "user.email", "tester@example.com");
  put(
    "package.json",
    JSON.stringify({ name: "quittance", version: "0.1.0", private: true, ...DEPENDENCIES }),
  );
  const packages = {
    "": { name: "quittance", version: "0.1.0", ...DEPENDENCIES },
    "node_modules/money": { version: "1.2.3", license: "MIT", integrity: `sha512-${"A".repeat(86)}==` },
    "node_modules/tests": { version: "4.5.6", dev: true },
  };
  put("package-lock.json", JSON.stringify({ version: "0.1.0", lockfileVersion: 3, packages }));
  put(".gitignore", "release/\n");
  put("docs/settings.md", "| `PORT` | `3000` | of the web process |\n| `OLD_URL` | none | gone soon |\n");
  put("db/migrations/0000_first.sql", "select 1;\n");
  put("changes/README.md", "How changes are noted.\n");
  put("changes/coins.md", "added: An invoice in USD can be paid in the coin of a network.\n");
  put(
    "changes/quota.md",
    "security: Outsiders cannot use up the quota of a bridge.\n\nUpgrade: Set ACROSS_API_KEY\nfor each installation.\n",
  );
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a release has version, changelog, commit, tag and archive, and leaves nothing to be told twice", () => {
  const release = cutRelease(root, "minor", NOW);
  expect(release).toMatchObject({ version: "0.2.0", tag: "v0.2.0" });
  expect(read("CHANGELOG.md")).toMatch(
    /## 0\.2\.0 – 2026-12-01\n\n### Upgrade\n\n- Set ACROSS_API_KEY for each installation\.\n- No migrations\.\n\n### Security\n\n- Outsiders.*\n\n### Added\n\n- An invoice/,
  );
  expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({
    version: "0.2.0",
    packages: { "": { version: "0.2.0" } },
  });
  expect(git("log", "-1", "--format=%s")).toBe("Release 0.2.0");
  expect(git("tag", "--list", "--format=%(contents)", "v0.2.0")).toContain("### Security");
  expect(git("status", "--porcelain")).toBe("");
  expect([readChanges(root), existsSync(join(root, "changes/README.md"))]).toEqual([[], true]);
  const files = execFileSync("tar", ["-tzf", release.archive], { encoding: "utf8" }).split("\n");
  expect(files).toEqual(
    expect.arrayContaining(["quittance-0.2.0/package.json", "quittance-0.2.0/CHANGELOG.md"]),
  );
  // Whoever has the tag packs the same bytes.
  const again = ["archive", "--format=tar.gz", "--prefix=quittance-0.2.0/", "v0.2.0"];
  const packed = execFileSync("git", again, { cwd: root });
  expect(readFileSync(release.archive).equals(packed)).toBe(true);
  execFileSync("sha256sum", ["--check", "--status", release.checksum], { cwd: dirname(release.archive) });
  const bill = JSON.parse(readFileSync(release.materials, "utf8"));
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "quittance", version: "0.2.0", type: "application" } },
    components: [{ name: "money", version: "1.2.3", licenses: [{ license: { id: "MIT" } }] }],
  });
  const [manifest, lock] = ["package.json", "package-lock.json"].map((path) => JSON.parse(read(path)));
  expect(billOfMaterials(manifest, lock)).toBe(readFileSync(release.materials, "utf8"));
  expect(() => cutRelease(root, "minor", NOW)).toThrow("nothing to tell of");
});

test("a lock file that does not fit is found before anything is written", () => {
  put(
    "package.json",
    JSON.stringify({ name: "quittance", version: "0.1.0", dependencies: { other: "1.0.0" } }),
  );
  commit();
  const before = git("rev-parse", "HEAD");
  expect(() => cutRelease(root, "minor", NOW)).toThrow("npm sbom");
  expect([git("rev-parse", "HEAD"), git("status", "--porcelain"), git("tag")]).toEqual([before, "", ""]);
});

test("the next one names the migrations and settings that an operator meets", () => {
  cutRelease(root, "minor", NOW);
  put("changes/pace.md", "fixed: Fast chains are read at their pace.\n");
  put("db/migrations/0001_pace.sql", "select 2;\n");
  put("docs/settings.md", "| `PORT` | `3000` | of the web process |\n| `NEW_URL` | none | new |\n");
  commit();
  const { notes } = cutRelease(root, "0.2.1", NOW);
  expect(notes).toContain("- Migrations, which `quittance migrate` applies: 0001_pace.");
  expect(notes).toContain("- New settings: `NEW_URL`.");
  expect(notes).toContain("- Settings without effect now: `OLD_URL`.");
  const changelog = read("CHANGELOG.md");
  expect(changelog.indexOf("## 0.2.1")).toBeLessThan(changelog.indexOf("## 0.2.0"));
  expect(changelog.match(/^# /gm)).toHaveLength(1);
});

describe("npm run release", () => {
  // What a release is unpacked from has no history.
  test.skipIf(!existsSync(join(repositoryRoot(), ".git")))("cuts one of a clone of this very program", () => {
    const clone = join(root, "clone");
    execFileSync("git", ["clone", "--quiet", repositoryRoot(), clone]);
    symlinkSync(join(repositoryRoot(), "node_modules"), join(clone, "node_modules"));
    // Only a directory of that name is ignored.
    writeFileSync(join(clone, ".git", "info", "exclude"), "node_modules\n");
    const inClone = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: clone, encoding: "utf8" });
    inClone("git", "switch", "--quiet", "--force-create", "main");
    inClone("git", "config", "user.name", "Tester");
    inClone("git", "config", "user.email", "tester@example.com");
    writeFileSync(join(clone, "changes", "one.md"), "added: One more thing.\n");
    inClone("git", "add", "--all", "changes");
    inClone("git", "commit", "--quiet", "--message", "Note a change");
    const [, ...words] = (npmScripts().release ?? "").split(" ");
    const said = inClone(process.execPath, ...words, "99.0.0");
    expect(said).toContain("docker build --tag quittance:99.0.0 .");
    expect(inClone("git", "tag", "--list").split("\n")).toContain("v99.0.0");
    expect(inClone("git", "status", "--porcelain")).toBe("");
    expect(existsSync(join(clone, "release", "quittance-99.0.0.tar.gz"))).toBe(true);
  });
});

describe("refuses, and writes nothing,", () => {
  test.each<[string, () => void, string, string]>([
    ["with uncommitted work", () => put("server.ts", "1"), "minor", "Commit or drop"],
    ["on another branch", () => git("switch", "--quiet", "--create", "next"), "minor", "on the branch main"],
    ["a version that was", () => git("tag", "v0.2.0"), "0.2.0", "v0.2.0 is taken"],
    ["a version that does not come after", () => {}, "0.1.0", "0.1.0 does not come after 0.1.0"],
    ["what is no version", () => {}, "next", "next is no version"],
    [
      "a change that says nothing",
      () => {
        put("changes/empty.md", "added\n");
        commit();
      },
      "minor",
      "changes/empty.md: begin with one of",
    ],
  ])("%s", (_, prepare, wanted, message) => {
    prepare();
    const before = git("rev-parse", "HEAD");
    expect(() => cutRelease(root, wanted, NOW)).toThrow(message);
    expect([git("rev-parse", "HEAD"), existsSync(join(root, "CHANGELOG.md"))]).toEqual([before, false]);
    expect(JSON.parse(read("package.json")).version).toBe("0.1.0");
  });
});

test.each([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.9.0", "0.10.0", "0.10.0"],
])("after %s, %s is %s", (current, wanted, next) => {
  expect(nextVersion(current, wanted)).toBe(next);
});

test.each(["", "added:", "new: Something.", "added: no full stop", "added: One.\n\nAnother paragraph."])(
  "a change is not noted by %j",
  (text) => {
    expect(() => parseChange("x.md", text)).toThrow("changes/x.md:");
  },
);

test("every change that waits here can be released", () => {
  expect(() => readChanges(repositoryRoot())).not.toThrow();
});
