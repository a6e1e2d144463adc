import type { TRANSFER_STATES } from "@/db/schema";

export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * What can happen to a transfer (onchain.md §8). `mined` also covers the same transaction returning in
 * another block; `window_passed` means that it did not return before its replacement became final; `not_there` that its
 * block was read again and the node has no such payment: a final one however old when an operator has it read, or when it was
 * recorded ahead of the watcher, which comes there later.
 */
export type TransferEvent =
  | "mined"
  | "deep_enough"
  | "block_finalized"
  | "block_dropped"
  | "window_passed"
  | "not_there";

/** Rows are where a transfer is, columns are what happened, cells are where it goes. */
const transferTable: Record<TransferState, Partial<Record<TransferEvent, TransferState>>> = {
  seen: { deep_enough: "confirmed", block_dropped: "orphaned", not_there: "orphaned" },
  confirmed: { block_finalized: "final", block_dropped: "orphaned", not_there: "orphaned" },
  final: { not_there: "orphaned" },
  orphaned: { mined: "seen", window_passed: "dropped" },
  dropped: { mined: "seen" },
};

/** States from which an event moves a transfer: the guard of every bulk update. */
export function statesBefore(event: TransferEvent): TransferState[] {
  const states: TransferState[] = ["seen", "confirmed", "final", "orphaned", "dropped"];
  return states.filter((state) => transferTable[state][event]);
}

/** Up to which block payments count, and up to which blocks are final and were compared with the node once more. */
export interface Depth {
  upTo: bigint;
  compared: bigint;
  /** The newest block that is known. */
  head: bigint;
}

/**
 * The newest block whose payments count, by the confirmations that a request asks for: 0 for a final block, null for what its
 * network asks for.
 */
export function countsUpTo({ upTo, compared, head }: Depth, requiredConfirmations: number | null): bigint {
  if (requiredConfirmations === null) return upTo;
  return requiredConfirmations === 0 ? compared : head - BigInt(requiredConfirmations) + 1n;
}

/** By how many providers of nodes a payment has to be shown, and was. */
export interface Attestation {
  quorum?: number;
  attestedBy?: number;
}

/** Whether enough providers have shown a payment for it to count. */
export function isAttested({ quorum, attestedBy = 0 }: Attestation): boolean {
  return quorum === undefined || attestedBy >= quorum;
}

/**
 * The state in which a payment is recorded that stands in this block: where it is as deep as it takes when it is found,
 * its way to there is gone in one step, and its row is written once.
 */
export function stateWhenFound(
  block: bigint,
  depth: Depth,
  requiredConfirmations: number | null,
  attestation: Attestation,
): TransferState {
  if (block > countsUpTo(depth, requiredConfirmations) || !isAttested(attestation)) return "seen";
  return block <= depth.compared ? "final" : "confirmed";
}

/** A transfer that is in the chain we believe in. */
export const COUNTED_STATES = ["seen", "confirmed", "final"] as const satisfies readonly TransferState[];
/** A transfer that is deep enough to settle a request. */
export const SETTLED_STATES = ["confirmed", "final"] as const satisfies readonly TransferState[];
