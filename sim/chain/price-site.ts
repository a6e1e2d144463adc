/** What public sites say of prices: those that the service asks over HTTP. All say the same. */
export class PriceSite {
  /** USD for one, by symbol. */
  readonly #usd = new Map<string, string>();

  set(symbol: string, usd: string): void {
    this.#usd.set(symbol, usd);
  }

  /** The answer to a question at `url`; null where it is none of these sites. */
  answer(url: URL): Response | null {
    if (url.hostname === "api.coinbase.com") {
      const currency = url.searchParams.get("currency") ?? "";
      const usd = this.#usd.get(currency);
      return usd === undefined ? notFound() : json({ data: { currency, rates: { USD: usd } } });
    }
    if (url.hostname === "api.kraken.com") {
      const usd = this.#usd.get((url.searchParams.get("pair") ?? "").replace(/USD$/, ""));
      return usd === undefined ? notFound() : json({ error: [], result: { pair: { c: [usd, "1"] } } });
    }
    return null;
  }
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}

function notFound(): Response {
  return new Response("", { status: 404 });
}
