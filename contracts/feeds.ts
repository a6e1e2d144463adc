import type { Hex } from "viem";
import type { EvmNetworkId } from "@/server/chains/networks";
import { localFeed, priceFeed, SEQUENCER_FEEDS } from "@/server/chains/price-feeds";
import { currencyHash, NATIVE_HASH_NAMES } from "@/server/currencies/currency-hash";
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
const IN_USD: Record<string, bigint> = {
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

const NATIVE_SYMBOL: Record<EvmNetworkId, string> = {
  mainnet: "ETH",
  "arbitrum-one": "ETH",
  optimism: "ETH",
  base: "ETH",
  matic: "POL",
  bsc: "BNB",
  sepolia: "ETH",
};

/** The pairs of the public deployments (onchain.md §9.3): fiat by network, and which tokens have a price there. */
const FIATS: Record<EvmNetworkId, string[]> = {
  mainnet: ["EUR", "GBP", "JPY", "CNY"],
  "arbitrum-one": ["EUR", "GBP", "JPY", "CNY"],
  matic: ["EUR", "GBP", "JPY", "CNY"],
  bsc: ["EUR", "GBP", "JPY"],
  optimism: ["EUR", "JPY"],
  base: [],
  sepolia: ["EUR", "GBP"],
};
const STABLECOINS = ["USDC", "USDT", "DAI"];
const PRICED_TOKENS: Record<EvmNetworkId, string[]> = {
  mainnet: STABLECOINS,
  "arbitrum-one": STABLECOINS,
  matic: STABLECOINS,
  bsc: STABLECOINS,
  optimism: STABLECOINS,
  base: ["USDC"],
  sepolia: ["FAU", "USDT"],
};

/** The hash that stands for USD in paths and events. */
export const USD = asAddress(currencyHash("ISO4217", "USD"));

/** The hash that stands for the native coin of a network in paths and events. */
export function nativeHash(network: EvmNetworkId): Hex {
  return asAddress(currencyHash("ETH", NATIVE_HASH_NAMES[network]));
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

/** The feed that says since when an L2's sequencer has been up; null on other networks. */
export function sequencerFeed(network: EvmNetworkId): Hex | null {
  return SEQUENCER_FEEDS[network] ?? null;
}

/** The pairs that the conversion contracts of one local chain know. */
export function conversionFeedsOf(network: EvmNetworkId): ConversionFeed[] {
  const feed = (symbol: string, input: string): ConversionFeed => ({
    address: feedAddress(network, symbol),
    input: asAddress(input),
    output: USD,
  });
  return [
    feed(NATIVE_SYMBOL[network], nativeHash(network)),
    ...FIATS[network].map((fiat) => feed(fiat, currencyHash("ISO4217", fiat))),
    ...TOKENS.filter(
      (token): token is ContractToken =>
        token.network === network && token.address !== null && PRICED_TOKENS[network].includes(token.symbol),
    ).map((token) => feed(token.symbol, token.address)),
  ];
}

function asAddress(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`not an address: ${text}`);
  return `0x${text.slice(2)}`;
}
