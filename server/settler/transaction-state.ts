import type { SETTLER_TRANSACTION_STATES } from "@/db/schema";

export type SettlerTransactionState = (typeof SETTLER_TRANSACTION_STATES)[number];

/** What the chain says of a transaction. */
export type Seen =
  /** A block has it that can still be taken back. */
  | "in_block"
  /** A block has it that is final. */
  | "in_final_block"
  /** No block has it, and its nonce is free. */
  | "in_no_block"
  /** Another transaction has its nonce, in a block that can still be taken back. */
  | "overtaken"
  /** The same, and for good. */
  | "overtaken_for_good";

/** Where a transaction goes; `isSettled`: nothing about it can change any more. */
export interface NextState {
  state: SettlerTransactionState;
  isSettled: boolean;
}

const is = (state: SettlerTransactionState, isSettled = false): NextState => ({ state, isSettled });

/**
 * Rows are where a transaction is, columns what the chain says, cells where it goes. What it was before does not matter but for
 * one thing: the chain is right, also where it has changed its mind.
 */
export const TRANSACTION_TABLE: Record<SettlerTransactionState, Record<Seen, NextState>> = {
  pending: {
    in_block: is("mined"),
    in_final_block: is("mined", true),
    in_no_block: is("pending"),
    overtaken: is("lost"),
    overtaken_for_good: is("lost", true),
  },
  mined: {
    in_block: is("mined"),
    in_final_block: is("mined", true),
    // Its block was taken back: its bytes are sent again.
    in_no_block: is("pending"),
    overtaken: is("lost"),
    overtaken_for_good: is("lost", true),
  },
  lost: {
    in_block: is("mined"),
    in_final_block: is("mined", true),
    in_no_block: is("pending"),
    overtaken: is("lost"),
    overtaken_for_good: is("lost", true),
  },
};
