/** Digits a uint256 can have; longer amounts cannot be paid. */
const MAX_UINT256 = 2n ** 256n - 1n;

export type AmountProblem = "not_a_decimal" | "too_many_decimals" | "not_positive" | "too_large";

/** Thrown by `parseAmount`; the caller names the field. */
export class AmountError extends Error {
  override readonly name = "AmountError";
  constructor(
    readonly problem: AmountProblem,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Turns a decimal string of the wire (`"12.5"`) into base units of a token with `decimals` (FM-01).
 * Never rounds: throws `AmountError` for anything but plain digits with an optional fraction that the
 * token can hold, for zero, and for more than a uint256.
 */
export function parseAmount(text: string, decimals: number): bigint {
  const match = /^(\d{1,78})(?:\.(\d{1,78}))?$/.exec(text);
  if (!match) throw new AmountError("not_a_decimal", "Amount must be a plain decimal number");
  const [, whole = "0", fraction = ""] = match;
  if (fraction.length > decimals) {
    throw new AmountError("too_many_decimals", `Amount has more than ${decimals} decimals`);
  }
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  if (units === 0n) throw new AmountError("not_positive", "Amount must be greater than 0");
  if (units > MAX_UINT256) throw new AmountError("too_large", "Amount is too large");
  return units;
}

/** How many decimals an amount is written with; for `parseAmount` while its token is not known. */
export function decimalsIn(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

/** Turns base units into the shortest decimal string (`"12.5"`, `"100"`, `"0.000001"`). */
export function formatAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return sign + whole + (fraction ? `.${fraction}` : "");
}

/**
 * A percentage of an amount, truncated to a base unit. `percentage` is a decimal string such as `"2.5"`
 * with at most 18 decimals.
 */
export function percentageOf(units: bigint, percentage: string): bigint {
  const match = /^(\d{1,3})(?:\.(\d{1,18}))?$/.exec(percentage);
  if (!match) throw new AmountError("not_a_decimal", "Percentage must be a plain decimal number");
  const [, whole = "0", fraction = ""] = match;
  return (units * BigInt(whole + fraction.padEnd(18, "0"))) / 10n ** 20n;
}
