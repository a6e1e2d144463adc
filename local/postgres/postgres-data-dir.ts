import { createHash, randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readIfExists, writePrivateFile } from "@/local/files";
import type { PostgresUser } from "@/local/postgres/postgres-user";
import { StackError } from "@/local/stack-error";

/** A file beside the directory that was wanted: where its database is instead. */
export const PLACE_OF_DATABASE = "postgres-place";

/**
 * `wanted` where the PostgreSQL account can enter it. Root's private folders it cannot: then a folder of its own
 * below `/var/lib/quittance`, which a note beside `wanted` names, so that the database is found again when that
 * directory was moved or opened. Made and owned as needed. Throws a `StackError` where a database lies in `wanted`
 * and that was closed since: an empty one would meet the chains of the other.
 */
export function reachableDataDir(wanted: string, user: PostgresUser, log: (line: string) => void): string {
  const dataDir = notedPlace(wanted) ?? (canEnter(wanted, user) ? wanted : elsewhere(wanted));
  if (dataDir !== wanted) log(`${wanted} is closed to user ${user.name}; the database is kept in ${dataDir}`);
  mkdirSync(dataDir, { recursive: true });
  user.own(dataDir);
  return dataDir;
}

/** The directories that hold the database of `wanted`, or did: there and elsewhere. */
export function placesOfDatabase(wanted: string): string[] {
  return [wanted, notedPlace(wanted), placeBefore(wanted)]
    .filter((path) => path !== undefined)
    .filter((path) => existsSync(path));
}

/** To be called when the database is gone: the next one may lie in `wanted`. */
export function forgetPlace(wanted: string): void {
  rmSync(note(wanted), { force: true });
}

const note = (wanted: string) => join(dirname(wanted), PLACE_OF_DATABASE);

function notedPlace(wanted: string): string | undefined {
  const noted = readIfExists(note(wanted))?.trim();
  return noted !== undefined && existsSync(noted) ? noted : undefined;
}

function canEnter(wanted: string, user: PostgresUser): boolean {
  return user.canReach(closestExisting(dirname(wanted)));
}

function elsewhere(wanted: string): string {
  if (existsSync(join(wanted, "cluster"))) {
    throw new StackError(
      `The database in ${wanted} cannot be opened: a folder above it is closed to the account that PostgreSQL runs as.`,
      "Open that folder to it again (chmod o+x), or start with --fresh to begin with an empty database.",
    );
  }
  const place = join(base(), randomBytes(8).toString("hex"));
  const before = placeBefore(wanted);
  if (existsSync(before)) renameSync(before, place);
  else mkdirSync(place, { recursive: true });
  writePrivateFile(note(wanted), place);
  return place;
}

/** Where earlier versions put it, without a note. */
function placeBefore(wanted: string): string {
  const name = createHash("sha256").update(wanted).digest("hex").slice(0, 16);
  return join(base(), name);
}

function base(): string {
  return isWritable("/var/lib") ? "/var/lib/quittance" : join(tmpdir(), "quittance");
}

function closestExisting(path: string): string {
  return existsSync(path) ? path : closestExisting(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
