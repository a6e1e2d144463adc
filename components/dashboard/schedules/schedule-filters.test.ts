import { expect, test } from "vitest";
import { scheduleFilters } from "./schedule-filters";

test("filters survive the address bar, and nonsense in it is left out", () => {
  const query = "q=rent&health=late%2Cpaused&network=base&token=USDC&from=2031-01-02&sort=next";
  const filters = scheduleFilters.read(new URLSearchParams(query));
  expect(scheduleFilters.write(filters)).toBe(query);
  expect(scheduleFilters.isNarrowed(filters)).toBe(true);
  const nonsense = scheduleFilters.read(new URLSearchParams("health=fine&from=yesterday&sort=amount"));
  expect(scheduleFilters.write(nonsense)).toBe("");
  expect(scheduleFilters.isNarrowed(nonsense)).toBe(false);
});
