import fc from "fast-check";
import { expect, test } from "vitest";
import { type PricedLine, sumsOf } from "@/server/invoices/amounts";

const line = (unitPrice: string, taxRate: string, quantity = "1"): PricedLine => ({
  quantity,
  unitPrice,
  taxRate,
});

test("10,000 lines: tax is rounded once for each rate, not once for each line", () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => line("0.03", index % 2 === 0 ? "19" : "7"));
  const { net, taxes, total } = sumsOf(lines, "net", 2);
  // Rounded line by line it would be 5,000 times 0.01 at 19 % and nothing at 7 %.
  expect(taxes).toEqual([
    { rate: "19", net: 15_000n, tax: 2_850n },
    { rate: "7", net: 15_000n, tax: 1_050n },
  ]);
  expect({ net, total }).toEqual({ net: 30_000n, total: 33_900n });
});

test("prices with tax: what is paid is the sum of the lines to the unit, and the parts without tax add up", () => {
  const lines = Array.from({ length: 10_000 }, () => line("0.03", "19"));
  const { net, tax, total, netLines } = sumsOf(lines, "gross", 2);
  expect({ net, tax, total }).toEqual({ net: 25_210n, tax: 4_790n, total: 30_000n });
  expect(netLines.reduce((sum, one) => sum + one, 0n)).toBe(net);
});

test("a half is rounded up; a currency without a minor unit has none", () => {
  expect(sumsOf([line("0.125", "0")], "net", 2).total).toBe(13n);
  expect(sumsOf([line("50", "5")], "net", 0)).toMatchObject({ net: 50n, tax: 3n, total: 53n });
  expect(sumsOf([line("0.000001", "0", "0.000001")], "net", 18).total).toBe(1_000_000n);
});

test("whatever the lines are: sums follow from each other, and tax is within half a unit of the rate", () => {
  const decimal = (places: number, max: number) =>
    fc
      .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** places - 1 }))
      .map(([whole, part]) => `${whole}.${String(part).padStart(places, "0")}`);
  const lines = fc.array(
    fc.record({ quantity: decimal(6, 1_000), unitPrice: decimal(8, 100_000), taxRate: decimal(2, 30) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom("net" as const, "gross" as const), (some, prices) => {
      const sums = sumsOf(some, prices, 2);
      const add = (amounts: bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
      expect(add(sums.netLines)).toBe(sums.net);
      expect(sums.net + sums.tax).toBe(sums.total);
      expect(add(sums.lines)).toBe(prices === "net" ? sums.net : sums.total);
      for (const { rate, net, tax } of sums.taxes) {
        const exact = (net * BigInt(Math.round(Number(rate) * 100)) * 2n) / 10_000n;
        const distance = 2n * tax - exact;
        // With prices that include tax both parts are rounded.
        const allowed = prices === "net" ? 1n : 2n;
        expect(distance >= -allowed && distance <= allowed).toBe(true);
      }
    }),
  );
});
