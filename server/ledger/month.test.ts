import { describe, expect, test } from "vitest";
import { FreezeBody } from "@/server/ledger/closing/schema";
import { isTimeZone, monthAfter, monthIn, monthOf } from "@/server/ledger/month";

describe("a month", () => {
  test.each([
    ["2026-10", "UTC", "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
    // Clocks go back within it: it has an hour more.
    ["2026-10", "Europe/Berlin", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
    ["2026-03", "Europe/Berlin", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
    ["2026-03", "America/New_York", "2026-03-01T05:00:00.000Z", "2026-04-01T04:00:00.000Z"],
    ["2026-12", "Asia/Kolkata", "2026-11-30T18:30:00.000Z", "2026-12-31T18:30:00.000Z"],
    ["2024-02", "Pacific/Auckland", "2024-01-31T11:00:00.000Z", "2024-02-29T11:00:00.000Z"],
    // Clocks went forward over the midnight that would have begun it.
    ["1994-05", "Africa/Cairo", "1994-04-30T22:00:00.000Z", "1994-05-31T21:00:00.000Z"],
  ])("%s in %s is from %s to %s", (month, zone, from, to) => {
    const { startsAt, endsAt } = monthIn(month, zone);
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([from, to]);
    expect(monthOf(startsAt, zone)).toBe(month);
    expect(monthOf(new Date(endsAt.getTime() - 1), zone)).toBe(month);
    expect(monthOf(endsAt, zone)).toBe(monthAfter(month));
  });

  test("begins where the one before ends, in every time zone that there is", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      for (let month = "2038-12", before = monthIn(month, zone); month < "2040-01"; ) {
        month = monthAfter(month);
        const span = monthIn(month, zone);
        expect([zone, month, span.startsAt]).toEqual([zone, month, before.endsAt]);
        expect([zone, monthOf(span.startsAt, zone)]).toEqual([zone, month]);
        before = span;
      }
    }
  });

  test("has no second more where a leap second ends it: block times count it with the next month", () => {
    // 2016-12-31T23:59:60Z is the same second of Unix time as the one after it.
    const leapSecond = new Date(1_483_228_800_000);
    expect(monthIn("2016-12", "UTC").endsAt).toEqual(leapSecond);
    expect(monthOf(leapSecond, "UTC")).toBe("2017-01");
    expect(monthOf(new Date(leapSecond.getTime() - 1), "UTC")).toBe("2016-12");
    const body = { startsAt: "2016-12-01T00:00:00Z", endsAt: "2016-12-31T23:59:60Z", timeZone: "UTC" };
    expect(FreezeBody.safeParse(body).success).toBe(false);
  });

  test("is one in zones that there are", () => {
    expect(["Europe/Berlin", "UTC", "Mars/Olympus", ""].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
