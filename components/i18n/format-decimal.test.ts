import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal } from "@/components/i18n/format-decimal";
import { LOCALES } from "@/components/i18n/locales";
import { propertyRuns } from "@/server/testing/long";

describe("an amount in a language", () => {
  test.each([
    ["en", "1,234,567.890000000000000001"],
    ["de", "1.234.567,890000000000000001"],
    ["es", "1.234.567,890000000000000001"],
    ["fr", "1\u202f234\u202f567,890000000000000001"],
    ["pt", "1.234.567,890000000000000001"],
    ["zh", "1,234,567.890000000000000001"],
    ["ar", "1,234,567.890000000000000001"],
  ] as const)("%s", (locale, text) => {
    expect(formatDecimal("1234567.890000000000000001", locale)).toBe(text);
  });

  test("is grouped where the language groups", () => {
    expect(formatDecimal("1234", "es")).toBe("1234");
    expect(formatDecimal("12345", "es")).toBe("12.345");
    expect(formatDecimal("1234", "en")).toBe("1,234");
    expect(formatDecimal("-1234.50", "en")).toBe("-1,234.50");
  });

  test("keeps every digit, trailing zeros too", () => {
    const digits = fc.stringMatching(/^[0-9]{1,60}$/);
    fc.assert(
      fc.property(digits, fc.option(digits), fc.constantFrom(...LOCALES), (integer, fraction, locale) => {
        const shown = formatDecimal(fraction === null ? integer : `${integer}.${fraction}`, locale);
        expect(shown.replace(/\D/g, "")).toBe(`${integer}${fraction ?? ""}`);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test("that is none is shown as it came", () => {
    for (const text of ["", "1e9", "NaN", "1.", ".5", "<b>1</b>"])
      expect(formatDecimal(text, "en")).toBe(text);
  });
});
