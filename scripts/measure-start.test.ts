import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { isLong } from "@/server/testing/long";

const measureStart = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["scripts/run.mjs", "scripts/measure-start.ts", ...args], {
    cwd: repositoryRoot(),
  });

test("npm run measure:start refuses what is no option of it, before it clones anything", async () => {
  await expect(measureStart("--fast")).rejects.toThrow("--fast is no option of this command");
});

// Installs and builds: some minutes.
test.runIf(isLong())(
  "npm run measure:start: a clean clone installs without the tools, starts, and its payment link is answered",
  { timeout: 1_800_000 },
  async () => {
    const { stdout } = await measureStart();
    expect(stdout).toMatch(/npm ci --omit=dev +[\d.]+ s.*\nnpm start +[\d.]+ s.*\ntogether +[\d.]+ s/);
  },
);
