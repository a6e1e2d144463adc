import { NETWORKS } from "@/server/chains/networks";
import catalogue from "@/server/currencies/catalogue.json";
import { coinHash, currencyHash } from "@/server/currencies/currency-hash";
import { FIAT_CURRENCIES, type FiatCurrency } from "@/server/currencies/fiat";
import { Currency } from "@/server/currencies/schema";
import { TOKENS, type Token } from "@/server/currencies/tokens";

/** A token of ours as it appears on the wire (behaviour.md CU-05 to CU-07). */
export function currencyOf(token: Token): Currency {
  const { id, name, symbol, decimals, address, network, type } = token;
  const hash = hashOfAddress(token) ?? coinHash(network);
  return { id, name, symbol, decimals, address, network, type, hash, chainId: NETWORKS[network].chainId };
}

/** The same under each of its IDs in the public catalogue, with the symbol that goes with it (NT-07). */
export function catalogueEntriesOf(token: Token): Currency[] {
  const currency = currencyOf(token);
  return token.catalogueIds.map((id) => ({
    ...currency,
    id,
    symbol: id.slice(0, -`-${token.network}`.length),
  }));
}

/** Lower case, as hashes are compared, on Tron too: it names the currency, and nobody pays to it. Null without an address. */
function hashOfAddress({ address }: Pick<Currency, "address">): string | null {
  return address?.toLowerCase() ?? null;
}

function currencyOfFiat({ id, name, symbol, decimals }: FiatCurrency): Currency {
  const hash = currencyHash("ISO4217", symbol);
  return { id, name, symbol, decimals, address: null, network: "fiat", type: "ISO4217", hash, chainId: 0 };
}

const settled = TOKENS.map(currencyOf);
const settledAddresses = new Set(settled.flatMap((currency) => addressKey(currency) ?? []));
const settledIds = new Set(
  TOKENS.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => name.toLowerCase())),
);

/**
 * Every currency the service knows: those it settles in, the fiat invoice currencies, then the public catalogue.
 * Ours win over a catalogue row of the same address or ID, so that an ID never means a lookalike (NT-01).
 */
export const ALL_CURRENCIES: readonly Currency[] = [
  ...settled,
  ...FIAT_CURRENCIES.map(currencyOfFiat),
  ...Currency.array()
    .parse(catalogue.currencies)
    .filter((currency) => {
      const key = addressKey(currency);
      return !(key && settledAddresses.has(key)) && !settledIds.has(currency.id.toLowerCase());
    })
    .map((currency) => ({ ...currency, hash: hashOfAddress(currency) ?? currency.hash })),
];

function addressKey({ network, address }: Currency): string | undefined {
  return address === null ? undefined : `${network}:${address.toLowerCase()}`;
}

const byId = new Map(ALL_CURRENCIES.map((currency) => [currency.id.toLowerCase(), currency]));
for (const token of TOKENS) {
  const currency = byId.get(token.id.toLowerCase());
  if (currency) for (const alias of token.aliases) byId.set(alias.toLowerCase(), currency);
}

/** The currency with this canonical ID or alias, in any letter case (behaviour.md FM-12, NT-07 to NT-09). */
export function currencyById(id: string): Currency | undefined {
  return byId.get(id.toLowerCase());
}
