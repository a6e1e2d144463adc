import { isNetworkId } from "@/server/chains/networks";

/** A network that the catalogue knows and the service does not settle on. */
export interface CatalogueNetwork {
  network: string;
  chainId: number;
  /** `hashName` is the coin's name in conversion hashes (onchain.md §9.1), its symbol where that is unique. */
  native: { symbol: string; name: string; decimals: number; hashName: string };
}

function coin(symbol: string, name: string, hashName = symbol) {
  return { symbol, name, decimals: 18, hashName };
}

/**
 * Live networks, with the names that clients of compatible services already use. A coin whose symbol is taken by an
 * older network is hashed as `<symbol>-<network>`.
 */
const ALL: readonly CatalogueNetwork[] = [
  { network: "xdai", chainId: 100, native: coin("xDAI", "xDAI") },
  { network: "fuse", chainId: 122, native: coin("FUSE", "Fuse") },
  { network: "unichain", chainId: 130, native: coin("ETH", "Ether", "ETH-unichain") },
  { network: "monad", chainId: 143, native: coin("MON", "Monad") },
  { network: "sonic", chainId: 146, native: coin("S", "Sonic", "$S") },
  { network: "opbnb", chainId: 204, native: coin("BNB", "BNB", "BNB-opbnb") },
  { network: "fantom", chainId: 250, native: coin("FTM", "Fantom") },
  { network: "boba", chainId: 288, native: coin("ETH", "Ether", "ETH-boba") },
  { network: "zksyncera", chainId: 324, native: coin("ETH", "Ether", "ETH-zksync") },
  { network: "worldchain", chainId: 480, native: coin("ETH", "Ether", "ETH-worldchain") },
  { network: "core", chainId: 1116, native: coin("CORE", "Core") },
  { network: "lisk", chainId: 1135, native: coin("ETH", "Ether", "ETH-lisk") },
  { network: "moonbeam", chainId: 1284, native: coin("GLMR", "Glimmer") },
  { network: "soneium", chainId: 1868, native: coin("ETH", "Ether", "ETH-soneium") },
  { network: "ronin", chainId: 2020, native: coin("RON", "Ronin") },
  { network: "mantle", chainId: 5000, native: coin("MNT", "Mantle") },
  { network: "mode", chainId: 34443, native: coin("ETH", "Ether", "ETH-mode") },
  { network: "celo", chainId: 42220, native: coin("CELO", "Celo") },
  { network: "avalanche", chainId: 43114, native: coin("AVAX", "Avalanche") },
  { network: "ink", chainId: 57073, native: coin("ETH", "Ether", "ETH-ink") },
  { network: "linea", chainId: 59144, native: coin("ETH", "Ether", "ETH-linea") },
  { network: "base-sepolia", chainId: 84532, native: coin("ETH", "Ether", "ETH-base-sepolia") },
];

/** Those that the service does not settle on. */
export const CATALOGUE_NETWORKS = ALL.filter(({ network }) => !isNetworkId(network));
