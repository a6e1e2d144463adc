import { type Hex, keccak256, stringToHex } from "viem";
import type { EvmNetworkId } from "@/server/chains/networks";
import { currencyHash, NATIVE_HASH_NAMES } from "@/server/currencies/currency-hash";
import { type ContractToken, TOKENS } from "@/server/currencies/tokens";

/** One price feed of a local chain: what `input` is worth in USD. */
export interface Feed {
  address: Hex;
  input: Hex;
  output: Hex;
  answer: bigint;
}

/** Feeds answer with the 8 decimals of a fiat amount. */
export const FEED_DECIMALS = 8;

const FIAT_IN_USD = { EUR: 108_500_000n, GBP: 127_000_000n, JPY: 670_000n, CNY: 13_800_000n };
type Fiat = keyof typeof FIAT_IN_USD;
const TOKEN_IN_USD: Record<string, bigint> = {
  USDC: 99_980_000n,
  USDT: 100_010_000n,
  DAI: 100_000_000n,
  FAU: 100_000_000n,
};
const NATIVE_IN_USD: Record<EvmNetworkId, bigint> = {
  mainnet: 250_000_000_000n,
  "arbitrum-one": 250_000_000_000n,
  optimism: 250_000_000_000n,
  base: 250_000_000_000n,
  matic: 25_000_000n,
  bsc: 60_000_000_000n,
  sepolia: 250_000_000_000n,
};

/** The pairs of the public deployments (onchain.md §9.3): fiat by network, and which tokens have a price there. */
const FIATS: Record<EvmNetworkId, Fiat[]> = {
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

/** Public feeds that a price source may read directly (onchain.md §9.3). */
const MAINNET_FEEDS: Record<string, Hex> = {
  EUR: "0xb49f677943BC038e9857d61E7d053CaA2C1734C1",
  GBP: "0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5",
  JPY: "0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3",
  CNY: "0xeF8A4aF35cd47424672E3C590aBD37FBB7A7759a",
  USDC: "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6",
  USDT: "0x3E7d1eAB13ad0104d2750B8863b489D65364e32D",
  DAI: "0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9",
};

/** The hash that stands for USD in paths and events. */
export const USD = asAddress(currencyHash("ISO4217", "USD"));

/** The hash that stands for the native coin of a network in paths and events. */
export function nativeHash(network: EvmNetworkId): Hex {
  return asAddress(currencyHash("ETH", NATIVE_HASH_NAMES[network]));
}

/** The feeds of one local chain. */
export function feedsOf(network: EvmNetworkId): Feed[] {
  const feed = (name: string, input: string, answer: bigint): Feed => ({
    address: (network === "mainnet" ? MAINNET_FEEDS[name] : undefined) ?? derivedAddress(`${name}/USD feed`),
    input: asAddress(input),
    output: USD,
    answer,
  });
  return [
    feed("native", nativeHash(network), NATIVE_IN_USD[network]),
    ...FIATS[network].map((fiat) => feed(fiat, currencyHash("ISO4217", fiat), FIAT_IN_USD[fiat])),
    ...TOKENS.filter(
      (token): token is ContractToken =>
        token.network === network && token.address !== null && PRICED_TOKENS[network].includes(token.symbol),
    ).map((token) => feed(token.symbol, token.address, TOKEN_IN_USD[token.symbol] ?? 100_000_000n)),
  ];
}

function derivedAddress(name: string): Hex {
  return `0x${keccak256(stringToHex(name)).slice(-40)}`;
}

function asAddress(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`not an address: ${text}`);
  return `0x${text.slice(2)}`;
}
