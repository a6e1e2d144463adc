import { describe, expect, test } from "vitest";
import { missingRanges } from "@/server/lib/database/partitions/make";
import { firstIdAt, timeOfId } from "@/server/lib/database/partitions/partitions";
import { nextStart, startOf, unitFor } from "@/server/lib/database/partitions/units";

const at = (text: string) => Date.parse(`${text}Z`);
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const aPartition = (from: string | null, to: string | null) => ({
  name: "x",
  from: from && firstIdAt(at(`${from}T00:00:00`)),
  to: to && firstIdAt(at(`${to}T00:00:00`)),
});
const DEFAULT = aPartition(null, null);

describe("the time of a partition", () => {
  test.each([
    [0, "day"],
    [7, "day"],
    [14, "day"],
    [15, "week"],
    [62, "week"],
    [63, "month"],
    [90, "month"],
    [731, "month"],
    [3_650, "year"],
    [null, "year"],
  ])("where rows are kept for %s days", (days, unit) => {
    expect(unitFor(days)).toBe(unit);
  });

  test.each([
    ["day", "2028-02-29T23:59:59.999", "2028-02-29", "2028-03-01"],
    ["week", "2027-01-13T12:00:00", "2027-01-07", "2027-01-14"],
    ["month", "2027-12-31T23:00:00", "2027-12-01", "2028-01-01"],
    ["year", "2028-02-29T00:00:00", "2028-01-01", "2029-01-01"],
  ] as const)("a %s begins and ends in UTC", (unit, moment, start, next) => {
    expect([day(startOf(at(moment), unit)), day(nextStart(at(moment), unit))]).toEqual([start, next]);
  });

  test("is that of the IDs: every ID of a moment is at or behind the first one", () => {
    const ms = at("2027-03-01T00:00:00");
    const first = firstIdAt(ms);
    expect(first).toHaveLength(10);
    expect(first < `${first}0000000000000000`).toBe(true);
    expect(firstIdAt(ms - 1) < first).toBe(true);
    expect([timeOfId(first), timeOfId(`${first}ZZZZZZZZZZZZZZZZ`)]).toEqual([ms, ms]);
  });
});

describe("partitions that are missing", () => {
  const missing = (partitions: Parameters<typeof missingRanges>[0], now: string, unit: "day" | "month") =>
    missingRanges(partitions, at(now), unit).map(({ fromMs, toMs }) => `${day(fromMs)} to ${day(toMs)}`);

  test("are none while the first one reaches far enough", () => {
    expect(missing([aPartition(null, "2027-02-01"), DEFAULT], "2026-12-20T08:00:00", "month")).toEqual([]);
  });

  test("are those after the first one, as far ahead as workers may stand still", () => {
    const partitions = [aPartition(null, "2027-02-01"), DEFAULT];
    expect(missing(partitions, "2027-01-20T08:00:00", "month")).toEqual(["2027-02-01 to 2027-03-01"]);
    expect(missing(partitions, "2027-01-30T08:00:00", "day")).toEqual([
      "2027-02-01 to 2027-02-02",
      "2027-02-02 to 2027-02-03",
    ]);
  });

  test("begin with the time of now where nobody made any for months", () => {
    expect(missing([aPartition(null, "2027-02-01"), DEFAULT], "2027-09-20T08:00:00", "month")).toEqual([
      "2027-09-01 to 2027-10-01",
      "2027-10-01 to 2027-11-01",
    ]);
  });

  test("lie before what a clock that was ahead has made", () => {
    const partitions = [
      aPartition("2027-02-01", "2027-03-01"),
      aPartition("2027-04-15", "2028-05-01"),
      DEFAULT,
    ];
    expect(missing(partitions, "2027-02-27T00:00:00", "month")).toEqual([
      "2027-03-01 to 2027-04-01",
      "2027-04-01 to 2027-04-15",
    ]);
  });

  test("go on from where months end after the setting has changed to days", () => {
    expect(missing([aPartition("2027-02-01", "2027-03-01"), DEFAULT], "2027-02-27T12:00:00", "day")).toEqual([
      "2027-03-01 to 2027-03-02",
      "2027-03-02 to 2027-03-03",
    ]);
  });
});
