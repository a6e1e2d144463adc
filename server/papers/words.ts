import { PAPER_TEXTS, type PaperLanguage } from "@/messages/papers/all";
import type { PaperTexts } from "@/messages/papers/texts";
import { isolated } from "@/server/lib/pdf/faces";
import type { Direction } from "@/server/lib/pdf/runs";

/** What a paper says in one language. */
export interface Words {
  language: PaperLanguage;
  direction: Direction;
  /** A text with its placeholders filled; what is filled in does not turn the sentence around it. */
  say(key: keyof PaperTexts, values?: Readonly<Record<string, string | number>>): string;
  /** A decimal text as the language writes it, with at least `decimals` places. Digits are Latin everywhere, as on pages. */
  number(decimal: string, decimals?: number): string;
  /** The same with what it counts, a unit of UN/ECE Recommendation 20; nothing stands beside a number of pieces (`C62`). */
  quantity(decimal: string, unit: string): string;
  /** The same with the currency behind it. */
  money(decimal: string, currency: string, decimals?: number): string;
}

/** Texts and figures of a language. */
export function wordsOf(language: PaperLanguage): Words {
  const texts = PAPER_TEXTS[language];
  const number = (decimal: string, decimals = 0) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: 20,
      // A decimal text is formatted as it is, without becoming a floating-point number.
    }).format(decimal as `${number}`);
  return {
    language,
    direction: language === "ar" ? "rtl" : "ltr",
    say: (key, values = {}) =>
      texts[key].replace(/\{(\w+)\}/g, (_, name: string) => isolated(String(values[name] ?? ""))),
    number,
    quantity: (decimal, code) => {
      const unit = UNITS[code];
      if (unit === undefined) return number(decimal);
      return new Intl.NumberFormat(`${language}-u-nu-latn`, {
        style: "unit",
        unit,
        unitDisplay: "short",
        maximumFractionDigits: 20,
      }).format(decimal as `${number}`);
    },
    money: (decimal, currency, decimals) => `${number(decimal, decimals)} ${currency}`,
  };
}

/** A moment as every language reads it, in UTC. */
export function momentInWords(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

/** The names that the language's own data have for units. */
const UNITS: Readonly<Record<string, string>> = {
  MIN: "minute",
  HUR: "hour",
  DAY: "day",
  WEE: "week",
  MON: "month",
  ANN: "year",
  GRM: "gram",
  KGM: "kilogram",
  LTR: "liter",
  MTR: "meter",
  KMT: "kilometer",
};
