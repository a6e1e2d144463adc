import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTransactionValue, transactionValue } from "@/server/chains/transaction-value";

describe("the value of a transaction", () => {
  test("is the number 0 without native coin, and a BigNumber object with whole bytes of hex otherwise", () => {
    expect(transactionValue(0n)).toBe(0);
    expect(transactionValue(1n)).toEqual({ type: "BigNumber", hex: "0x01" });
    expect(transactionValue(10n ** 18n)).toEqual({ type: "BigNumber", hex: "0x0de0b6b3a7640000" });
  });

  test("is read back from JSON to the last wei", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (wei) => {
        expect(readTransactionValue(JSON.parse(JSON.stringify(transactionValue(wei))))).toBe(wei);
        expect(readTransactionValue(wei.toString())).toBe(wei);
        expect(readTransactionValue(`0x${wei.toString(16)}`)).toBe(wei);
      }),
    );
    expect(readTransactionValue(25)).toBe(25n);
  });

  test.each([
    -1,
    0.5,
    2 ** 53,
    Number.NaN,
    "",
    " 1",
    "1e18",
    "01",
    "-1",
    "0x",
    "0xg",
    "1".repeat(79),
    `0x1${"0".repeat(64)}`,
    (2n ** 256n).toString(),
    null,
    undefined,
    true,
    [],
    [1],
    {},
    { type: "BigNumber" },
    { type: "BigNumber", hex: 1 },
    { type: "BigNumber", hex: "1" },
    { type: "bigint", hex: "0x01" },
    { type: "BigNumber", hex: "0x01", more: 1 },
  ])("is not read from %j", (value) => {
    expect(readTransactionValue(value)).toBeNull();
  });
});
