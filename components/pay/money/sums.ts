import { decimalOf, formatFigures } from "@/components/i18n/format-amount";
import type { Locale } from "@/components/i18n/locales";
import type { PageFee } from "@/server/secure-payments/page/multicall-schema";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** A sum in one token. */
export interface Sum {
  symbol: string;
  decimals: number;
  currency: string;
  units: bigint;
}

/** What a link asks for, one sum per currency that it is written in. */
export function askedOf({ items }: PageFacts): Sum[] {
  return sums(items.map(asked).map((item) => [item, BigInt(item.amount)]));
}

/** What has arrived of it so far. */
export function receivedOf({ items }: PageFacts): Sum[] {
  return sums(items.map(asked).map((item) => [item, BigInt(item.received)]));
}

/** A payment in the currency that it is written in. */
function asked(item: PageItem): Counted & Pick<PageItem, "amount" | "received"> {
  return item.invoice ?? item;
}

/** What a payment takes from the wallet, fees included, one sum per token. */
export function leavingOf({ items }: PageFacts, { legs }: ShownPayment): Sum[] {
  const tokens = new Map(items.map((item) => [item.currency, item]));
  return sums(
    legs.flatMap(({ currency, amount, fee }) => {
      const token = tokens.get(currency);
      return token ? [[token, BigInt(amount) + BigInt(fee?.amount ?? 0)] as const] : [];
    }),
  );
}

/**
 * The large figures of a page: what the button takes while there is something to sign, fees on top included, and what
 * was asked for where there is not. An amount in another currency stands as it is asked for.
 */
export function headlineOf(facts: PageFacts, shown: ShownPayment | null): Sum[] {
  if (facts.items.some(({ invoice }) => invoice !== null)) return shown ? leftOf(facts) : askedOf(facts);
  return shown ? leavingOf(facts, shown) : withFees(askedOf(facts), facts.fees);
}

/** Sums with the fees that the payer bears on top of them, each in its token. */
export function withFees(all: readonly Sum[], fees: readonly PageFee[]): Sum[] {
  return all.map((sum) => {
    const own = fees.filter(({ bearer, symbol }) => bearer === "payer" && symbol === sum.symbol);
    return { ...sum, units: own.reduce((units, { amount }) => units + BigInt(amount), sum.units) };
  });
}

/** The payments of a link without its fees, as far as they are still to be made. */
export function leftOf({ items }: PageFacts): Sum[] {
  return sums(items.map((item) => [asked(item), item.isComing ? 0n : missing(item)]));
}

/** Payments that are on their way from another network. */
export function comingOf({ items }: PageFacts): Sum[] {
  return sums(items.flatMap((item) => (item.isComing ? [[asked(item), missing(item)]] : [])));
}

function missing(item: PageItem): bigint {
  const { amount, received } = asked(item);
  const left = BigInt(amount) - BigInt(received);
  return left > 0n ? left : 0n;
}

/** The figures of base units in full precision, for readers of a language. */
export function amountText(units: bigint | string, decimals: number, symbol: string, locale: Locale): string {
  return formatFigures(decimalOf(units, decimals), symbol, locale);
}

/** `10.00 USDC` or `10.00 USDC + 5.00 DAI`. */
export function sumsText(all: readonly Sum[], locale: Locale): string {
  return all
    .map(({ units, decimals, symbol }) => `${amountText(units, decimals, symbol, locale)} ${symbol}`)
    .join(" + ");
}

/** One sum for each currency. */
export function addedUp(all: readonly Sum[]): Sum[] {
  return sums(all.map((sum) => [sum, sum.units]));
}

type Counted = Pick<PageItem, "symbol" | "decimals" | "currency">;

function sums(parts: readonly (readonly [Counted, bigint])[]): Sum[] {
  const all = new Map<string, Sum>();
  for (const [{ symbol, decimals, currency }, units] of parts) {
    all.set(currency, { symbol, decimals, currency, units: (all.get(currency)?.units ?? 0n) + units });
  }
  return [...all.values()];
}
