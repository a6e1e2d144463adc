import type { NetworkId } from "@/server/chains/networks";
import { divide, ONE, type Ratio } from "@/server/lib/ratio";
import { type Agreement, agree } from "@/server/prices/agree";
import {
  type AgreedPrice,
  type Moment,
  NoPrice,
  type Observation,
  type PriceSource,
} from "@/server/prices/price";

export interface PriceBookOptions extends Agreement {
  /** In the order of preference: the value of a price is that of the first source that agrees with enough others. */
  sources: readonly PriceSource[];
  /** How long an observation is used before its source is asked again. */
  freshMs: number;
  now: () => Date;
  /** Hears of every source that gave no price, and of sources that disagree with the rest. */
  onTrouble?: (trouble: { source: string; symbol: string; reason: string }) => void;
}

/** What a payment is converted with. */
export interface Rate {
  /** Units of the payment currency for one unit of the invoice currency, exact. */
  ratio: Ratio;
  invoice: AgreedPrice | null;
  payment: AgreedPrice | null;
}

/** No rate can be given; nothing is guessed. Its message says which price is missing and why. */
export class PriceUnavailable extends Error {
  override readonly name = "PriceUnavailable";
}

/** As long ago a source without a history is believed to have said what it says now. */
const SAME_PRICE_MS = 300_000;

/** Two feeds of one provider are enough: the second is for the case that the first fails. */
const MOST_PER_PROVIDER = 2;

/** Prices in USD from several independent sources, remembered for some seconds. */
export class PriceBook {
  readonly #options: PriceBookOptions;
  readonly #seen = new Map<string, { at: number; observed: Promise<Observation> }>();

  constructor(options: PriceBookOptions) {
    this.#options = options;
  }

  /**
   * Units of `payment` for one unit of `invoice`, both by symbol (`EUR`, `USDC`).
   * Throws `PriceUnavailable`.
   */
  rate(invoice: string, payment: string, network: NetworkId): Promise<Rate> {
    return rateOf(invoice, payment, (symbol) => this.price(symbol, network));
  }

  /**
   * The same as it was when a block was made. Sources that keep no history only count while the block is minutes old.
   * Nothing is remembered. Throws `PriceUnavailable`.
   */
  rateAt(invoice: string, payment: string, moment: Moment): Promise<Rate> {
    return rateOf(invoice, payment, (symbol) =>
      this.#agreed(symbol, moment.network, (source) => this.#observeAt(source, symbol, moment)),
    );
  }

  /** Whether enough sources are configured that a rate between the two can be had when they all answer. */
  isOffered(invoice: string, payment: string, network: NetworkId): boolean {
    return [invoice, payment].every((symbol) => {
      const providers = new Set(this.#sourcesFor(symbol, network).map(({ provider }) => provider));
      return symbol === "USD" || providers.size >= this.#options.required;
    });
  }

  /** What one unit of a currency is worth in USD. Throws `PriceUnavailable`. */
  price(symbol: string, network: NetworkId): Promise<AgreedPrice> {
    return this.#agreed(symbol, network, (source) => this.#observe(source, symbol));
  }

  async #agreed(
    symbol: string,
    network: NetworkId,
    observe: (source: PriceSource) => Promise<Observation>,
  ): Promise<AgreedPrice> {
    const asked = this.#sourcesFor(symbol, network);
    const results = await Promise.allSettled(asked.map(observe));
    const observations: Observation[] = [];
    const failures: NoPrice[] = [];
    for (const result of results) {
      if (result.status === "fulfilled") observations.push(result.value);
      else if (result.reason instanceof NoPrice) failures.push(result.reason);
      else throw result.reason;
    }
    const outcome = agree(symbol, observations, failures, this.#options);
    for (const { source, message } of failures)
      this.#options.onTrouble?.({ source, symbol, reason: message });
    if ("reason" in outcome) throw new PriceUnavailable(outcome.reason);
    for (const { source } of outcome.disagreeing) {
      this.#options.onTrouble?.({ source, symbol, reason: `${source} disagrees with the other sources` });
    }
    return outcome;
  }

  async #observeAt(source: PriceSource, symbol: string, moment: Moment): Promise<Observation> {
    if (source.observeAt) return source.observeAt(symbol, moment);
    if (Math.abs(this.#options.now().getTime() - moment.time.getTime()) > SAME_PRICE_MS) {
      throw new NoPrice(source.name, "stale", `it does not say what was at ${moment.time.toISOString()}`);
    }
    return this.#observe(source, symbol);
  }

  /** The payment's own network first, where its feeds may be asked; at most two sources of one provider. */
  #sourcesFor(symbol: string, network: NetworkId): PriceSource[] {
    const counts = new Map<string, number>();
    return this.#options.sources
      .filter((source) => source.offers(symbol) && (source.onlyFor === null || source.onlyFor === network))
      .toSorted((a, b) => Number(isOf(b, network)) - Number(isOf(a, network)))
      .filter(({ provider }) => {
        const count = (counts.get(provider) ?? 0) + 1;
        counts.set(provider, count);
        return count <= MOST_PER_PROVIDER;
      });
  }

  /** Calls at the same time share one question; a failure is asked again at the next call. */
  #observe(source: PriceSource, symbol: string): Promise<Observation> {
    const key = `${source.name} ${symbol}`;
    const now = this.#options.now().getTime();
    const known = this.#seen.get(key);
    if (known && now - known.at < this.#options.freshMs && now >= known.at) return known.observed;
    const entry = { at: now, observed: source.observe(symbol) };
    this.#seen.set(key, entry);
    entry.observed.catch(() => {
      if (this.#seen.get(key) === entry) this.#seen.delete(key);
    });
    return entry.observed;
  }
}

async function rateOf(
  invoice: string,
  payment: string,
  price: (symbol: string) => Promise<AgreedPrice>,
): Promise<Rate> {
  const [from, to] = await Promise.all([
    invoice === "USD" ? null : price(invoice),
    payment === "USD" ? null : price(payment),
  ]);
  return { ratio: divide(from?.usd ?? ONE, to?.usd ?? ONE), invoice: from, payment: to };
}

function isOf(source: PriceSource, network: NetworkId): boolean {
  return source.name.endsWith(`:${network}`);
}
