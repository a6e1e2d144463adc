import type { Hex } from "viem";
import { type EvmNetworkId, NETWORKS } from "@/server/chains/networks";
import { localFeed, priceFeed } from "@/server/chains/price-feeds";
import type { PricedSymbol } from "@/server/chains/priced-symbols";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { coinHash, currencyHash } from "@/server/currencies/currency-hash";
import { type ContractToken, TOKENS } from "@/server/currencies/tokens";

/** One pair that the conversion contracts of a local chain know: what `input` is worth in USD. */
export interface ConversionFeed {
  address: Hex;
  input: Hex;
  output: Hex;
}

/** A feed of a local chain. */
export interface PlacedFeed {
  address: Hex;
  answer: bigint;
}

/** Feeds answer with the 8 decimals of a fiat amount. */
export const FEED_DECIMALS = 8;

/** What one unit is worth in USD on local chains until somebody moves the feed. */
const IN_USD: Record<PricedSymbol | "FAU", bigint> = {
  EUR: 108_500_000n,
  GBP: 127_000_000n,
  JPY: 670_000n,
  CNY: 13_800_000n,
  USDC: 99_980_000n,
  USDT: 100_010_000n,
  DAI: 100_000_000n,
  FAU: 100_000_000n,
  ETH: 250_000_000_000n,
  POL: 25_000_000n,
  BNB: 60_000_000_000n,
  TRX: 30_000_000n,
};

/** The hash that stands for USD in paths and events. */
export const USD = asAddress(currencyHash("ISO4217", "USD"));

/** The hash that stands for the native coin of a network in paths and events. */
export function nativeHash(network: EvmNetworkId): Hex {
  return asAddress(coinHash(network));
}

/** Where the feed of a currency stands on a local chain: at its published address where it has one. */
export function feedAddress(network: EvmNetworkId, symbol: string): Hex {
  return (priceFeed(network, symbol) ?? localFeed(symbol)).address;
}

/** Every price feed of one local chain, one for each currency. */
export function feedsOf(network: EvmNetworkId): PlacedFeed[] {
  return Object.entries(IN_USD).map(([symbol, answer]) => ({
    address: feedAddress(network, symbol),
    answer,
  }));
}

/** The pairs that the conversion contracts of one local chain know. */
export function conversionFeedsOf(network: EvmNetworkId): ConversionFeed[] {
  const feed = (symbol: string, input: string): ConversionFeed => ({
    address: feedAddress(network, symbol),
    input: asAddress(input),
    output: USD,
  });
  const { fiats, tokens } = SERVER_FACTS[network].conversionPairs;
  return [
    feed(NETWORKS[network].native.symbol, nativeHash(network)),
    ...fiats.map((fiat) => feed(fiat, currencyHash("ISO4217", fiat))),
    ...TOKENS.filter(
      (token): token is ContractToken =>
        token.network === network && token.address !== null && tokens.includes(token.symbol),
    ).map((token) => feed(token.symbol, token.address)),
  ];
}

function asAddress(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`not an address: ${text}`);
  return `0x${text.slice(2)}`;
}
