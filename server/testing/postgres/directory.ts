import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Several times what a run needs there. Containers often have 64 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;
const PREFIX = "quittance-test-postgres-";

/**
 * A directory for this run's server, in memory where that has room: each test file has a database of its own, which is
 * 400 small files, and a disk takes ten times as long to make them.
 */
export function makeTestDirectory(): string {
  return mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), PREFIX));
}

/** Folders in which runs, also those that were killed, may have made theirs. */
export const PARENTS_OF_TEST_DIRECTORIES = [IN_MEMORY, tmpdir()].filter(existsSync);

export function isTestDirectory(name: string): boolean {
  return name.startsWith(PREFIX);
}

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    return false;
  }
  const { bavail, bsize } = statfsSync(directory);
  return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES;
}
