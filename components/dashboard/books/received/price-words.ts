import type { Received } from "@/server/ledger/overview/schema";
import { formatAmount } from "@/server/lib/amount";

type Token = Received["currencies"][number];

const ORIGINS: Readonly<Record<Token["priceOrigins"][number], string | null>> = {
  same_currency: "is in the currency of the books",
  // Named by its sources.
  market_price: null,
  reversal: "as what it takes back",
  by_hand: "typed by hand",
};

/** Where the prices of a token are from: `coinbase, typed by hand`. Empty where it has none. */
export function sourcesInWords({ priceOrigins, priceSources }: Token): string {
  const origins = priceOrigins.flatMap((origin) => ORIGINS[origin] ?? []);
  return [...priceSources, ...origins].join(", ");
}

/** Decimals of a price on the page; a price that is smaller than they can say keeps its own. */
const PRICE_DECIMALS = 6;

/** `0.92 EUR`, or from the lowest to the highest. Null where no price is stored. */
export function pricesInWords({ lowestPrice, highestPrice }: Token, fiat: string): string | null {
  if (lowestPrice === null || highestPrice === null) return null;
  const [low, high] = [shortened(lowestPrice), shortened(highestPrice)];
  return low === high ? `${low} ${fiat}` : `${low} to ${high} ${fiat}`;
}

function shortened(price: string): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const kept = fraction.slice(0, PRICE_DECIMALS).replace(/0+$/, "");
  if (whole === "0" && kept === "") return price;
  return kept === "" ? whole : `${whole}.${kept}`;
}

/** What has no price, in units of the token; null where all of it has one. */
export function withoutPrice({ unvaluedAmount, unvaluedEntries, decimals }: Token): string | null {
  return unvaluedEntries === 0 ? null : formatAmount(BigInt(unvaluedAmount), decimals);
}
