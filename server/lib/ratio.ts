/** An exact fraction of two whole numbers; the divisor is positive. */
export interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

export const ONE: Ratio = { n: 1n, d: 1n };

/** A decimal text as an exact fraction. Throws `RangeError` for anything that is not a plain positive decimal. */
export function ratioOf(text: string): Ratio {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (!match) throw new RangeError("not a decimal");
  const [, whole = "", fraction = ""] = match;
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) };
}

export function multiply(a: Ratio, b: Ratio): Ratio {
  return reduce({ n: a.n * b.n, d: a.d * b.d });
}

/** Throws `RangeError` for a division by nothing. */
export function divide(a: Ratio, b: Ratio): Ratio {
  if (b.n === 0n) throw new RangeError("division by zero");
  return reduce({ n: a.n * b.d, d: a.d * b.n });
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Ratio, b: Ratio): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** How far two positive fractions lie apart, in basis points of the smaller one, rounded up. */
export function apartBps(a: Ratio, b: Ratio): number {
  const [low, high] = compare(a, b) <= 0 ? [a, b] : [b, a];
  if (low.n === 0n) return Number.POSITIVE_INFINITY;
  const difference = high.n * low.d - low.n * high.d;
  return Number(ceilDivide(difference * 10_000n, low.n * high.d));
}

/** `whole` times the fraction, rounded down. */
export function timesDown(whole: bigint, { n, d }: Ratio): bigint {
  return (whole * n) / d;
}

/** `whole` times the fraction, rounded up. */
export function timesUp(whole: bigint, { n, d }: Ratio): bigint {
  return ceilDivide(whole * n, d);
}

/** As decimal text with at most `digits` decimals, cut off, without zeros at its end. */
export function toDecimal({ n, d }: Ratio, digits: number): string {
  const scaled = ((n * 10n ** BigInt(digits)) / d).toString().padStart(digits + 1, "0");
  const whole = scaled.slice(0, scaled.length - digits);
  const fraction = scaled.slice(scaled.length - digits).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

function reduce({ n, d }: Ratio): Ratio {
  const divisor = greatestCommonDivisor(n, d);
  return divisor > 1n ? { n: n / divisor, d: d / divisor } : { n, d };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
