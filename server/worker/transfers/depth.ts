import type { ChainAdapter } from "@/server/chains/adapter";
import type { Depth } from "@/server/payments/state";

/** How far finality may run ahead before the range that became final is compared again. */
const FINALITY_STEP = 16n;

/** So far behind, comparing goes before reading: on a fast chain there is always a new block. */
const FINALITY_OVERDUE = 8n * FINALITY_STEP;

/**
 * How far finality is let run ahead: not at all where payments wait for it, nor while so many final blocks are unread: once all
 * that was read is compared, these are read a single time, and several workers can record them.
 */
export function patienceOf(
  { confirmations }: Pick<ChainAdapter, "confirmations">,
  unread: bigint,
): { step: bigint; overdue: bigint } {
  if (confirmations === "finalized" || unread >= FINALITY_OVERDUE) return { step: 1n, overdue: 1n };
  return { step: FINALITY_STEP, overdue: FINALITY_OVERDUE };
}

/**
 * The newest block whose payments count, when `head` is the newest block known and `compared` the newest final one
 * that was compared with the node once more.
 */
export function depthOf(
  { confirmations }: ChainAdapter,
  { head, compared }: { head: bigint; compared: bigint },
): Depth {
  const upTo = confirmations === "finalized" ? compared : head - BigInt(confirmations) + 1n;
  return { upTo, compared, head };
}
