import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  apartBps,
  compare,
  divide,
  multiply,
  ONE,
  ratioOf,
  timesDown,
  timesUp,
  toDecimal,
} from "@/server/lib/ratio";

describe("a fraction", () => {
  test.each([
    ["1.0850", 10_850n, 10_000n],
    ["0", 0n, 1n],
    ["12", 12n, 1n],
  ])("is read from %s", (text, n, d) => {
    expect(ratioOf(text)).toEqual({ n, d });
  });

  test.each(["", "-1", "1e5", ".5", "1.", " 1", "NaN", "0x1"])("is not read from %j", (text) => {
    expect(() => ratioOf(text)).toThrow(RangeError);
  });

  test("is written as a decimal, cut off", () => {
    expect(toDecimal({ n: 2n, d: 3n }, 6)).toBe("0.666666");
    expect(toDecimal({ n: 3n, d: 2n }, 6)).toBe("1.5");
    expect(toDecimal({ n: 7n, d: 1n }, 0)).toBe("7");
  });

  test("is compared by how far it lies apart, rounded up", () => {
    expect(apartBps(ratioOf("1"), ratioOf("1.01"))).toBe(100);
    expect(apartBps(ratioOf("1.01"), ratioOf("1"))).toBe(100);
    expect(apartBps(ratioOf("1"), ratioOf("1.00000001"))).toBe(1);
    expect(apartBps(ratioOf("1"), ratioOf("1"))).toBe(0);
    expect(apartBps(ratioOf("0"), ratioOf("1"))).toBe(Number.POSITIVE_INFINITY);
  });

  test("is not divided by nothing", () => {
    expect(() => divide(ONE, ratioOf("0"))).toThrow(RangeError);
  });
});

const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const ratio = fc.record({ n: positive, d: positive });

test("rounding up and down are at most one apart and on both sides of the exact product", () => {
  fc.assert(
    fc.property(positive, ratio, (whole, r) => {
      const down = timesDown(whole, r);
      const up = timesUp(whole, r);
      expect(down * r.d <= whole * r.n && up * r.d >= whole * r.n).toBe(true);
      expect(up - down <= 1n).toBe(true);
    }),
  );
});

test("multiplying undoes dividing", () => {
  fc.assert(
    fc.property(ratio, ratio, (a, b) => {
      expect(compare(multiply(divide(a, b), b), a)).toBe(0);
    }),
  );
});
