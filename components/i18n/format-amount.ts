import { formatDecimal } from "@/components/i18n/format-decimal";
import type { Locale } from "@/components/i18n/locales";
import { withMinorUnit } from "@/server/lib/sentences/written-amount";

/**
 * The figures of an amount, as the pages of payers and merchants and the receipt write all of them: grouped in the
 * language's way, two decimals at least (none for yen), and every digit that there is, so that nothing is rounded.
 * `decimal` is a plain decimal of the API (`"1250.5"`); what is none comes back as it is.
 */
export function formatFigures(decimal: string, symbol: string, locale: Locale): string {
  return formatDecimal(withMinorUnit(decimal, symbol), locale);
}

/** The same with its currency: `1,250.50 USDC`. */
export function formatMoney(decimal: string, symbol: string, locale: Locale): string {
  return `${formatFigures(decimal, symbol, locale)} ${symbol}`;
}

/** Base units to the shortest decimal (`"12.5"`), as the API writes amounts. */
export function decimalOf(units: bigint | string, decimals: number): string {
  const value = BigInt(units);
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - decimals);
  return `${value < 0n ? "-" : ""}${whole}${decimals > 0 && fraction ? `.${fraction}` : ""}`;
}

/**
 * A positive decimal with at most `digits` decimals, rounded up: what a payer reads of a cost or a rate is never less
 * than what they pay.
 */
export function roundedUp(decimal: string, digits: number): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  if (fraction.length <= digits) return decimal;
  const isMore = /[1-9]/.test(fraction.slice(digits));
  return decimalOf(BigInt(whole + fraction.slice(0, digits)) + (isMore ? 1n : 0n), digits);
}
