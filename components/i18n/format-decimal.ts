import { intlTag, type Locale } from "@/components/i18n/locales";

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const THOUSANDS = /\B(?=(\d{3})+$)/g;

/**
 * Writes a decimal such as `"1234567.890000000000000001"` in the language's way, digit by digit: an amount
 * never becomes a floating-point number. What is not a decimal comes back as it is. Amounts are
 * written by `format-amount.ts`, on top of this.
 */
export function formatDecimal(decimal: string, locale: Locale): string {
  const match = DECIMAL.exec(decimal);
  if (!match) return decimal;
  const [, sign = "", integer = "", fraction] = match;
  const { group, point, groupsFrom } = separators(locale);
  const grouped = integer.length < groupsFrom ? integer : integer.replace(THOUSANDS, group);
  return `${sign}${grouped}${fraction === undefined ? "" : `${point}${fraction}`}`;
}

interface Separators {
  group: string;
  point: string;
  /** The least length that is grouped: Spanish leaves four digits alone. */
  groupsFrom: number;
}

const known = new Map<Locale, Separators>();

function separators(locale: Locale): Separators {
  const before = known.get(locale);
  if (before) return before;
  const found = findSeparators(locale);
  known.set(locale, found);
  return found;
}

function findSeparators(locale: Locale): Separators {
  const format = new Intl.NumberFormat(intlTag(locale));
  const find = (value: number, type: string) =>
    format.formatToParts(value).find((part) => part.type === type)?.value;
  return {
    group: find(12_345.5, "group") ?? ",",
    point: find(12_345.5, "decimal") ?? ".",
    groupsFrom: find(1234, "group") === undefined ? 5 : 4,
  };
}
