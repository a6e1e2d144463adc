import { describe, expect, test, vi } from "vitest";
import { keepRunning } from "@/local/processes/keep-running";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { processIdentity } from "@/local/processes/process-identity";
import { PATIENTLY } from "@/server/testing/patience";

const node = (script: string) =>
  startProcess({ name: "child", command: process.execPath, args: ["-e", script] });
const forEver = () => node("setInterval(() => {}, 1000)");

describe("a process that dies", () => {
  test("is started again, and that is said with its old and its new ID", async () => {
    const lines: string[] = [];
    const restarted: number[] = [];
    const kept = await keepRunning<ManagedProcess>({
      name: "worker",
      start: forEver,
      onRestart: ({ pid }) => restarted.push(pid),
      log: (line) => lines.push(line),
    });
    const first = kept.current().pid;
    process.kill(first, "SIGKILL");
    await vi.waitUntil(() => restarted.length === 1, PATIENTLY);

    expect(kept.current().pid).toBe(restarted[0]);
    expect(kept.current().pid).not.toBe(first);
    expect(lines).toEqual([
      `worker (process ${first}) ended by SIGKILL; starting it again`,
      `worker runs again as process ${restarted[0]}`,
    ]);
    await kept.stop();
    expect(processIdentity(restarted[0] ?? 0)).toBeUndefined();
  });

  test("at once each time is started ever more slowly", async () => {
    const startedAt: number[] = [];
    const kept = await keepRunning<ManagedProcess>({
      name: "crasher",
      start: () => {
        startedAt.push(Date.now());
        return node("process.exit(3)");
      },
      log: () => {},
    });
    await vi.waitUntil(() => startedAt.length >= 4, PATIENTLY);
    await kept.stop();
    const gaps = startedAt.slice(1, 4).map((at, index) => at - (startedAt[index] ?? 0));
    expect(gaps[1]).toBeGreaterThan(400);
    expect(gaps[2]).toBeGreaterThan(800);
  });

  test("is not started again after a stop, and the stop does not wait for the next try", async () => {
    let starts = 0;
    const lines: string[] = [];
    const kept = await keepRunning<ManagedProcess>({
      name: "crasher",
      start: () => {
        starts++;
        return node("process.exit(1)");
      },
      // Longer than any test may take.
      firstDelayMs: 3_600_000,
      log: (line) => lines.push(line),
    });
    await vi.waitUntil(() => lines.some((line) => line.endsWith("starting it again")), PATIENTLY);
    await kept.stop();
    expect(starts).toBe(1);
  });

  test("and whose restart fails is tried again", async () => {
    let starts = 0;
    const kept = await keepRunning<ManagedProcess>({
      name: "worker",
      start: () => {
        starts++;
        return starts === 2 ? Promise.reject(new Error("port taken")) : forEver();
      },
      log: () => {},
    });
    process.kill(kept.current().pid, "SIGKILL");
    await vi.waitUntil(() => starts === 3 && kept.current().isRunning(), PATIENTLY);
    await kept.stop();
  });
});
