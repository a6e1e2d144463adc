import { describe, expect, test } from "vitest";
import { nextTry, toldAt } from "@/server/notifications/sending/schedule";

const at = (text: string) => new Date(text);

describe("what happened is told", () => {
  test.each([
    ["immediately", "UTC", "2026-01-05T12:00:01Z", "2026-01-05T12:00:01Z"],
    ["hourly", "UTC", "2026-01-05T12:00:00Z", "2026-01-05T13:00:00Z"],
    ["hourly", "UTC", "2026-01-05T12:59:59.999Z", "2026-01-05T13:00:00Z"],
    ["daily", "UTC", "2026-01-05T07:59:59.999Z", "2026-01-05T08:00:00Z"],
    ["daily", "UTC", "2026-01-05T08:00:00Z", "2026-01-06T08:00:00Z"],
    ["daily", "Asia/Kathmandu", "2026-01-05T00:00:00Z", "2026-01-05T02:15:00Z"],
    // The night in which clocks go forward and the one in which they go back: 8 o'clock stays 8 o'clock.
    ["daily", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"],
    ["daily", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00Z"],
    ["daily", "America/New_York", "2026-03-08T06:30:00Z", "2026-03-08T12:00:00Z"],
    ["daily", "Pacific/Kiritimati", "2026-01-01T00:00:00Z", "2026-01-01T18:00:00Z"],
  ] as const)("%s in %s: of %s at %s", (digest, timeZone, since, told) => {
    expect(toldAt(at(since), digest, timeZone)).toEqual(at(told));
  });
});

test("what failed is tried again after ever longer times, and later where the other side asks for it, up to a day", () => {
  const now = at("2026-01-05T12:00:00Z");
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(
    (failures) => nextTry(failures, null, now).getTime() - now.getTime(),
  );
  expect(waits.map((ms) => ms / 60_000)).toEqual([0.5, 1, 5, 15, 30, 60, 60, 60]);
  expect(nextTry(1, "120", now)).toEqual(at("2026-01-05T12:02:00Z"));
  expect(nextTry(1, "999999999", now)).toEqual(at("2026-01-06T12:00:00Z"));
  expect(nextTry(1, "soon", now)).toEqual(at("2026-01-05T12:00:30Z"));
});
