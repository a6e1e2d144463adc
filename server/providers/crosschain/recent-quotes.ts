import { type BridgeAsked, type BridgeQuote, NoRoute } from "@/server/providers/crosschain/provider";

/** A block of a fast chain is no time at all: the same question is answered again for so long at least. */
const LEAST_MS = 2_000;
/** Above this the oldest answers go. */
const MOST = 1_000;

/** What was asked a moment ago: for a block of the source it is not asked again, whoever wants to know. */
export class RecentQuotes {
  readonly #now: () => number;
  readonly #quotes = new Map<string, { until: number; quote: Promise<BridgeQuote> }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(asked: BridgeAsked): Promise<BridgeQuote> | undefined {
    const known = this.#quotes.get(keyOf(asked));
    return known && known.until > this.#now() ? known.quote : undefined;
  }

  /** Keeps an answer that is on its way. A fault is forgotten; that there is no route is an answer. */
  keep(asked: BridgeAsked, quote: Promise<BridgeQuote>): Promise<BridgeQuote> {
    const key = keyOf(asked);
    const entry = { until: this.#now() + Math.max(asked.source.blockTimeMs, LEAST_MS), quote };
    this.#quotes.delete(key);
    this.#quotes.set(key, entry);
    quote.catch((error: unknown) => {
      if (!(error instanceof NoRoute) && this.#quotes.get(key) === entry) this.#quotes.delete(key);
    });
    const [oldest] = this.#quotes.keys();
    if (this.#quotes.size > MOST && oldest !== undefined) this.#quotes.delete(oldest);
    return quote;
  }
}

function keyOf({ source, destination, payer, inputToken, outputToken, payments }: BridgeAsked): string {
  const words = [source.id, destination.id, payer, inputToken.address, outputToken.address, payments];
  return JSON.stringify(words, (_, value) => (typeof value === "bigint" ? value.toString() : value));
}
