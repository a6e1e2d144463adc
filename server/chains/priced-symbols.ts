import type { EvmCoinSymbol } from "@/server/chains/descriptors/all";
import { NETWORK_IDS, NETWORKS } from "@/server/chains/networks";

const FIAT = ["EUR", "GBP", "JPY", "CNY"] as const;
const STABLECOINS = ["USDC", "USDT", "DAI"] as const;

/** A currency that has a price in USD; USD itself needs none. Tokens are priced by their symbol. */
export type PricedSymbol = (typeof FIAT)[number] | (typeof STABLECOINS)[number] | EvmCoinSymbol | "TRX";

/** Every currency that has a price in USD: the coin of each network among them. */
export const PRICED_SYMBOLS: ReadonlySet<string> = new Set([
  ...FIAT,
  ...STABLECOINS,
  ...NETWORK_IDS.map((id) => NETWORKS[id].native.symbol),
]);
