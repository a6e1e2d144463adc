import type { Contracts, Hex } from "@/server/chains/contract-addresses";

/** A token that the service settles in on one network. */
export interface TokenFacts {
  symbol: string;
  address: string;
  decimals: number;
  /** Its IDs in the public catalogue where that has others (NT-07), and USDT0 where it is the same contract. */
  catalogueIds?: readonly string[];
  /** True when the token refuses to change a non-zero allowance to another non-zero one (onchain.md §15). */
  approveNeedsReset?: boolean;
}

/** What a network is, for pages in browsers too. What only the server needs is in `server-facts.ts`. */
interface Descriptor {
  id: string;
  name: string;
  chainId: number;
  isTestnet: boolean;
  /** The coin that pays for gas. Amounts in its base unit: wei, or sun (10^6) on Tron. */
  native: { symbol: string; name: string; decimals: number };
  /**
   * Under which name the conversion contracts know the coin, as part of a hash that never changes (onchain.md §9.1):
   * several coins called ETH need several names. Then its IDs in the public catalogue, and others that mean it.
   */
  coinIds: { hashName: string; catalogueIds?: readonly string[]; moreAliases?: readonly string[] };
  /** Name of a payer's source network on the wire (behaviour.md §6.1); null where it has none. */
  sourceChain: string | null;
  blockTimeMs: number;
  /** Blocks below the head that count as final where the node has no `finalized` tag (onchain.md §8). */
  finalityFallbackDepth: number;
  /** Prefixes: append a transaction hash, without its `0x` where the explorer knows none, or an address. */
  explorer: { transactionPrefix: string; addressPrefix: string; isHashBare?: boolean };
  /** In the order in which they are listed; the native coin comes before them. Bridged USDC.e is none of ours (onchain.md §2). */
  tokens: readonly TokenFacts[];
}

export interface EvmDescriptor extends Descriptor {
  family: "evm";
  /** Blocks until `payment.confirmed`; 1 is the block that holds the transaction (onchain.md §8, D-15). */
  confirmations: number;
  /**
   * Only ever told to a wallet that does not know the network and is asked to add it: it broadcasts through this node.
   * Pages read through `/rpc`.
   */
  publicNode: string;
  /** Which of the two sets of Safe 1.3.0 the interface of Safe uses here; both exist on every network. */
  safe130: "canonical" | "eip155";
  contracts: Contracts<Hex>;
}

export interface TronDescriptor extends Descriptor {
  family: "tron";
  /** Confirmed when the block is solidified: 19 of 27 producers have built on it. */
  confirmations: "finalized";
  contracts: Contracts;
}

/** The explorers of Etherscan, and those that are built like them. */
export function etherscanLike(origin: string) {
  return { transactionPrefix: `${origin}/tx/`, addressPrefix: `${origin}/address/` };
}

export const ETHER = { symbol: "ETH", name: "Ether", decimals: 18 } as const;
