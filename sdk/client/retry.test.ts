import { describe, expect, test } from "vitest";
import { isRepeatable, isTriedAgain, pauseOf, retryAfterMs } from "@/sdk/client/retry";
import { ERRORS } from "@/server/errors";

describe("what is tried again", () => {
  const STATUSES = [...new Set(Object.values(ERRORS))].sort();

  test.each(STATUSES)("%i, by whether it can be sent twice", (status) => {
    const always = status === 429;
    expect(isTriedAgain(status, true)).toBe(always || status >= 500);
    expect(isTriedAgain(status, false)).toBe(always);
  });

  test("a POST can be sent twice with a key alone", () => {
    expect(isRepeatable("post", null)).toBe(false);
    expect(isRepeatable("post", "key")).toBe(true);
    for (const method of ["get", "put", "patch", "delete"]) expect(isRepeatable(method, null)).toBe(true);
  });
});

describe("the pause before the next attempt", () => {
  test("doubles up to eight seconds, and half of it is chance", () => {
    const longest = [0, 1, 2, 3, 4, 5, 6].map((attempt) => pauseOf(attempt, null, 1));
    expect(longest).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(pauseOf(3, null, 0)).toBe(1_000);
    expect(pauseOf(3, null, 0.5)).toBe(1_500);
  });

  test("is as long as the service asks", () => {
    expect(pauseOf(0, 30_000, 0)).toBe(30_000);
    expect(pauseOf(6, 0, 1)).toBe(0);
  });

  const now = Date.parse("2026-01-05T12:00:00Z");

  test.each([
    ["0", 0],
    [" 12 ", 12_000],
    ["Mon, 05 Jan 2026 12:00:30 GMT", 30_000],
    ["Mon, 05 Jan 2026 11:00:00 GMT", 0],
    ["-1", 0],
    ["soon", null],
    ["", null],
    ["99999999999", null],
    [null, null],
  ])("Retry-After %o is %o ms", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
