import { type Contracts, EVM_CONTRACTS, type Hex, TRON_CONTRACTS } from "@/server/chains/contract-addresses";

export type EvmNetworkId = "mainnet" | "arbitrum-one" | "optimism" | "base" | "matic" | "bsc" | "sepolia";
export type NetworkId = EvmNetworkId | "tron";

/** Names of a payer's source network on the wire (behaviour.md §6.1). Sepolia and Tron have none. */
export type SourceChain = "ETHEREUM" | "ARBITRUM" | "OPTIMISM" | "BASE" | "POLYGON" | "BNB";

interface NetworkFacts {
  name: string;
  chainId: number;
  isTestnet: boolean;
  /** The coin that pays for gas. Amounts in its base unit: wei, or sun (10^6) on Tron. */
  native: { symbol: string; name: string; decimals: number };
  sourceChain: SourceChain | null;
  blockTimeMs: number;
  /** Blocks below the head that count as final where the node has no `finalized` tag (onchain.md §8). */
  finalityFallbackDepth: number;
  /** Prefixes: append a transaction hash, without its `0x` where the explorer knows none, or an address. */
  explorer: { transactionPrefix: string; addressPrefix: string; isHashBare?: boolean };
}

export interface EvmNetwork extends NetworkFacts {
  id: EvmNetworkId;
  family: "evm";
  /** Blocks until `payment.confirmed`; 1 is the block that holds the transaction (onchain.md §8, D-15). */
  confirmations: number;
  contracts: Contracts<Hex>;
}

export interface TronNetwork extends NetworkFacts {
  id: "tron";
  family: "tron";
  /** Confirmed when the block is solidified: 19 of 27 producers have built on it. */
  confirmations: "finalized";
  contracts: Contracts;
}

export type Network = EvmNetwork | TronNetwork;

function etherscanLike(origin: string) {
  return { transactionPrefix: `${origin}/tx/`, addressPrefix: `${origin}/address/` };
}

const ETHER = { symbol: "ETH", name: "Ether", decimals: 18 };

/** The seven EVM networks (behaviour.md §6.1, onchain.md §1 and §8). Key by network and address, never by address alone. */
export const EVM_NETWORKS: Record<EvmNetworkId, EvmNetwork> = {
  mainnet: {
    id: "mainnet",
    family: "evm",
    name: "Ethereum",
    chainId: 1,
    isTestnet: false,
    native: ETHER,
    sourceChain: "ETHEREUM",
    blockTimeMs: 12_000,
    confirmations: 3,
    finalityFallbackDepth: 96,
    explorer: etherscanLike("https://etherscan.io"),
    contracts: EVM_CONTRACTS.mainnet,
  },
  "arbitrum-one": {
    id: "arbitrum-one",
    family: "evm",
    name: "Arbitrum One",
    chainId: 42161,
    isTestnet: false,
    native: ETHER,
    sourceChain: "ARBITRUM",
    blockTimeMs: 250,
    confirmations: 1,
    finalityFallbackDepth: 4_800,
    explorer: etherscanLike("https://arbiscan.io"),
    contracts: EVM_CONTRACTS["arbitrum-one"],
  },
  optimism: {
    id: "optimism",
    family: "evm",
    name: "Optimism",
    chainId: 10,
    isTestnet: false,
    native: ETHER,
    sourceChain: "OPTIMISM",
    blockTimeMs: 2_000,
    confirmations: 1,
    finalityFallbackDepth: 900,
    explorer: etherscanLike("https://optimistic.etherscan.io"),
    contracts: EVM_CONTRACTS.optimism,
  },
  base: {
    id: "base",
    family: "evm",
    name: "Base",
    chainId: 8453,
    isTestnet: false,
    native: ETHER,
    sourceChain: "BASE",
    blockTimeMs: 2_000,
    confirmations: 1,
    finalityFallbackDepth: 900,
    explorer: etherscanLike("https://basescan.org"),
    contracts: EVM_CONTRACTS.base,
  },
  matic: {
    id: "matic",
    family: "evm",
    name: "Polygon",
    chainId: 137,
    isTestnet: false,
    native: { symbol: "POL", name: "Polygon Ecosystem Token", decimals: 18 },
    sourceChain: "POLYGON",
    blockTimeMs: 2_000,
    confirmations: 3,
    finalityFallbackDepth: 64,
    explorer: etherscanLike("https://polygonscan.com"),
    contracts: EVM_CONTRACTS.matic,
  },
  bsc: {
    id: "bsc",
    family: "evm",
    name: "BNB Smart Chain",
    chainId: 56,
    isTestnet: false,
    native: { symbol: "BNB", name: "BNB", decimals: 18 },
    sourceChain: "BNB",
    blockTimeMs: 450,
    confirmations: 3,
    finalityFallbackDepth: 15,
    explorer: etherscanLike("https://bscscan.com"),
    contracts: EVM_CONTRACTS.bsc,
  },
  sepolia: {
    id: "sepolia",
    family: "evm",
    name: "Sepolia",
    chainId: 11155111,
    isTestnet: true,
    native: ETHER,
    sourceChain: null,
    blockTimeMs: 12_000,
    confirmations: 1,
    finalityFallbackDepth: 96,
    explorer: etherscanLike("https://sepolia.etherscan.io"),
    contracts: EVM_CONTRACTS.sepolia,
  },
};

