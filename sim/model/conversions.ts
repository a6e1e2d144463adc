import type { Violation } from "@/sim/model/facts";

/** A rate that was promised to a payer, as the answer said it. */
export interface KnownQuote {
  requestId: string;
  /** Lower-case address; empty for anybody. */
  payer: string;
  /** Base units of the invoice currency. */
  invoiceAmount: bigint;
  /** Base units of the payment currency. */
  paymentAmount: bigint;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
}

/** A payment towards a request in another currency, and what the service gives it the worth of. */
export interface ValuedPayment {
  txHash: string;
  requestId: string;
  payer: string;
  /** Base units of the payment currency. */
  amount: bigint;
  /** Base units of the invoice currency. */
  credited: bigint;
  /** Time of its block, milliseconds since the epoch. */
  at: number;
}

/** Units of the invoice currency for one unit of the payment currency, both base units: `n` for `d`. */
interface Worth {
  n: bigint;
  d: bigint;
}

/** A quote counts from so long before it was made, and until so long after its end if the price has hardly moved (by less than 1 %). */
const EARLY_MS = 60_000;
const LATE_MS = 120_000;
/** The price of a block may be looked up so much later; prices are kept for a moment. */
const LOOKED_UP_MS = 6 * 60_000;
const KEPT_MS = 2 * 60_000;
/** A base unit of the payment currency is so many of the invoice currency; what is quoted is rounded up to one. */
const ROUNDING = 300n;

/** What payments in another currency are worth (valuation: the time of the block decides). */
export class ConversionModel {
  readonly quotes: KnownQuote[] = [];
  readonly #prices: { at: number; worth: Worth }[] = [];
  readonly #seen = new Set<string>();
  readonly #broken: (violation: Violation) => void;

  constructor(broken: (violation: Violation) => void) {
    this.#broken = broken;
  }

  /** From now on, one unit of the payment currency is worth this. */
  priceIs(at: number, worth: Worth): void {
    this.#prices.push({ at, worth });
  }

  /** Takes note of a backup. The function that it returns forgets the quotes since: their payments are worth the price of their block. */
  backedUp(): () => void {
    const { length } = this.quotes;
    return () => void this.quotes.splice(length);
  }

  promised(quote: KnownQuote): void {
    this.quotes.push(quote);
  }

  /** Each value is looked at once: it is found when a payment is recorded first, and kept. */
  credited(payment: ValuedPayment): void {
    const key = `${payment.txHash} ${payment.at} ${payment.credited}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const rates = this.#ratesFor(payment);
    if (rates.some((rate) => isWorth(payment, rate))) return;
    const expected = rates.map(({ n, d }) => (payment.amount * n) / d).join(" or ");
    this.#broken({
      rule: "a payment is worth its quote or the price of its block",
      what: `${payment.txHash} brings ${payment.requestId} ${payment.credited}, must be ${expected}`,
    });
  }

  /** The rates that may count for a payment: one where a quote of its own wallet, or else one for anybody, was live. */
  #ratesFor({ requestId, payer, at }: ValuedPayment): Worth[] {
    const near = this.quotes.filter(
      (quote) =>
        quote.requestId === requestId &&
        (quote.payer === "" || quote.payer === payer) &&
        at >= quote.createdAt - EARLY_MS &&
        (at <= quote.expiresAt || (at <= quote.expiresAt + LATE_MS && this.#hasHardlyMoved(quote, at))),
    );
    const live = near.filter(({ createdAt, expiresAt }) => at >= createdAt && at <= expiresAt);
    const own = live.filter((quote) => quote.payer === payer);
    if (own.length > 0) return own.map(rateOf);
    // A quote of its own that begins a moment later comes before one for anybody.
    if (live.length > 0) return near.map(rateOf);
    return [...near.map(rateOf), ...this.#pricesAround(at)];
  }

  /** Whether a price of around then is near that of a quote: one that is over counts no longer otherwise. */
  #hasHardlyMoved(quote: KnownQuote, at: number): boolean {
    const { n, d } = rateOf(quote);
    return this.#pricesAround(at).some((price) => {
      const [one, other] = [n * price.d, price.n * d];
      const apart = one > other ? one - other : other - one;
      return apart * 100n <= other;
    });
  }

  #pricesAround(at: number): Worth[] {
    return this.#prices
      .filter(({ at: from }, i) => {
        const until = this.#prices[i + 1]?.at ?? Number.POSITIVE_INFINITY;
        return from <= at + LOOKED_UP_MS && until >= at - KEPT_MS;
      })
      .map(({ worth }) => worth);
  }
}

function rateOf({ invoiceAmount, paymentAmount }: KnownQuote): Worth {
  return { n: invoiceAmount, d: paymentAmount };
}

function isWorth({ amount, credited }: ValuedPayment, { n, d }: Worth): boolean {
  const worth = (amount * n) / d;
  const apart = worth > credited ? worth - credited : credited - worth;
  return apart <= ROUNDING;
}
