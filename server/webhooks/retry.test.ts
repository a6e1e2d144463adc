import { describe, expect, test } from "vitest";
import { nextAttempt, RETRY_DELAYS_MS, type RetrySchedule } from "@/server/webhooks/retry";

const at = new Date("2026-01-05T12:00:00Z");
const HOUR = 3_600_000;

/** Milliseconds until the next attempt. */
function wait(
  schedule: RetrySchedule,
  made: number,
  { retryAfter = null as string | null, random = 0 } = {},
): number | null {
  const next = nextAttempt(schedule, { made, at, retryAfter }, () => random);
  return next && next.getTime() - at.getTime();
}

describe("the standard schedule (DL-09)", () => {
  test("is 1, 5 and 15 seconds, whatever chance and endpoint say", () => {
    const waits = [1, 2, 3, 4].map((made) => wait("standard", made, { retryAfter: "3600", random: 0.99 }));
    expect(waits).toEqual([1_000, 5_000, 15_000, null]);
  });
});

describe("the extended schedule", () => {
  test("is ten attempts in three to four days", () => {
    const waits = Array.from({ length: 10 }, (_, at) => wait("extended", at + 1));
    expect(waits).toEqual([...RETRY_DELAYS_MS.extended, null]);
    const total = RETRY_DELAYS_MS.extended.reduce((sum, delay) => sum + delay, 0);
    expect(total / HOUR).toBeGreaterThan(72);
    expect((total * 1.2) / HOUR).toBeLessThan(96);
  });

  test("spreads each wait over a fifth of its length, never below it", () => {
    for (const [index, delay] of RETRY_DELAYS_MS.extended.entries()) {
      expect(wait("extended", index + 1, { random: 0 })).toBe(delay);
      const longest = wait("extended", index + 1, { random: 1 - Number.EPSILON });
      expect(longest).toBeGreaterThan(delay * 1.19);
      expect(longest).toBeLessThanOrEqual(delay * 1.2);
    }
  });

  test.each([
    ["seconds", "600", 600_000],
    ["a date", "Mon, 05 Jan 2026 12:10:00 GMT", 600_000],
    ["less than the wait", "1", 5_000],
    ["a date that is over", "Mon, 05 Jan 2026 11:00:00 GMT", 5_000],
    ["a year", "31536000", 24 * HOUR],
    ["a date in a year", "Tue, 05 Jan 2027 12:00:00 GMT", 24 * HOUR],
    ["more digits than a number holds", "9".repeat(400), 5_000],
    ["less than nothing", "-5", 5_000],
    ["a fraction", "1.5", 5_000],
    ["nonsense", "soon", 5_000],
    ["nothing", "", 5_000],
  ])("honours Retry-After within bounds: %s", (_, retryAfter, expected) => {
    expect(wait("extended", 1, { retryAfter })).toBe(expected);
  });
});
