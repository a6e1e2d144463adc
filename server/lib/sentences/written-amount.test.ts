import fc from "fast-check";
import { expect, test } from "vitest";
import { writtenAmount, writtenFigures } from "@/server/lib/sentences/written-amount";

test.each([
  ["1250.5", "USDC", "1,250.50 USDC"],
  ["0", "ETH", "0.00 ETH"],
  ["0.000001", "USDC", "0.000001 USDC"],
  ["1000", "JPY", "1,000 JPY"],
  ["-1234567.5", "USD", "-1,234,567.50 USD"],
  ["999", "EUR", "999.00 EUR"],
])("%s %s is written %s", (decimal, symbol, text) => {
  expect(writtenAmount(decimal, symbol)).toBe(text);
});

test("base units of a token that we do not know are no decimals, and stay as they are", () => {
  const [evm, tron] = ["0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"];
  expect(writtenAmount("5000000", evm)).toBe(`5000000 ${evm}`);
  expect(writtenAmount("5000000", tron)).toBe(`5000000 ${tron}`);
});

test("no digit is lost, whatever the amount", () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,40}\.\d{0,17}[1-9]$/);
  fc.assert(
    fc.property(digits, (decimal) => {
      const read = writtenFigures(decimal, "USDC").replaceAll(",", "");
      expect(read.replace(/0+$/, "")).toBe(decimal);
    }),
  );
});
