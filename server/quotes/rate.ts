import { compare, type Ratio, ratioOf, timesDown, timesUp, toDecimal } from "@/server/lib/ratio";

/**
 * Decimals of a rate. With fewer, a payment of 10^12 in a token of 18 decimals would differ by more than one base unit
 * from what the sources say.
 */
export const RATE_DECIMALS = 36;

/**
 * A rate as decimal text, rounded up, that is in the payee's favour. This text is the rate from then on: it is what is
 * signed, shown and calculated with.
 */
export function rateText(ratio: Ratio): string {
  const cut = toDecimal(ratio, RATE_DECIMALS);
  if (compare(ratioOf(cut), ratio) === 0) return cut;
  const { n, d } = ratio;
  return toDecimal(
    { n: (n * 10n ** BigInt(RATE_DECIMALS)) / d + 1n, d: 10n ** BigInt(RATE_DECIMALS) },
    RATE_DECIMALS,
  );
}

/** Decimals of the two currencies of a conversion. */
export interface Scales {
  invoiceDecimals: number;
  paymentDecimals: number;
}

/** Base units of the payment currency for an amount in the invoice currency, rounded up, in the payee's favour. */
export function paymentFor(invoiceAmount: bigint, rate: string, scales: Scales): bigint {
  return timesUp(invoiceAmount, inBaseUnits(rate, scales));
}

/** Base units of the invoice currency for an amount in the payment currency, rounded down. */
export function worthOf(paymentAmount: bigint, rate: string, scales: Scales): bigint {
  const { n, d } = inBaseUnits(rate, scales);
  return timesDown(paymentAmount, { n: d, d: n });
}

/** Base units of the payment currency for one base unit of the invoice currency. */
export function inBaseUnits(rate: string, scales: Scales): Ratio {
  return ratioInBaseUnits(ratioOf(rate), scales);
}

/** The same of a rate that is no decimal. */
export function ratioInBaseUnits({ n, d }: Ratio, { invoiceDecimals, paymentDecimals }: Scales): Ratio {
  return { n: n * 10n ** BigInt(paymentDecimals), d: d * 10n ** BigInt(invoiceDecimals) };
}
