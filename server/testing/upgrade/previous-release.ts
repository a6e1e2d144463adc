import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A release of this repository's own history. */
export interface Release {
  version: string;
  commit: string;
}

/** The history does not tell which release was before. */
export class NoPreviousRelease extends Error {
  override readonly name = "NoPreviousRelease";
}

/** What `scripts/release/cut.ts` names its commits. */
const SUBJECT = /^Release (\d+\.\d+\.\d+)$/;
/** Written when everything is installed and built. */
const DONE = "installed.json";

/**
 * The newest release before the commit that is checked out. Throws `NoPreviousRelease` where there is no history, or too
 * little of it.
 */
export function previousRelease(root: string): Release {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const log = git("log", "--format=%H %s", "HEAD");
  if (log.status !== 0)
    throw new NoPreviousRelease(
      `The release before is packed from the history of the repository, and there is none here: ${log.stderr.trim()}`,
    );
  const [, ...before] = log.stdout.trimEnd().split("\n");
  for (const line of before) {
    const [commit = "", ...words] = line.split(" ");
    const [, version] = SUBJECT.exec(words.join(" ")) ?? [];
    if (version !== undefined) return { version, commit };
  }
  const isShallow = git("rev-parse", "--is-shallow-repository").stdout.trim() === "true";
  throw new NoPreviousRelease(
    isShallow
      ? "This clone is shallow and its history ends after the last release: git fetch --unshallow."
      : "No release was cut before this commit.",
  );
}

/**
 * A folder with that release as its operators have it: unpacked from its archive, its own packages installed, built by
 * its own commands. It is kept for the next time.
 */
export function installRelease(root: string, { version, commit }: Release): string {
  const node = process.version.split(".")[0];
  const folder = join(tmpdir(), "quittance-releases", `${version}-${commit.slice(0, 12)}-node-${node}`);
  if (existsSync(join(folder, DONE))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "archive.tar.gz");
  run(
    "git",
    ["archive", "--format=tar.gz", `--prefix=quittance-${version}/`, `--output=${archive}`, commit],
    root,
  );
  run("tar", ["-xzf", archive, "--strip-components=1"], folder);
  rmSync(archive);
  run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  run("npm", ["run", "--silent", "build"], folder);
  writeFileSync(join(folder, DONE), JSON.stringify({ version, commit }));
  return folder;
}

function run(command: string, args: readonly string[], cwd: string): void {
  // Of a test run and not of the release.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"], env: env as NodeJS.ProcessEnv });
}
