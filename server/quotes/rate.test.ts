import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, ratioOf } from "@/server/lib/ratio";
import { paymentFor, RATE_DECIMALS, rateText, worthOf } from "@/server/quotes/rate";
import { manyCases } from "@/server/testing/long";

describe("a rate as text", () => {
  test.each([
    [{ n: 1n, d: 1n }, "1"],
    [{ n: 5n, d: 4n }, "1.25"],
    [{ n: 1n, d: 3n }, `0.${"3".repeat(35)}4`],
    [{ n: 2n, d: 3n }, `0.${"6".repeat(35)}7`],
    [{ n: 1n, d: 10n ** 50n }, `0.${"0".repeat(35)}1`],
  ])("is exact, or rounded up in the last of 36 decimals", (ratio, text) => {
    expect(rateText(ratio)).toBe(text);
  });
});

test("a payment is rounded up by less than a unit, and what it is worth is rounded down", () => {
  const scales = { invoiceDecimals: 8, paymentDecimals: 6 };
  expect(paymentFor(10_000_000_000n, "1", scales)).toBe(100_000_000n);
  expect(paymentFor(1n, "1", scales)).toBe(1n);
  expect(paymentFor(101n, "1", scales)).toBe(2n);
  expect(worthOf(2n, "1", scales)).toBe(200n);
  expect(worthOf(1n, "3", scales)).toBe(33n);
});

const price = fc.record({ n: fc.bigInt(1n, 10n ** 14n), d: fc.bigInt(1n, 10n ** 14n) });
const decimals = fc.integer({ min: 0, max: 18 });
const amounts = fc.bigInt(1n, 10n ** 20n);

test("any amount at any rate differs from exact fractions by less than a unit, never in the payer's favour", () => {
  fc.assert(
    fc.property(price, amounts, decimals, decimals, (ratio, amount, invoiceDecimals, paymentDecimals) => {
      const text = rateText(ratio);
      const rate = ratioOf(text);
      expect(compare(rate, ratio)).toBeGreaterThanOrEqual(0);
      // Above the price by less than the last decimal.
      expect((rate.n * ratio.d - ratio.n * rate.d) * 10n ** BigInt(RATE_DECIMALS)).toBeLessThan(
        rate.d * ratio.d,
      );

      const scales = { invoiceDecimals, paymentDecimals };
      const paid = paymentFor(amount, text, scales);
      // amount / 10^invoiceDecimals × rate, in units of 10^-paymentDecimals, as numerator and divisor.
      const n = amount * rate.n * 10n ** BigInt(paymentDecimals);
      const d = 10n ** BigInt(invoiceDecimals) * rate.d;
      expect(paid * d).toBeGreaterThanOrEqual(n);
      expect((paid - 1n) * d).toBeLessThan(n);

      const worth = worthOf(paid, text, scales);
      expect(worth).toBeGreaterThanOrEqual(amount);
      expect(worth * n).toBeLessThanOrEqual(paid * d * amount);
      expect((worth + 1n) * n).toBeGreaterThan(paid * d * amount);
      // A unit less is not the whole.
      expect(worthOf(paid - 1n, text, scales)).toBeLessThan(amount);
    }),
    { numRuns: manyCases() },
  );
});
