import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

/** What a command may use before it begins, seconds of a processor. */
const LIMIT_S = 0.3;
const MOST_RUNS = 15;

/** Processor seconds of one run, the system's work for it included, as bash counts them. */
async function secondsOf(typed: string): Promise<number> {
  const program = `"${process.execPath}" "${join(repositoryRoot(), "scripts/quittance.mjs")}"`;
  const line = `TIMEFORMAT="%U %S"; { time ${program} ${typed} >/dev/null 2>/dev/null; } 2>&1; true`;
  const env = { PATH: process.env.PATH, QUITTANCE_DATA_DIR: "/nonexistent", NODE_ENV: "production" as const };
  const { stdout } = await promisify(execFile)("bash", ["-c", line], { env });
  const [user = Number.NaN, system = Number.NaN] = stdout.trim().split(" ").map(Number);
  return user + system;
}

// Each fails once everything it needs is loaded, because nothing is configured.
test.each([
  "--help",
  "audit --help",
  "audit",
  "chain status",
  "held list",
  "platforms list",
  "doctor",
  "requests list",
  "listen",
  "verify none.json",
])("quittance %s starts within 300 ms of processor time", async (typed) => {
  const runs: number[] = [];
  // The smallest counts: a machine that does other things makes any run longer, never shorter.
  while (runs.length < MOST_RUNS && !runs.some((seconds) => seconds <= LIMIT_S)) {
    runs.push(await secondsOf(typed));
  }
  expect(Math.min(...runs)).toBeLessThanOrEqual(LIMIT_S);
});
