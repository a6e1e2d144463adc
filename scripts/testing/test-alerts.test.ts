import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

const isHere = spawnSync("promtool", ["--version"]).error === undefined;

function testAlerts(PATH: string | undefined) {
  const run = spawnSync(process.execPath, ["scripts/run.mjs", "scripts/testing/test-alerts.ts"], {
    cwd: repositoryRoot(),
    encoding: "utf8",
    env: { ...process.env, PATH },
  });
  return { status: run.status, text: run.stdout + run.stderr };
}

test.runIf(isHere)(
  "npm run test:alerts finds every rule to fire for what it is for, and for nothing else",
  () => {
    const { status, text } = testAlerts(process.env.PATH);
    expect(text).toContain("SUCCESS");
    expect(status).toBe(0);
  },
);

test("npm run test:alerts says what it lacks where Prometheus is not installed", () => {
  const { status, text } = testAlerts("");
  expect(text).toContain("apt-get install --no-install-recommends prometheus");
  expect(status).toBe(2);
});
