import fc from "fast-check";
import { expect, test } from "vitest";
import { arrivalFor, type Shares, sharesOf, wholeOf } from "@/server/payments/deposit-addresses/shares";
import { manyCases } from "@/server/testing/long";

const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
const terms = fc.record({
  amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  feeAmount: fc.oneof(fc.constant(0n), units),
  legAmount: fc.oneof(fc.constant(0n), units),
});

test("an exact payment in any parts brings exactly its amount and its fees", () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(terms, parts, (of, weights) => {
      const whole = wholeOf(of);
      const sum = weights.reduce((all, weight) => all + weight, 0n);
      let [before, weighed] = [0n, 0n];
      const all = weights.map((weight) => {
        weighed += weight;
        const share = sharesOf(of, before, (weighed * whole) / sum - before);
        before = (weighed * whole) / sum;
        return share;
      });
      // Dust of a unit or two, which has a test of its own.
      fc.pre(all.every(({ payee }) => payee > 0n));
      const total = (pick: (share: Shares) => bigint) => all.reduce((so, share) => so + pick(share), 0n);
      expect([total(({ payee }) => payee), total(({ fee }) => fee), total(({ leg }) => leg)]).toEqual([
        of.amount,
        of.feeAmount,
        of.legAmount,
      ]);
    }),
    { numRuns: manyCases() },
  );
});

test("what comes after the whole is the payee's alone", () => {
  fc.assert(
    fc.property(terms, units, units, (of, beyond, arrived) => {
      expect(sharesOf(of, wholeOf(of) + beyond, arrived)).toEqual({ payee: arrived, fee: 0n, leg: 0n });
    }),
    { numRuns: manyCases() },
  );
});

test("nobody gets less than nothing, and all of it is divided", () => {
  fc.assert(
    fc.property(terms, units, units, (of, before, arrived) => {
      const { payee, fee, leg } = sharesOf(of, before, arrived);
      expect([payee >= 0n, fee >= 0n, leg >= 0n]).toEqual([true, true, true]);
      expect(payee + fee + leg).toBe(arrived);
    }),
    { numRuns: manyCases() },
  );
});

test("two fees that grow in the same base unit take no more than arrived", () => {
  expect(sharesOf({ amount: 1n, feeAmount: 10n, legAmount: 10n }, 2n, 1n)).toEqual({
    payee: 0n,
    fee: 1n,
    leg: 0n,
  });
});

test("what is asked for brings the payee the amount, and no more than the fees on it", () => {
  fc.assert(
    fc.property(terms, units, fc.bigInt({ min: 1n, max: 10n ** 24n }), (of, before, payee) => {
      const asked = arrivalFor(of, before, payee);
      expect(sharesOf(of, before, asked).payee).toBeGreaterThanOrEqual(payee);
      expect(asked * of.amount).toBeLessThanOrEqual(payee * wholeOf(of) + 4n * wholeOf(of));
    }),
    { numRuns: manyCases() },
  );
});

test("where fees are many times the amount, as many units for each of the payee are found at once", () => {
  const of = { amount: 12n, feeAmount: 344_575_906_990n, legAmount: 201_496_835_973n };
  const before = 505_619_583_474n;
  const asked = arrivalFor(of, before, 9n);
  expect(sharesOf(of, before, asked).payee).toBe(9n);
  expect(sharesOf(of, before, asked - 1n).payee).toBe(8n);
});

test("of a request that nothing was paid of, amount and fees are asked for", () => {
  fc.assert(
    fc.property(terms, (of) => {
      expect(arrivalFor(of, 0n, of.amount)).toBe(wholeOf(of));
    }),
    { numRuns: manyCases() },
  );
});
