import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

/**
 * What a command may use before it begins, beside what loading viem alone takes at the same time: machines differ by a factor
 * of two within minutes. It is about 0.3 s where a processor has little else to do. One library too many (next, tronweb,
 * ethers) is 0.3 s to 1 s more.
 */
const MOST_BESIDE_VIEM = 1.5;
const MOST_RUNS = 15;

/** Processor seconds of one run, the system's work for it included, as bash counts them. */
async function secondsOf(words: string): Promise<number> {
  const line = `TIMEFORMAT="%U %S"; { time "${process.execPath}" ${words} >/dev/null 2>/dev/null; } 2>&1; true`;
  const env = { PATH: process.env.PATH, QUITTANCE_DATA_DIR: "/nonexistent", NODE_ENV: "production" as const };
  const { stdout } = await promisify(execFile)("bash", ["-c", line], { env, cwd: repositoryRoot() });
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
])("quittance %s starts in the processor time of loading one library", async (typed) => {
  const commands: number[] = [];
  const libraries: number[] = [];
  const ratio = () => Math.min(...commands) / Math.min(...libraries);
  // The smallest of each counts: a machine that does other things makes any run longer, never shorter.
  while (commands.length < MOST_RUNS && !(ratio() <= MOST_BESIDE_VIEM)) {
    libraries.push(await secondsOf(`--input-type=module -e 'import "viem"'`));
    commands.push(await secondsOf(`scripts/quittance.mjs ${typed}`));
  }
  expect(ratio()).toBeLessThanOrEqual(MOST_BESIDE_VIEM);
});