/** Tron mainnet, the only Tron network (behaviour.md §6.1). */
export const TRON_NETWORK: TronNetwork = {
  id: "tron",
  family: "tron",
  name: "Tron",
  chainId: 728126428,
  isTestnet: false,
  native: { symbol: "TRX", name: "TRON", decimals: 6 },
  sourceChain: null,
  blockTimeMs: 3_000,
  confirmations: "finalized",
  finalityFallbackDepth: 19,
  explorer: {
    transactionPrefix: "https://tronscan.org/#/transaction/",
    addressPrefix: "https://tronscan.org/#/address/",
    isHashBare: true,
  },
  contracts: TRON_CONTRACTS,
};

/** Every network of the service by its ID. */
export const NETWORKS: Record<EvmNetworkId, EvmNetwork> & { tron: TronNetwork } = {
  ...EVM_NETWORKS,
  tron: TRON_NETWORK,
};

export const EVM_NETWORK_IDS: readonly EvmNetworkId[] = [
  "mainnet",
  "arbitrum-one",
  "optimism",
  "base",
  "matic",
  "bsc",
  "sepolia",
];
export const NETWORK_IDS: readonly NetworkId[] = [...EVM_NETWORK_IDS, "tron"];

/** True for the ID of an EVM network. */
export function isEvmNetworkId(id: string): id is EvmNetworkId {
  return Object.hasOwn(EVM_NETWORKS, id);
}

/** True for the ID of a network of the service. IDs are case-sensitive. */
export function isNetworkId(id: string): id is NetworkId {
  return Object.hasOwn(NETWORKS, id);
}

/**
 * The ID of the network that a caller means: its ID, or the name it has in documents, which is its source-chain key
 * in any letter case (`polygon` is `matic`). Text that names no network comes back as it is.
 */
export function networkIdNamed(name: string): string {
  if (isNetworkId(name)) return name;
  return networkBySourceChain(name.toUpperCase())?.id ?? name;
}

/** The network with this ID, or undefined. */
export function networkById(id: string): Network | undefined {
  return isNetworkId(id) ? NETWORKS[id] : undefined;
}

/** The network with this chain ID, or undefined. */
export function networkByChainId(chainId: number): Network | undefined {
  return NETWORK_IDS.map((id) => NETWORKS[id]).find((network) => network.chainId === chainId);
}

/** The network a source-chain key names, or undefined for a word that is none. */
export function networkBySourceChain(sourceChain: string): EvmNetwork | undefined {
  return EVM_NETWORK_IDS.map((id) => EVM_NETWORKS[id]).find((network) => network.sourceChain === sourceChain);
}

/** Public explorer page of a transaction. */
export function explorerTransactionUrl(network: NetworkId, hash: string): string {
  const { transactionPrefix, isHashBare } = NETWORKS[network].explorer;
  return transactionPrefix + (isHashBare ? hash.replace(/^0x/, "") : hash);
}

/** Public explorer page of an address. */
export function explorerAddressUrl(network: NetworkId, address: string): string {
  return NETWORKS[network].explorer.addressPrefix + address;
}
