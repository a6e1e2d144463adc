import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalOf, formatFigures, formatMoney, roundedUp } from "@/components/i18n/format-amount";
import { LOCALES } from "@/components/i18n/locales";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import { propertyRuns } from "@/server/testing/long";

const units = fc.bigInt({ min: 1n, max: 10n ** 40n });
const decimals = fc.constantFrom(6, 8, 18);

test("sentences of the service write an amount as the pages around them do", () => {
  fc.assert(
    fc.property(units, decimals, fc.constantFrom("USDC", "ETH", "JPY", "EUR"), (value, places, symbol) => {
      const decimal = formatAmount(value, places);
      expect(writtenAmount(decimal, symbol)).toBe(formatMoney(decimal, symbol, "en"));
    }),
  );
});

describe("an amount of a payment", () => {
  test.each([
    ["en", "49.90 EUR", "1,250.50 USDC"],
    ["de", "49,90 EUR", "1.250,50 USDC"],
    ["es", "49,90 EUR", "1250,50 USDC"],
    ["fr", "49,90 EUR", "1\u202f250,50 USDC"],
    ["pt", "49,90 EUR", "1.250,50 USDC"],
    ["zh", "49.90 EUR", "1,250.50 USDC"],
    ["ar", "49.90 EUR", "1,250.50 USDC"],
  ] as const)("%s", (locale, euros, dollars) => {
    expect(formatMoney("49.9", "EUR", locale)).toBe(euros);
    expect(formatMoney("1250.5", "USDC", locale)).toBe(dollars);
  });

  test.each([
    ["10", "USDC", "10.00"],
    ["10.000000", "USDC", "10.00"],
    ["0", "ETH", "0.00"],
    ["0.000001", "USDC", "0.000001"],
    ["1000", "JPY", "1,000"],
    ["1000.5", "JPY", "1,000.5"],
    ["-12.5", "USD", "-12.50"],
    ["", "USDC", ""],
    ["1e9", "USDC", "1e9"],
  ])("%s %s reads %s", (decimal, symbol, text) => {
    expect(formatFigures(decimal, symbol, "en")).toBe(text);
  });

  test("of three decimals is not read as thousands by the reader of another language", () => {
    expect(formatFigures("1.234", "USDC", "de")).toBe("1,234");
    expect(formatFigures("1234", "USDC", "de")).toBe("1.234,00");
    expect(formatFigures("1234", "USDC", "en")).toBe("1,234.00");
  });

  test("is exact in every language: its digits are those of the base units, and it has two decimals or more", () => {
    fc.assert(
      fc.property(units, decimals, fc.constantFrom(...LOCALES), (value, scale, locale) => {
        const decimal = decimalOf(value, scale);
        expect(decimal).toBe(formatAmount(value, scale));
        const shown = formatFigures(decimal, "USDC", locale);
        const point = Math.max(shown.lastIndexOf("."), shown.lastIndexOf(","));
        const whole = shown.slice(0, point).replace(/\D/g, "");
        const fraction = shown.slice(point + 1);
        expect(fraction).toMatch(/^\d{2,}$/);
        expect(parseAmount(`${whole}.${fraction}`, scale)).toBe(value);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe("what a payer is told that something costs", () => {
  test("is never less than it is, and less than one unit of the last decimal more", () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 18 }), (value, digits) => {
        const told = roundedUp(decimalOf(value, 18), digits);
        const shown = parseAmount(told, 18);
        expect(told.split(".")[1]?.length ?? 0).toBeLessThanOrEqual(digits);
        expect(shown >= value).toBe(true);
        expect(shown - value < 10n ** BigInt(18 - digits)).toBe(true);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
