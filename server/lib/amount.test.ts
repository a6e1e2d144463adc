import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manyCases } from "@/server/testing/long";
import { AmountError, formatAmount, parseAmount, percentageOf } from "./amount";

describe("parseAmount", () => {
  test.each([
    ["10", 6, 10_000_000n],
    ["0.000001", 6, 1n],
    ["1.50", 2, 150n],
    ["007", 0, 7n],
  ])("%s with %i decimals", (text, decimals, units) => {
    expect(parseAmount(text, decimals)).toBe(units);
  });

  test.each([
    ["0", "not_positive"],
    ["0.000", "not_positive"],
    ["-1", "not_a_decimal"],
    ["1e6", "not_a_decimal"],
    ["1,000", "not_a_decimal"],
    [" 1", "not_a_decimal"],
    ["1.", "not_a_decimal"],
    [".5", "not_a_decimal"],
    ["", "not_a_decimal"],
    ["0x10", "not_a_decimal"],
    ["١", "not_a_decimal"],
    ["1.0000001", "too_many_decimals"],
    ["9".repeat(90), "not_a_decimal"],
    ["9".repeat(78), "too_large"],
  ])("refuses %s as %s and never rounds", (text, problem) => {
    expect(() => parseAmount(text, 6)).toThrowError(expect.objectContaining({ problem }));
  });

  test("is the inverse of formatAmount for every amount and precision", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        expect(parseAmount(formatAmount(units, decimals), decimals)).toBe(units);
      }),
      { numRuns: manyCases() },
    );
  });
});

describe("percentageOf", () => {
  test("truncates to a base unit", () => {
    expect(percentageOf(1_000_000n, "2.5")).toBe(25_000n);
    expect(percentageOf(999n, "0.1")).toBe(0n);
    expect(percentageOf(1_000_000n, "100")).toBe(1_000_000n);
    expect(() => percentageOf(1n, "-1")).toThrow(AmountError);
  });
});
