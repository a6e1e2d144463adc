import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { parseJson, readIfExists, writePrivateFile } from "@/local/files";
import { signalGroup } from "@/local/processes/process";
import { isSameProcess, processIdentity } from "@/local/processes/process-identity";
import { ProcessRecord, type RunningRecord } from "@/local/processes/process-record";
import { notePlace } from "@/local/running-stack/copied-data";
import { StackError } from "@/local/stack-error";

const Running = z.object({ supervisor: ProcessRecord, children: z.array(ProcessRecord) });

/**
 * Claim the data directory for this process. Throws a `StackError` while another supervisor lives on it.
 * Children of one that was killed are ended first: only those whose process still is the recorded one. What was copied
 * from another directory that is still there is set aside.
 */
export async function claimDataDir(
  dataDir: string,
  log: (line: string) => void,
  graceMs = 20_000,
): Promise<RunningRecord> {
  notePlace(dataDir, log);
  const path = join(dataDir, "running.json");
  const text = readIfExists(path);
  const left = text === undefined ? undefined : Running.safeParse(parseJson(text)).data;
  if (left !== undefined) {
    refuseIfAlive(left.supervisor, dataDir);
    await endStrays(left.children, log, graceMs);
  }

  const record: z.infer<typeof Running> = {
    supervisor: { name: "supervisor", pid: process.pid, identity: processIdentity(process.pid) ?? "gone" },
    children: [],
  };
  const save = () => writePrivateFile(path, JSON.stringify(record, null, 2));
  save();
  return {
    add(child) {
      record.children.push({ name: child.name, pid: child.pid, identity: child.identity });
      save();
    },
    remove(pid) {
      record.children = record.children.filter((child) => child.pid !== pid);
      save();
    },
    close: () => rmSync(path, { force: true }),
  };
}

function refuseIfAlive(supervisor: ProcessRecord, dataDir: string): void {
  if (supervisor.pid === process.pid || !isSameProcess(supervisor.pid, supervisor.identity)) return;
  throw new StackError(
    `Already running on ${dataDir} (process ${supervisor.pid}).`,
    "Stop it with Ctrl-C in its terminal, or run a second instance with QUITTANCE_DATA_DIR=<another directory>.",
  );
}

async function endStrays(
  children: ProcessRecord[],
  log: (line: string) => void,
  graceMs: number,
): Promise<void> {
  const strays = children.filter(({ pid, identity }) => isSameProcess(pid, identity));
  for (const { name, pid } of strays) {
    log(`ending ${name} (process ${pid}), left behind by a start that was killed`);
    signalGroup(pid, "SIGTERM");
  }
  const deadline = Date.now() + graceMs;
  for (const { pid, identity } of strays) {
    while (isSameProcess(pid, identity) && Date.now() < deadline) await delay(50);
    if (isSameProcess(pid, identity)) signalGroup(pid, "SIGKILL");
  }
}
