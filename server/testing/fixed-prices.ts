import { replaceApp } from "@/server/boot";
import { ratioOf } from "@/server/lib/ratio";
import { NoPrice, type PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";
import type { TestApi } from "@/server/testing/api";

/** Has a service believe these prices, USD for one by symbol; a symbol that is not in the map has none. */
export function useFixedPrices({ app }: TestApi, prices: ReadonlyMap<string, string>): void {
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink:sepolia",
    onlyFor: null,
    offers: () => true,
    observe: async (symbol) => {
      const usd = prices.get(symbol);
      if (usd === undefined) throw new NoPrice("chainlink:sepolia", "unavailable", "nobody answers");
      const at = app.now();
      return { provider: "chainlink", source: "chainlink:sepolia", usd: ratioOf(usd), at, round: "1" };
    },
  };
  const book = new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 0, now: app.now });
  replaceApp({ ...app, context: (caller, options) => ({ ...app.context(caller, options), prices: book }) });
}
