import { expect, test } from "vitest";
import { PAPER_LANGUAGES, PAPER_TEXTS } from "@/messages/papers/all";
import { undrawable } from "@/server/lib/pdf/faces";
import { wordsOf } from "@/server/papers/words";

test.each(PAPER_LANGUAGES)(
  "every text in %s can be drawn and has the placeholders of the English one",
  async (language) => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const [key, text] of Object.entries(PAPER_TEXTS[language])) {
      expect(await undrawable(text)).toEqual([]);
      expect(placeholders(text)).toEqual(placeholders(PAPER_TEXTS.en[key as keyof typeof PAPER_TEXTS.en]));
    }
  },
);

test("amounts are written as the language does, to the last digit, without a floating-point number between", () => {
  const large = "123456789012345678901234567890.123456789012345678";
  expect(wordsOf("de").money(large, "DAI")).toBe(
    "123.456.789.012.345.678.901.234.567.890,123456789012345678 DAI",
  );
  expect(wordsOf("ar").money("1234.5", "EUR", 2)).toBe("1,234.50 EUR");
});

test.each(PAPER_LANGUAGES)(
  "quantities in %s have a unit that can be drawn, and pieces have none",
  async (language) => {
    const { quantity, number } = wordsOf(language);
    expect(quantity("1.5", "C62")).toBe(number("1.5"));
    for (const unit of ["MIN", "HUR", "DAY", "WEE", "MON", "ANN", "GRM", "KGM", "LTR", "MTR", "KMT"]) {
      const text = quantity("1234.000001", unit);
      expect(text).toContain(number("1234.000001"));
      expect(text).not.toBe(number("1234.000001"));
      expect(await undrawable(text)).toEqual([]);
    }
  },
);
