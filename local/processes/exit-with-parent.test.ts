import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { processIdentity } from "@/local/processes/process-identity";
import { PATIENTLY } from "@/server/testing/patience";

const preload = join(import.meta.dirname, "exit-with-parent.mjs");

/** A parent that starts a child the way the supervisor does, and tells its ID. */
const parent = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["--import", ${JSON.stringify(preload)}, "-e", "setInterval(() => {}, 1000)"],
    { env: { ...process.env, QUITTANCE_SUPERVISOR: String(process.pid) }, detached: true, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.once("spawn", () => process.send(child.pid));
  setInterval(() => {}, 1000);`;

test("web and worker end when the supervisor is killed without a chance to stop them", async () => {
  const supervisor = spawn(process.execPath, ["-e", parent], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const child = await new Promise<number>((resolve) =>
    supervisor.once("message", (pid) => resolve(Number(pid))),
  );
  expect(processIdentity(child)).toBeDefined();
  supervisor.kill("SIGKILL");
  await vi.waitUntil(() => processIdentity(child) === undefined, PATIENTLY);
});
