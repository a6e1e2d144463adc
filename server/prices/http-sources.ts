import { z } from "zod";
import { PRICED_SYMBOLS } from "@/server/chains/priced-symbols";
import { divide, ONE, type Ratio, ratioOf } from "@/server/lib/ratio";
import { fetchText, type HttpOptions } from "@/server/prices/fetch-text";
import { NoPrice, type Observation, type PriceProvider, type PriceSource } from "@/server/prices/price";

const DAY_MS = 86_400_000;

/** A decimal of a price: never zero, never negative. */
const Price = z.string().regex(/^\d{1,20}(\.\d{1,20})?$/);

const CoinbaseRates = z.object({
  data: z.object({ currency: z.string(), rates: z.object({ USD: Price }) }),
});

/** Coinbase's public exchange rates (providers.md §6.2). They carry no time of their own. */
function coinbaseSource(options: HttpOptions): PriceSource {
  return httpSource("coinbase", PRICED_SYMBOLS, async (symbol) => {
    const text = await fetchText("coinbase", `/v2/exchange-rates?currency=${symbol}`, options);
    const { data } = parseJson("coinbase", CoinbaseRates, text);
    if (data.currency !== symbol)
      throw new NoPrice("coinbase", "invalid", `an answer about ${data.currency}`);
    return { usd: positive("coinbase", data.rates.USD), at: options.now() };
  });
}

/** Kraken names some pairs in its own way; the yen is quoted the other way round. */
const KRAKEN_PAIRS: Record<string, { pair: string; isInverse: boolean }> = {
  EUR: { pair: "EURUSD", isInverse: false },
  GBP: { pair: "GBPUSD", isInverse: false },
  JPY: { pair: "USDJPY", isInverse: true },
  USDC: { pair: "USDCUSD", isInverse: false },
  USDT: { pair: "USDTUSD", isInverse: false },
  DAI: { pair: "DAIUSD", isInverse: false },
  ETH: { pair: "ETHUSD", isInverse: false },
  POL: { pair: "POLUSD", isInverse: false },
  TRX: { pair: "TRXUSD", isInverse: false },
};
const KrakenTicker = z.object({
  error: z.array(z.string()).max(0),
  result: z.record(z.string(), z.object({ c: z.tuple([Price]).rest(z.string()) })),
});

/** The last trade on Kraken (providers.md §6.2). */
function krakenSource(options: HttpOptions): PriceSource {
  return httpSource("kraken", new Set(Object.keys(KRAKEN_PAIRS)), async (symbol) => {
    const asked = KRAKEN_PAIRS[symbol];
    if (!asked) throw new NoPrice("kraken", "not_offered", `no pair of ${symbol}`);
    const text = await fetchText("kraken", `/0/public/Ticker?pair=${asked.pair}`, options);
    const [ticker, ...others] = Object.values(parseJson("kraken", KrakenTicker, text).result);
    if (!ticker || others.length > 0) throw new NoPrice("kraken", "invalid", "an answer about another pair");
    const price = positive("kraken", ticker.c[0]);
    return { usd: asked.isInverse ? divide(ONE, price) : price, at: options.now() };
  });
}

/** The reference rates are of a working day; after a long weekend they are four days old. */
const ECB_MAX_AGE_MS = 5 * DAY_MS;

/** The reference rates of the European Central Bank: units of a currency for one euro, once a working day. */
function ecbSource(options: HttpOptions): PriceSource {
  return httpSource("ecb", new Set(["EUR", "GBP", "JPY", "CNY"]), async (symbol) => {
    const text = await fetchText("ecb", "/stats/eurofxref/eurofxref-daily.xml", options);
    const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(text)?.[1];
    if (!day) throw new NoPrice("ecb", "invalid", "an answer without reference rates");
    // They are set at 14:15 in Frankfurt and published at 16:00.
    const at = new Date(`${day}T14:00:00Z`);
    const age = options.now().getTime() - at.getTime();
    if (!(age < ECB_MAX_AGE_MS)) throw new NoPrice("ecb", "stale", `the rates are of ${day}`);
    const perEuro = (code: string): Ratio => {
      if (code === "EUR") return ONE;
      const rate = new RegExp(`currency=['"]${code}['"]\\s+rate=['"]([0-9.]+)['"]`).exec(text)?.[1];
      if (!rate) throw new NoPrice("ecb", "invalid", `no rate of ${code}`);
      return positive("ecb", rate);
    };
    return { usd: divide(perEuro("USD"), perEuro(symbol)), at };
  });
}

/** A public source: where it answers (tests and self-hosted mirrors set other URLs), and how it is asked. */
interface HttpSource {
  url: string;
  connect(options: HttpOptions): PriceSource;
}

/** Every provider that is asked over HTTP. */
export const HTTP_SOURCES = {
  coinbase: { url: "https://api.coinbase.com", connect: coinbaseSource },
  kraken: { url: "https://api.kraken.com", connect: krakenSource },
  ecb: { url: "https://www.ecb.europa.eu", connect: ecbSource },
} as const satisfies Record<Exclude<PriceProvider, "chainlink">, HttpSource>;
export type HttpProvider = keyof typeof HTTP_SOURCES;

function httpSource(
  provider: PriceProvider,
  symbols: ReadonlySet<string>,
  observe: (symbol: string) => Promise<Pick<Observation, "usd" | "at">>,
): PriceSource {
  return {
    provider,
    name: provider,
    onlyFor: null,
    offers: (symbol) => symbols.has(symbol),
    observe: async (symbol) => ({ provider, source: provider, round: null, ...(await observe(symbol)) }),
  };
}

function parseJson<T>(source: string, schema: z.ZodType<T>, text: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NoPrice(source, "invalid", "an answer that is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new NoPrice(source, "invalid", "an answer of another shape");
  return parsed.data;
}

function positive(source: string, text: string): Ratio {
  const price = /^\d{1,20}(\.\d{1,20})?$/.test(text) ? ratioOf(text) : null;
  if (!price || price.n === 0n) throw new NoPrice(source, "invalid", "a price that is not positive");
  return price;
}
