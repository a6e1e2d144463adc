import { describe, expect, test } from "vitest";
import { nativeInUsd, networkFees } from "@/server/chains/network-fee";

const GAS_PRICE = 100n;
const prices = (gas: bigint, bytes: bigint) => ({
  gasPrice: GAS_PRICE,
  resources: { gas, bytes, bytePrice: 1_000n },
});

describe("what transactions burn", () => {
  test("is gas times price where nothing is free", () => {
    const works = [
      { gas: 70_000n, bytes: 0n },
      { gas: 180_000n, bytes: 0n },
    ];
    expect(networkFees({ gasPrice: 3n, resources: null }, works)).toEqual([210_000n, 540_000n]);
  });

  test("is what energy does not cover; the transactions before have used theirs (TR-04)", () => {
    const works = [
      { gas: 30_000n, bytes: 300n },
      { gas: 100_000n, bytes: 500n },
    ];
    expect(networkFees(prices(50_000n, 10_000n), works)).toEqual([0n, 80_000n * GAS_PRICE]);
  });

  test("takes the bytes of a transaction whole from what is free, or burns them all", () => {
    const works = [
      { gas: 0n, bytes: 400n },
      { gas: 0n, bytes: 300n },
      { gas: 0n, bytes: 200n },
    ];
    expect(networkFees(prices(0n, 600n), works)).toEqual([0n, 300_000n, 0n]);
  });
});

describe("native coin in USD", () => {
  test.each([
    [13_500_000n, 6, "0.30", "4.05"],
    [1n, 6, "0.30", "0"],
    [10n ** 18n, 18, "2500", "2500"],
    [123_456_789n, 6, "0.123456789", "15.241578"],
  ])("%s with %s decimals at %s is %s", (amount, decimals, price, usd) => {
    expect(nativeInUsd(amount, decimals, price)).toBe(usd);
  });
});
