import { describe, expect, test } from "vitest";
import { decimalOf } from "@/components/i18n/format-amount";
import { about } from "@/components/pay/money/about";
import { difference } from "@/components/pay/money/difference";
import { leavingOf } from "@/components/pay/money/sums";
import { aReadyPage } from "@/components/pay/testing/pages";

describe("an amount on the page", () => {
  test.each([
    [0n, 6, "0"],
    [1n, 6, "0.000001"],
    [10_000_000n, 6, "10"],
    [12_345_678n, 6, "12.345678"],
    [1_000_000_000_000_000_001n, 18, "1.000000000000000001"],
    [5n, 0, "5"],
    [100n, 0, "100"],
  ])("%s with %s decimals is %s", (units, decimals, text) => {
    expect(decimalOf(units, decimals)).toBe(text);
    expect(decimalOf(units.toString(), decimals)).toBe(text);
  });

  test("what leaves the wallet is every transfer with the fee it carries", () => {
    const { facts, shown } = aReadyPage();
    const [leg] = shown.legs;
    if (!leg) throw new Error("a page without a payment");
    const fee = { ...leg, role: "fee" as const, amount: "25000", reference: "0x00000000000000ff" };
    const carried = { ...leg, fee: { amount: "1000", address: leg.recipient.address } };
    const [sum] = leavingOf(facts, { ...shown, legs: [carried, fee] });
    expect(sum?.units).toBe(10_026_000n);
  });
});

describe("what is missing", () => {
  test.each([
    ["10", "3", "7"],
    ["10", "9.999999", "0.000001"],
    ["0.5", "0.25", "0.25"],
    ["1", "2", "0"],
    ["1.10", "1.1", "0"],
  ])("%s needed with %s there is %s", (needed, available, missing) => {
    expect(difference(needed, available)).toBe(missing);
  });
});

describe("an estimate", () => {
  test.each([
    ["0.00036294077225", "0.000363"],
    ["0.000362", "0.000362"],
    ["0.0009999", "0.001"],
    ["12.3456789", "12.35"],
    ["3", "3"],
    ["0", "0"],
    ["1.999999", "2"],
  ])("%s reads %s, never less", (exact, text) => {
    expect(about(exact)).toBe(text);
    expect(Number(about(exact))).toBeGreaterThanOrEqual(Number(exact));
  });
});
