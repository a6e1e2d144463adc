/**
 * Amounts with two decimals whose sum is the rounded sum of the exact ones, however many there are: what rounding leaves
 * over goes into the next amount of the same key. Accounting programs take no more decimals.
 */
export class CumulativeCents {
  readonly #sums = new Map<string, { exact: bigint; cents: bigint }>();

  /** The next amount of a key, base units of a currency with so many decimals, in hundredths of it. */
  next(key: string, units: bigint, decimals: number): bigint {
    const sum = this.#sums.get(key) ?? { exact: 0n, cents: 0n };
    const exact = sum.exact + units;
    const cents = toCents(exact, decimals);
    this.#sums.set(key, { exact, cents });
    return cents - sum.cents;
  }
}

/** Rounded to the nearest, halves away from zero. */
function toCents(units: bigint, decimals: number): bigint {
  if (decimals <= 2) return units * 10n ** BigInt(2 - decimals);
  const one = 10n ** BigInt(decimals - 2);
  const half = one / 2n;
  return units < 0n ? -((-units + half) / one) : (units + half) / one;
}

/** `-1234` as `-12.34`. */
export function centsText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
