import { expect, test } from "vitest";
import { surplusOf } from "./surplus";

const asked = { amount: "20", currencyId: "USDC-base" };
const listed = (refundableAmount: string, currency = "USDC-base") => ({ currency, refundableAmount });

test.each([
  ["20", null],
  ["20.000001", "0.000001"],
  ["40", "20"],
  ["19.5", null],
  ["0", null],
])("of %s that can be sent back, %s is above what was asked for", (refundable, surplus) => {
  expect(surplusOf(listed(refundable), asked)).toBe(surplus);
});

test("of what is asked for in another currency nothing is said", () => {
  expect(surplusOf(listed("40"), { amount: "20", currencyId: "EUR" })).toBeNull();
  expect(surplusOf(listed("40", "NOSUCH-base"), asked)).toBeNull();
});
