import type { Hex } from "@/server/chains/contract-addresses";

/** A call as `eth_call` takes it. */
export interface Call {
  from: Hex;
  to: Hex;
  data: Hex;
  /** The most it may use. */
  gas: bigint;
  /** What it offers for gas, wei per gas: a contract can see that nobody pays. Absent, nothing. */
  fees?: { maxFee: bigint; maxPriorityFee: bigint };
}

/** The message of a call that used up its gas. */
export const OUT_OF_GAS = "out of gas";

/** The message of a call that a node gave up, although it answered others. */
export const TOOK_TOO_LONG = "the node gave up its simulation";

/** `data` is what the call returned, or what it reverted with; a reason in words where the node gave only words. */
export type CallResult = { ok: true; data: Hex } | { ok: false; data: Hex | null; message: string };

export interface EventLog {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
}

/** What became of a transaction that is in a block. */
export interface Receipt {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  /** False where it was reverted: its gas is spent, nothing else happened. */
  succeeded: boolean;
  gasUsed: bigint;
  /** Wei per gas that was paid. */
  gasPrice: bigint;
  logs: readonly EventLog[];
}

/** An account as the newest block knows it, all of one answer. */
export interface AccountOnChain {
  /** The nonce of its next transaction. */
  nonce: bigint;
  /** The same with the transactions that wait to be mined, as far as the node knows. */
  pendingNonce: bigint;
  /** Wei. */
  balance: bigint;
}

/** What the node says about fees, wei per gas. */
export interface FeeOracle {
  /** Of the newest block. */
  baseFee: bigint;
  /** Suggested `maxPriorityFeePerGas`; null where the node suggests none. */
  tip: bigint | null;
  /** The most gas that a block holds. */
  blockGasLimit: bigint;
}

/** What a node said to a signed transaction. */
export type BroadcastAnswer =
  /** It has it, perhaps since before. */
  | { kind: "accepted" }
  /** The nonce belongs to a transaction that is mined. */
  | { kind: "nonce_too_low" }
  /** Its fees are below what the pool takes; `minimumTip` where it said how much that is. */
  | { kind: "underpriced"; minimumTip: bigint | null }
  /** Another transaction has the nonce, and this one does not pay enough more. */
  | { kind: "replacement_underpriced" }
  | { kind: "insufficient_funds" }
  | { kind: "refused"; message: string };

/** What a service that sends transactions of its own asks of a chain. Every method throws `ChainError`. */
export interface TransactionNode {
  account(address: Hex): Promise<AccountOnChain>;
  fees(): Promise<FeeOracle>;
  code(address: Hex): Promise<Hex>;
  /**
   * What calls would do on top of the newest block, in their order. A call that no node answers in time is refused
   * with `TOOK_TOO_LONG` where others are answered: it may be a stranger's program that keeps the node busy.
   */
  calls(calls: readonly Call[]): Promise<CallResult[]>;
  /** Gas that the node thinks a transaction needs; null where it would fail. */
  estimate(call: Omit<Call, "gas">): Promise<bigint | null>;
  /** Gives these bytes to every node that keeps up. */
  broadcast(raw: Hex): Promise<BroadcastAnswer>;
  /** In the order of the hashes; null for what is in no block. */
  receipts(hashes: readonly Hex[]): Promise<(Receipt | null)[]>;
  /** Whether the node has the transaction, in a block or waiting for one. */
  isKnown(txHash: Hex): Promise<boolean>;
  /** Events of one contract with this first topic, in blocks `from` to `to`. */
  events(contract: Hex, topic: Hex, from: bigint, to: bigint): Promise<(EventLog & { txHash: Hex })[]>;
}
