import { networkIdNamed } from "@/server/chains/networks";
import { ALL_CURRENCIES, currencyById } from "@/server/currencies/all";
import type { Currency, ListCurrenciesAnswer, ListCurrenciesQuery } from "@/server/currencies/schema";
import { TOKENS } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";

const byNetwork = new Map<string, Currency[]>();
const bySymbol = new Map<string, Currency[]>();
for (const currency of ALL_CURRENCIES) {
  addTo(byNetwork, currency.network, currency);
  addTo(bySymbol, currency.symbol.toLowerCase(), currency);
}
// `AETH-arbitrum-one` makes AETH another symbol of that coin, as clients of the public list write it (NT-07).
for (const { id, network, aliases } of TOKENS) {
  const currency = currencyById(id);
  if (!currency) throw new Error(`${id} is missing from the currencies`);
  for (const alias of aliases) addTo(bySymbol, alias.slice(0, -`-${network}`.length).toLowerCase(), currency);
}

function addTo(index: Map<string, Currency[]>, key: string, currency: Currency): void {
  const group = index.get(key);
  if (!group) index.set(key, [currency]);
  else if (!group.includes(currency)) group.push(currency);
}

/**
 * The currencies that match every filter given: an array, or one object with `id` or `firstOnly=true`
 * (behaviour.md CU-01 to CU-04). Symbols and IDs match in any letter case, and by alias; networks by ID or by the name
 * they have in documents.
 * The currencies we settle in come first.
 *
 * @throws ApiError 404 `Token not found` without a match; 400 for `firstOnly=true` without network and symbol
 */
export function listCurrencies(query: ListCurrenciesQuery): ListCurrenciesAnswer {
  const { symbol, id, firstOnly } = query;
  const network = query.network === undefined ? undefined : networkIdNamed(query.network);
  if (firstOnly === "true" && (network === undefined || symbol === undefined)) {
    throw invalidField("firstOnly", "firstOnly requires both network and symbol");
  }

  const found = candidates({ ...query, network }).filter(
    (currency) =>
      (network === undefined || currency.network === network) &&
      (symbol === undefined || bySymbol.get(symbol.toLowerCase())?.includes(currency)),
  );
  const [first] = found;
  if (!first) throw new ApiError("token_not_found", "Token not found");
  return id !== undefined || firstOnly === "true" ? first : found;
}

/** The smallest group that one filter alone selects. */
function candidates({ network, symbol, id }: ListCurrenciesQuery): readonly Currency[] {
  if (id !== undefined) {
    const currency = currencyById(id);
    return currency ? [currency] : [];
  }
  if (symbol !== undefined) return bySymbol.get(symbol.toLowerCase()) ?? [];
  if (network !== undefined) return byNetwork.get(network) ?? [];
  return ALL_CURRENCIES;
}
