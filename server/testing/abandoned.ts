import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isSameProcess, processIdentity } from "@/server/stack/process-identity";

export const TEST_DIRECTORY_PREFIX = "quittance-test-postgres-";

const Process = z.object({ pid: z.number().int(), identity: z.string() });
const Owner = z.object({ runner: Process, server: Process });

/** Remember whose server this is, so that a run that was killed can be cleaned up by the next one. */
export function writeOwner(directory: string, serverPid: number): void {
  const identified = (pid: number) => ({ pid, identity: processIdentity(pid) ?? "gone" });
  const owner: z.infer<typeof Owner> = { runner: identified(process.pid), server: identified(serverPid) };
  writeFileSync(join(directory, "owner.json"), JSON.stringify(owner));
}

/** End the servers and remove the directories of test runs that no longer live. Running ones are left alone. */
export function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(TEST_DIRECTORY_PREFIX)) continue;
    const directory = join(tmpdir(), name);
    const file = join(directory, "owner.json");
    if (!existsSync(file)) continue;
    const owner = Owner.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (!owner.success || isSameProcess(owner.data.runner.pid, owner.data.runner.identity)) continue;
    const { pid, identity } = owner.data.server;
    if (isSameProcess(pid, identity)) process.kill(pid, "SIGQUIT");
    rmSync(directory, { recursive: true, force: true });
  }
}
