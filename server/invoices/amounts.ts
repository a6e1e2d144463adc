import { formatAmount } from "@/server/lib/amount";

/**
 * Sums of an invoice, in the smallest unit of its currency that people write.
 *
 * The rule: each line is rounded once, and tax once for each rate, over the sum of the lines of that rate, as EN 16931 has
 * it (BR-CO-17). Halves are rounded up. With prices without tax, tax is that sum times the rate. With prices that include tax
 * the sum is what is paid, to the unit: the part without tax is the sum divided by one plus the rate, and tax is the rest.
 */
export interface PricedLine {
  /** Decimal text with at most 6 places. */
  quantity: string;
  /** Decimal text with at most 8 places, in the currency of the invoice. */
  unitPrice: string;
  /** Percentage, decimal text with at most 2 places. */
  taxRate: string;
}

export type Prices = "net" | "gross";

/** All lines of one rate. */
export interface TaxSum {
  rate: string;
  net: bigint;
  tax: bigint;
}

export interface Sums {
  /** Each line as it stands on the invoice: with or without tax, as its price. */
  lines: bigint[];
  /** Each line without tax; they add up to `net`. */
  netLines: bigint[];
  taxes: TaxSum[];
  net: bigint;
  tax: bigint;
  total: bigint;
}

const QUANTITY_PLACES = 6;
const PRICE_PLACES = 8;
const RATE_PLACES = 2;

/** Plain decimal text with so many digits before and after the point at most. */
const decimalText = (whole: number, places: number) => new RegExp(`^\\d{1,${whole}}(\\.\\d{1,${places}})?$`);

/** How the numbers of a line are written. */
export const LINE_NUMBERS: Readonly<Record<keyof PricedLine, RegExp>> = {
  quantity: decimalText(9, QUANTITY_PLACES),
  unitPrice: decimalText(15, PRICE_PLACES),
  taxRate: decimalText(2, RATE_PLACES),
};

/** Whether all numbers of a line are there, as `sumsOf` needs them. */
export function isPriced(line: PricedLine): boolean {
  return (["quantity", "unitPrice", "taxRate"] as const).every((name) => LINE_NUMBERS[name].test(line[name]));
}

/** One, as a rate is written here: 100 % with `RATE_PLACES`. */
const WHOLE_RATE = 10n ** BigInt(RATE_PLACES + 2);

/** `decimals` is how many places the currency is written with: 2 of EUR, none of JPY. */
export function sumsOf(lines: readonly PricedLine[], prices: Prices, decimals: number): Sums {
  const scale = 10n ** BigInt(QUANTITY_PLACES + PRICE_PLACES);
  const amounts = lines.map(({ quantity, unitPrice }) => {
    const product = scaled(quantity, QUANTITY_PLACES) * scaled(unitPrice, PRICE_PLACES);
    return divideHalfUp(product * 10n ** BigInt(decimals), scale);
  });
  const byRate = new Map<bigint, number[]>();
  lines.forEach(({ taxRate }, index) => {
    const rate = scaled(taxRate, RATE_PLACES);
    byRate.set(rate, [...(byRate.get(rate) ?? []), index]);
  });
  const netLines = amounts.slice();
  const taxes = [...byRate]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([rate, indices]) => {
      const sum = indices.reduce((total, index) => total + (amounts[index] ?? 0n), 0n);
      if (prices === "net") {
        return { rate: rateText(rate), net: sum, tax: divideHalfUp(sum * rate, WHOLE_RATE) };
      }
      const net = withoutTax(sum, rate);
      // Each line gets what the sum up to it is worth, less what the lines before it got: so they add up.
      let gross = 0n;
      let given = 0n;
      for (const index of indices) {
        gross += amounts[index] ?? 0n;
        const until = withoutTax(gross, rate);
        netLines[index] = until - given;
        given = until;
      }
      return { rate: rateText(rate), net, tax: sum - net };
    });
  const net = taxes.reduce((total, one) => total + one.net, 0n);
  const tax = taxes.reduce((total, one) => total + one.tax, 0n);
  return { lines: amounts, netLines, taxes, net, tax, total: net + tax };
}

function withoutTax(gross: bigint, rate: bigint): bigint {
  return divideHalfUp(gross * WHOLE_RATE, WHOLE_RATE + rate);
}

/** A price that includes tax without it, rounded to as many places as a price can have. */
export function priceWithoutTax({ unitPrice, taxRate }: Pick<PricedLine, "unitPrice" | "taxRate">): string {
  const units = withoutTax(scaled(unitPrice, PRICE_PLACES), scaled(taxRate, RATE_PLACES));
  return formatAmount(units, PRICE_PLACES);
}

/** Both are not negative. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** A decimal text as a whole number of its smallest place. Throws where it has more places. */
export function scaled(text: string, places: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`${text} is not a decimal number`);
  const [, whole = "0", fraction = ""] = match;
  if (fraction.length > places) throw new Error(`${text} has more than ${places} places`);
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** The shortest way to write a rate: `19`, `5.5`. */
function rateText(rate: bigint): string {
  const digits = rate.toString().padStart(RATE_PLACES + 1, "0");
  const fraction = digits.slice(-RATE_PLACES).replace(/0+$/, "");
  return digits.slice(0, -RATE_PLACES) + (fraction ? `.${fraction}` : "");
}
