import type { Hex } from "viem";
import type { TokenPayment } from "@/sim/chain/contracts";
import type { Emitted } from "@/sim/chain/emitted";
import type { Execution } from "@/sim/chain/safe";

/** A transaction in a block, with what it did. */
export interface Transaction {
  hash: Hex;
  from: Hex;
  to: Hex;
  input: Hex;
  logs: Emitted[];
  /** Deposits of other chains that it fills, by the hash of their words. */
  fills?: readonly Hex[];
  /** In a block after this time it would do nothing, seconds since the epoch. */
  validUntil?: number;
  /** What it has a Safe do: nothing in a block in which the nonce is not the Safe's next one. */
  execution?: Execution;
  /** Of one whose outcome depends on what is there before it: what it does in its block; null where no block takes it there. */
  execute?: (at: Moment) => Outcome | null;
  /** Of one that was executed, the payments that it made. */
  payments?: readonly TokenPayment[];
  isReverted?: boolean;
}

/** Where a transaction is executed. */
export interface Moment {
  height: number;
  /** Of its block, seconds since the epoch. */
  timestamp: number;
  /** What its block has before it. */
  before: readonly Transaction[];
}

/** What a transaction did. */
export interface Outcome {
  logs: Emitted[];
  payments: readonly TokenPayment[];
  isReverted?: boolean;
}

/** What a call of a contract comes to. */
export type Answered = { returns: Hex } | { reverts: Hex };

/** A contract that answers calls. */
export interface Contract {
  /** By the address of each contract its code. */
  readonly code: ReadonlyMap<string, Hex>;
  /** Null for what it knows nothing of. `height` is the block on top of which it is called. */
  call(call: { to: string; data: Hex }, height: number): Answered | null;
}

/** What nodes do with the transactions that one account sends by itself. */
export interface Sending {
  take(raw: Hex): { result: Hex } | { error: { code: number; message: string } };
  /** Whether the nodes have a transaction, in a block or not. */
  isWaiting(hash: Hex): boolean;
  /** The nonce of the next transaction of the account after the block of this height. */
  nonceAt(height: number): number;
  /** The same with those that wait. */
  readonly pendingNonce: number;
}
