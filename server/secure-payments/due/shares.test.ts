import fc from "fast-check";
import { expect, test } from "vitest";
import { shares } from "@/server/secure-payments/due/shares";
import { manyCases } from "@/server/testing/long";

test("every fee is split to the last unit, and nobody pays more fee than they receive", () => {
  const weights = fc.array(fc.bigInt(1n, 10n ** 30n), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(weights, fc.bigInt(0n, 10_000n), (amounts, tenThousandths) => {
      const sum = amounts.reduce((all, amount) => all + amount, 0n);
      const total = (sum * tenThousandths) / 10_000n;
      const parts = shares(total, amounts);
      expect(parts.reduce((all, part) => all + part, 0n)).toBe(total);
      expect(parts.every((part, i) => part >= 0n && part <= (amounts[i] ?? 0n))).toBe(true);
    }),
    { numRuns: manyCases() },
  );
});
