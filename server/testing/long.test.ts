import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("`npm run test:long` is `npm test` with twenty times as many random cases", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, name = "", value, command] = /^(\w+)=(\w+) (.*)$/.exec(scripts["test:long"]) ?? [];
  expect(command).toBe("npm test");
  vi.stubEnv(name, value);
  const { IS_LONG, hangLimit, propertyRuns } = await import("./long");
  expect({ IS_LONG, runs: propertyRuns(5_000), limit: hangLimit(1_000) }).toEqual({
    IS_LONG: true,
    runs: 100_000,
    limit: 20_000,
  });
});

test("without it the usual number is tried", async () => {
  vi.stubEnv("TEST_LONG", undefined);
  const { IS_LONG, hangLimit, propertyRuns } = await import("./long");
  expect([IS_LONG, propertyRuns(5_000), hangLimit(1_000)]).toEqual([false, 5_000, 1_000]);
});
