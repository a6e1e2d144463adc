import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isSameProcess, processIdentity } from "@/local/processes/process-identity";
import { isTestDirectory, PARENTS_OF_TEST_DIRECTORIES } from "@/server/testing/postgres/directory";

const Process = z.object({ pid: z.number().int(), identity: z.string() });
const Owner = z.object({ runner: Process, server: Process });

/** Remember whose server this is, so that a run that was killed can be cleaned up by the next one. */
export function writeOwner(directory: string, serverPid: number): void {
  const identified = (pid: number) => ({ pid, identity: processIdentity(pid) ?? "gone" });
  const owner: z.infer<typeof Owner> = { runner: identified(process.pid), server: identified(serverPid) };
  // Written beside and renamed: another run may read it at this moment.
  writeFileSync(join(directory, "owner.part"), JSON.stringify(owner));
  renameSync(join(directory, "owner.part"), join(directory, "owner.json"));
}

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
    const { pid, identity } = owner.server;
    if (isSameProcess(pid, identity)) process.kill(pid, "SIGQUIT");
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Undefined for a run that is just starting, and for one that another run is cleaning up. */
function ownerOf(directory: string): z.infer<typeof Owner> | undefined {
  try {
    return Owner.parse(JSON.parse(readFileSync(join(directory, "owner.json"), "utf8")));
  } catch {
    return undefined;
  }
}
