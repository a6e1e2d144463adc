import { expect, test } from "vitest";
import { wasBusy } from "@/bench/support/results";

test.each([
  [{ load: 12, busy: 0.05 }, false],
  [{ load: 0.5, busy: 0.4 }, true],
  [{ load: 11.9 }, true],
  [{ load: 2.9 }, false],
])("a result with %o was measured on a busy machine: %s", (result, was) => {
  expect(wasBusy(result)).toBe(was);
});
