import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { hangLimit, isLong, manyCases, propertyRuns } from "@/server/testing/long";

afterEach(() => vi.unstubAllEnvs());

test("`npm run test:long` is `npm test` with twenty times as many random cases", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, name = "", value, command] = /^(\w+)=(\w+) (.*)$/.exec(scripts["test:long"]) ?? [];
  expect(command).toBe("npm test");
  vi.stubEnv(name, value);
  expect([isLong(), manyCases(), propertyRuns(50), hangLimit(1_000)]).toEqual([true, 100_000, 1_000, 20_000]);
});

test("without it the usual number is tried", () => {
  vi.stubEnv("TEST_LONG", undefined);
  expect([isLong(), manyCases(), propertyRuns(50), hangLimit(1_000)]).toEqual([false, 1_000, 50, 1_000]);
});
