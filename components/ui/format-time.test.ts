import { expect, test } from "vitest";
import { formatTime } from "./format-time";

const now = Date.parse("2026-11-20T15:00:00Z");
const format = (iso: string, form: Parameters<typeof formatTime>[1]["form"], zone = "UTC") =>
  formatTime(iso, { form, zone, now });

test("an absolute time names its zone", () => {
  expect(format("2026-11-20T14:03:00Z", "absolute")).toBe("20 Nov 2026, 14:03 UTC");
  expect(format("2026-07-01T14:03:00Z", "absolute", "Europe/Berlin")).toMatch(/16:03 (CEST|GMT\+2)$/);
});

test.each([
  ["2026-11-20T14:59:30Z", "just now"],
  ["2026-11-20T15:00:01Z", "just now"],
  ["2026-11-20T15:00:20Z", "in a moment"],
  ["2026-11-20T14:03:00Z", "57 minutes ago"],
  ["2026-11-20T12:00:00Z", "3 hours ago"],
  ["2026-11-19T12:00:00Z", "yesterday"],
  ["2026-11-20T15:10:00Z", "in 10 minutes"],
  ["2024-01-01T00:00:00Z", "2 years ago"],
])("%s is %s", (iso, words) => {
  expect(format(iso, "relative")).toBe(words);
});

test("what is no time is shown as it is", () => {
  expect(format("soon", "both")).toBe("soon");
});
