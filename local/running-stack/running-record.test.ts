import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { processIdentity } from "@/local/processes/process-identity";
import { claimDataDir } from "@/local/running-stack/running-record";

let dataDir: string;
let other: ManagedProcess;
const log = () => {};

const sleeper = () =>
  startProcess({ name: "sleeper", command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] });

/** What a supervisor leaves behind when it is killed. */
function leaveBehind(
  child: { pid: number; identity: string },
  supervisor = { pid: 999_999, identity: "gone" },
) {
  const record = {
    supervisor: { name: "supervisor", ...supervisor },
    children: [{ name: "worker", pid: child.pid, identity: child.identity }],
  };
  writeFileSync(join(dataDir, "running.json"), JSON.stringify(record));
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "quittance-record-"));
  other = await sleeper();
});
afterEach(async () => {
  await other.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("claiming a data directory", () => {
  test("ends the children of a supervisor that was killed", async () => {
    leaveBehind(other);
    await claimDataDir(dataDir, log);
    expect((await other.exited).signal).toBe("SIGTERM");
  });

  test("never signals a process that merely got the ID of a former child", async () => {
    leaveBehind({ pid: other.pid, identity: "another boot:12345" });
    await claimDataDir(dataDir, log);
    expect(other.isRunning()).toBe(true);
    expect(processIdentity(other.pid)).toBe(other.identity);
  });

  test("insists when a child ignores the request to end", async () => {
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("deaf")';
    const deaf = spawn(process.execPath, ["-e", script], {
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    await new Promise((resolve) => deaf.once("message", resolve));
    const pid = deaf.pid ?? 0;
    leaveBehind({ pid, identity: processIdentity(pid) ?? "" });
    const gone = new Promise((resolve) => deaf.once("exit", (_code, signal) => resolve(signal)));
    await claimDataDir(dataDir, log, 300);
    expect(await gone).toBe("SIGKILL");
  });

  test("is refused while another supervisor lives on it, whose children stay alone", async () => {
    const supervisor = await sleeper();
    leaveBehind(other, supervisor);
    await expect(claimDataDir(dataDir, log)).rejects.toThrow(/Already running/);
    expect(other.isRunning()).toBe(true);
    await supervisor.stop();
  });

  test("survives a record that was cut off in the middle of writing", async () => {
    writeFileSync(join(dataDir, "running.json"), '{"supervisor":{"name":"sup');
    await expect(claimDataDir(dataDir, log)).resolves.toBeDefined();
  });
});
