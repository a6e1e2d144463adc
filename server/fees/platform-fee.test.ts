import { describe, expect, test } from "vitest";
import { z } from "zod";
import { feeFields, platformFee, requireFeePair } from "@/server/fees/platform-fee";

const ADDRESS = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const Pair = z.object(feeFields).superRefine(requireFeePair);

describe("the pair of fee parameters", () => {
  test.each(["0", "0.0", "2.5", "100", "100.00", "100.0000", "0.0001", "1.2345"])(
    "%s percent is a fee",
    (text) => {
      expect(Pair.safeParse({ feePercentage: text, feeAddress: ADDRESS }).success).toBe(true);
    },
  );

  test.each([
    "100.01",
    "-1",
    "101",
    "1e1",
    "abc",
    "",
    " 1",
    "1,5",
    ".5",
    "5.",
    "0x1",
    "NaN",
    "1000",
    "0.123456789",
    "2.50000",
  ])("%s percent is refused, by name", (text) => {
    const result = Pair.safeParse({ feePercentage: text, feeAddress: ADDRESS });
    expect(result.error?.issues.map((issue) => issue.path)).toEqual([["feePercentage"]]);
  });

  test("says what is wrong", () => {
    const said = (pair: object) => Pair.safeParse(pair).error?.issues.map(({ message }) => message);
    expect(said({ feePercentage: "abc", feeAddress: ADDRESS })).toEqual([
      "feePercentage must be a decimal number from 0 to 100 with at most 4 decimals",
    ]);
    expect(said({ feePercentage: "1" })).toEqual(["feeAddress is required with feePercentage"]);
    expect(said({ feeAddress: ADDRESS })).toEqual(["feePercentage is required with feeAddress"]);
  });

  test("one alone is refused, naming the missing one", () => {
    expect(Pair.safeParse({ feePercentage: "1" }).error?.issues[0]?.path).toEqual(["feeAddress"]);
    expect(Pair.safeParse({ feeAddress: ADDRESS }).error?.issues[0]?.path).toEqual(["feePercentage"]);
    expect(Pair.safeParse({}).success).toBe(true);
  });
});

describe("the client ID's own fee", () => {
  const own = { percentage: "1.25", address: "0x1111111111111111111111111111111111111111" };
  const call = { feePercentage: "2", feeAddress: ADDRESS };

  test("overrides the parameters of the call", () => {
    expect(platformFee({ fee: own }, call)).toEqual(own);
    expect(platformFee({ fee: own }, {})).toEqual(own);
  });

  test("of zero, in any spelling, lets them apply", () => {
    for (const percentage of ["0", "0.00", "000"]) {
      expect(platformFee({ fee: { ...own, percentage } }, call)).toEqual({
        percentage: "2",
        address: ADDRESS,
      });
    }
  });

  test("and a percentage of zero is no fee", () => {
    expect(platformFee({ fee: null }, { feePercentage: "0.0", feeAddress: ADDRESS })).toBeNull();
  });

  test("and half of the pair is no fee", () => {
    expect(platformFee({ fee: null }, { feePercentage: "1" })).toBeNull();
    expect(platformFee({ fee: null }, { feeAddress: ADDRESS })).toBeNull();
  });
});
