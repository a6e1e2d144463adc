import { expect, test } from "vitest";
import type { ConfirmationTiers } from "@/server/platforms/confirmations/schema";
import { ConfirmationValues, tiersOf, valuesOf } from "./confirmation-values";

const TIERS: ConfirmationTiers[] = [
  [{ upToUsd: null, confirmations: "final" }],
  [
    { upToUsd: "100", confirmations: 1 },
    { upToUsd: null, confirmations: 12 },
  ],
  [
    { upToUsd: "100", confirmations: 1 },
    { upToUsd: "10000", confirmations: 12 },
    { upToUsd: null, confirmations: "final" },
  ],
];

test.each(TIERS.map((tiers) => [tiers]))("%j come back from the form as they are", (tiers) => {
  expect(tiersOf(valuesOf(tiers))).toEqual(tiers);
  expect(ConfirmationValues.safeParse(valuesOf(tiers)).success).toBe(true);
});

test("none are none", () => {
  expect(tiersOf(valuesOf(null))).toBeNull();
});

test.each([
  [{ smallUpTo: "x" }, "smallUpTo"],
  [{ small: "0" }, "small"],
  [{ mediumUpTo: "100" }, "mediumUpTo"],
  [{ others: "1.5" }, "others"],
])("what is wrong is said at its field: %j", (change, field) => {
  const values = { ...valuesOf(TIERS[2] ?? null), ...change };
  const { error } = ConfirmationValues.safeParse(values);
  expect(error?.issues.map(({ path }) => path[0])).toContain(field);
});
