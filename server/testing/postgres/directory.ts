import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { processIdentity } from "@/local/processes/process-identity";

/** A file system in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Several times what a run needs there. Containers often have 64 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;
const PREFIX = "quittance-test-";

const Process = z.object({ pid: z.number().int(), identity: z.string() });
/** Whose directory it is, and the server in it where that would outlive its owner. */
export const Owner = z.object({ runner: Process, server: Process.optional() });
export const OWNER_FILE = "owner.json";

/**
 * A directory of this process for what belongs to a PostgreSQL server, in memory where that has room: a database is 400
 * small files, and a disk takes ten times as long to make them. Once the process has ended the next run removes it.
 */
export function makeTestDirectory(kind: string): string {
  const directory = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), `${PREFIX}${kind}-`));
  writeOwner(directory);
  return directory;
}

/** Remember whose directory this is, so that a run that was killed can be cleaned up by the next one. */
export function writeOwner(directory: string, serverPid?: number): void {
  const identified = (pid: number) => ({ pid, identity: processIdentity(pid) ?? "gone" });
  const owner: z.infer<typeof Owner> = {
    runner: identified(process.pid),
    ...(serverPid !== undefined && { server: identified(serverPid) }),
  };
  // Written beside and renamed: another run may read it at this moment.
  writeFileSync(join(directory, "owner.part"), JSON.stringify(owner));
  renameSync(join(directory, "owner.part"), join(directory, OWNER_FILE));
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
