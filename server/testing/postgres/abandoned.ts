import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { isSameProcess } from "@/local/processes/process-identity";
import {
  isTestDirectory,
  OWNER_FILE,
  Owner,
  PARENTS_OF_TEST_DIRECTORIES,
} from "@/server/testing/postgres/directory";
import { unmountBelow } from "@/server/testing/postgres/mounts";

/** End the servers and remove the directories of test runs that no longer live. Running ones are left alone. */
export function sweepAbandoned(): void {
  const directories = PARENTS_OF_TEST_DIRECTORIES.flatMap((parent) =>
    readdirSync(parent)
      .filter(isTestDirectory)
      .map((name) => join(parent, name)),
  );
  for (const directory of directories) {
    const owner = ownerOf(directory);
    if (!owner || isSameProcess(owner.runner.pid, owner.runner.identity)) continue;
    const { server } = owner;
    if (server && isSameProcess(server.pid, server.identity)) process.kill(server.pid, "SIGQUIT");
    unmountBelow(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Undefined for a run that is just starting, and for one that another run is cleaning up. */
function ownerOf(directory: string): z.infer<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(readFileSync(join(directory, OWNER_FILE), "utf8")));
  } catch {
    return undefined;
  }
}
