import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { billOfMaterials } from "./bill-of-materials";
import { CHANGES, type Differences, nextVersion, readChanges, releaseNotes, withNotes } from "./changes";

/** A release that was cut: nothing was pushed. */
export interface Release {
  version: string;
  tag: string;
  notes: string;
  /** Everything that is in the tag, to be unpacked anywhere. The same tag packs to the same bytes. */
  archive: string;
  /** Beside it: what `sha256sum --check` reads. */
  checksum: string;
  /** Beside it: every package that it runs (`billOfMaterials`). */
  materials: string;
}

/**
 * Cuts a release in a checkout: version, changelog, commit, annotated tag, archive and bill of materials. Nothing is written before
 * everything is known to be in order. Throws with what has to be done first: a clean tree on the main branch, changes to
 * tell of, a later version.
 */
export function cutRelease(root: string, wanted: string, now: Date): Release {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd();
  if (git("status", "--porcelain") !== "") throw new Error("Commit or drop what you have changed first.");
  if (git("branch", "--show-current") !== "main") throw new Error("Releases are cut on the branch main.");
  const changes = readChanges(root);
  if (changes.length === 0) throw new Error(`Nothing in ${CHANGES}/: there is nothing to tell of.`);
  const manifest = readJson(join(root, "package.json"));
  const version = nextVersion(manifest.version, wanted);
  const tag = `v${version}`;
  if (git("tag", "--list", tag) !== "") throw new Error(`${tag} is taken.`);
  const last = git("tag", "--list", "v*", "--sort=-version:refname").split("\n")[0] || null;
  const notes = releaseNotes(
    { version, date: now.toISOString().slice(0, 10) },
    changes,
    differencesSince(root, last, git),
  );

  const lock = readJson(join(root, "package-lock.json"));
  const own = { ...lock.packages?.[""], version };
  const newManifest = { ...manifest, version };
  const newLock = { ...lock, version, packages: { ...lock.packages, "": own } };
  const bill = billOfMaterials(newManifest, newLock);
  writeJson(join(root, "package.json"), newManifest);
  writeJson(join(root, "package-lock.json"), newLock);
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, withNotes(existsSync(changelog) ? readFileSync(changelog, "utf8") : null, notes));
  for (const { file } of changes) rmSync(join(root, CHANGES, file));
  git("add", "--all", "package.json", "package-lock.json", "CHANGELOG.md", CHANGES);
  git("commit", "--quiet", "--message", `Release ${version}`, "--message", REASON);
  git("tag", "--annotate", tag, "--cleanup=verbatim", "--message", `${version}\n\n${notes}`);
  const archive = join(root, "release", `quittance-${version}.tar.gz`);
  mkdirSync(join(root, "release"), { recursive: true });
  git("archive", "--format=tar.gz", `--prefix=quittance-${version}/`, `--output=${archive}`, tag);
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  const checksum = `${archive}.sha256`;
  writeFileSync(checksum, `${digest}  ${basename(archive)}\n`);
  const materials = join(root, "release", `quittance-${version}.sbom.json`);
  writeFileSync(materials, bill);
  return { version, tag, notes, archive, checksum, materials };
}

/** Why a release is cut, for its commit. */
const REASON =
  "So that operators can name, install and go back to what main holds now. What changed is in CHANGELOG.md.";

/** What an operator of the last release meets in this one; without a last one everything is new, and nothing is named. */
function differencesSince(
  root: string,
  last: string | null,
  git: (...args: string[]) => string,
): Differences {
  const none = { migrations: [], settings: { added: [], removed: [] } };
  if (last === null) return none;
  const added = git("diff", "--name-only", "--diff-filter=A", last, "--", "db/migrations/*.sql");
  const before = settingsIn(git("show", `${last}:docs/settings.md`));
  const today = settingsIn(readFileSync(join(root, "docs", "settings.md"), "utf8"));
  return {
    migrations: added
      .split("\n")
      .filter(Boolean)
      .map((path) => path.replace(/^.*\//, "").replace(/\.sql$/, "")),
    settings: {
      added: [...today].filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !today.has(name)),
    },
  };
}

/** The variables that a page of settings lists, each in the first cell of a row. */
function settingsIn(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| `([A-Z][A-Z0-9_<>]*)`/gm)].map(([, name = ""]) => name));
}

interface Manifest {
  version: string;
  packages?: Record<string, object>;
}

function readJson(path: string): Manifest & Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8"));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
