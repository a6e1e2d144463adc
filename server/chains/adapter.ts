import type { Hex } from "@/server/chains/contract-addresses";
import type { Network, NetworkId } from "@/server/chains/networks";

/** A block as far as the watcher cares. `bloom` is null where a chain does not keep one. */
export interface BlockRef {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  time: Date;
  bloom: Hex | null;
}

export interface ChainHead {
  latest: BlockRef;
  /** Number of the newest block that is final; never moves back. */
  finalized: bigint;
}

/** One payment event of a known proxy, decoded (onchain.md §7). Addresses are lower-case hex. */
export interface PaymentLog {
  txHash: Hex;
  /** Position among the payment events of its transaction: with the hash, the identity of the payment. */
  position: number;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
  /** keccak-256 of the payment reference. */
  topic1: Hex;
  /** Null for the native coin. */
  token: Hex | null;
  recipient: Hex;
  /** Base units. */
  amount: bigint;
  feeAmount: bigint;
  feeAddress: Hex | null;
  /** Set when a conversion event belongs to this payment. */
  conversion: { amount: bigint; currency: Hex; maxRateTimespan: bigint } | null;
}

/** What the token's own transfer events say about a payment. */
export interface Settlement {
  /** Who paid, behind known intermediaries; null when it cannot be told. */
  payer: Hex | null;
  /** Base units that reached the payee; null for the native coin. */
  received: bigint | null;
}

/** What a wallet has and may spend, base units. */
export interface Funds {
  native: bigint;
  /** Null when asked about the native coin. */
  token: bigint | null;
  allowance: bigint | null;
  /** Wei per gas. */
  gasPrice: bigint;
}

/**
 * One chain, named after what we need from it. Every method throws `ChainError` when the node cannot be
 * trusted to have answered, and never answers "nothing" instead.
 */
export interface ChainAdapter {
  readonly network: Network;
  /** Blocks until a payment counts; 1 is the block that holds it. */
  readonly confirmations: number;
  /** First block to watch; null lets the watcher begin at the head. */
  readonly startBlock: bigint | null;
  readonly pollMs: number;
  /** Address of our recurring contract on this chain, if any. */
  readonly recurringContract: Hex | null;

  head(): Promise<ChainHead>;
  /** Null for a block this node does not have. */
  blocks(numbers: readonly bigint[]): Promise<(BlockRef | null)[]>;
  /** Payment events of exactly this block, by its hash. */
  logsOfBlock(block: BlockRef): Promise<PaymentLog[]>;
  /** Payment events of a range the node has completely; splits the range when the node refuses it. */
  logsOfRange(from: bigint, to: bigint): Promise<PaymentLog[]>;
  /** Looks at the transactions of these payments, in their order. */
  settlements(logs: readonly PaymentLog[]): Promise<Settlement[]>;
  /**
   * Calls `wake` when there may be a new head, `trouble` when the node cannot tell for a while. Returns what
   * ends the subscription.
   */
  onHead(wake: () => void, trouble: (error: ChainError) => void): () => void;
  funds(query: { wallet: Hex; token: Hex | null; spender: Hex | null }): Promise<Funds>;
  /** Whether the contract at `wallet` calls this signature of a digest its own (ERC-1271). */
  acceptsSignature?(query: { wallet: Hex; digest: Hex; signature: Hex }): Promise<boolean>;
  /** Whether the public sanctions list on this chain has the wallet (onchain.md §14). */
  readonly isSanctioned?: ((wallet: Hex) => Promise<boolean>) | undefined;
}

/** A node that failed, refused or contradicted itself. Worth another try. */
export class ChainError extends Error {
  override readonly name = "ChainError";
}

/** The chains this process can reach. */
export interface Chains {
  find(network: string): ChainAdapter | null;
  list(): ChainAdapter[];
}

/** A fixed set of chains by network ID. */
export function chainsOf(adapters: Partial<Record<NetworkId, ChainAdapter>>): Chains {
  const byId = new Map(Object.entries(adapters));
  return { find: (network) => byId.get(network) ?? null, list: () => [...byId.values()] };
}
