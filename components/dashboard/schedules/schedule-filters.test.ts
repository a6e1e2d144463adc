import { expect, test } from "vitest";
import { isNarrowed, readScheduleFilters, writeScheduleFilters } from "./schedule-filters";

test("filters survive the address bar, and nonsense in it is left out", () => {
  const query = "q=rent&health=late%2Cpaused&network=base&token=USDC&from=2031-01-02&sort=next";
  const filters = readScheduleFilters(new URLSearchParams(query));
  expect(writeScheduleFilters(filters)).toBe(query);
  expect(isNarrowed(filters)).toBe(true);
  const nonsense = readScheduleFilters(new URLSearchParams("health=fine&from=yesterday&sort=amount"));
  expect(writeScheduleFilters(nonsense)).toBe("");
  expect(isNarrowed(nonsense)).toBe(false);
});
