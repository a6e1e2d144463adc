import type { safeTransactions } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import { rejectionOf, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeResult } from "@/server/chains/safe";
import { SAFE_VERSIONS } from "@/server/chains/safe";
import type { SafeEvent } from "@/server/secure-payments/safe/state";

/** A Safe transaction that is waited for, and what is known of it. */
export interface Tracked extends Omit<typeof safeTransactions.$inferSelect, "safe"> {
  safe: Hex;
  safeTxHash: string;
  linkId: string;
}

/**
 * What is known after these results of its Safe, up to block `to`. Every transaction that a Safe carries out uses one nonce and is
 * announced, so that ours is replaced once as many others came as there were nonces up to its own: nothing but events is
 * needed, no state of a block that nodes may have forgotten.
 */
export function afterResults(
  before: Tracked,
  results: readonly SafeResult[],
  { to, chainId }: { to: bigint; chainId: number },
): Tracked {
  if (before.outcome !== null || to <= before.lookedUpTo) return before;
  const after = { ...before, others: countsNonces(before) ? [...before.others] : [], lookedUpTo: to };
  for (const result of results) {
    if (result.block <= before.lookedUpTo || result.block > to) continue;
    const outcome = outcomeOf(after, result, chainId);
    if (outcome !== null)
      return { ...after, outcome, outcomeTxHash: result.txHash, outcomeBlock: result.block };
  }
  return after;
}

/** What an announcement means for the transaction, which remembers others of its Safe; null for nothing yet. */
function outcomeOf(tracked: Tracked, result: SafeResult, chainId: number): Tracked["outcome"] {
  if (result.safeTxHash === tracked.safeTxHash) return result.isSuccess ? "success" : "failure";
  if (!countsNonces(tracked)) return null;
  tracked.others.push({ block: result.block.toString(), safeTxHash: result.safeTxHash });
  return replacementOf(tracked, result, chainId);
}

/**
 * Whether the announcements of a Safe tell how many nonces it used. 1.0 and 1.1.0 announce failures only, so that
 * nothing follows from them and none is kept. For others no more are kept than there are nonces up to its own.
 */
function countsNonces({ version }: Pick<Tracked, "version">): boolean {
  return version !== "1.0.0" && version !== "1.1.0" && SAFE_VERSIONS.some((one) => one === version);
}

/** What another transaction of the Safe means for ours: null while its nonce is still free. */
function replacementOf(
  { safe, version, nonce, nonceBefore, others }: Tracked,
  { safeTxHash: hash }: SafeResult,
  chainId: number,
): "rejection" | "replacement" | null {
  const known = SAFE_VERSIONS.find((one) => one === version);
  if (!known || BigInt(others.length) <= nonce - nonceBefore) return null;
  return hash === safeTxHash({ safe, chainId, version: known }, rejectionOf(safe), nonce)
    ? "rejection"
    : "replacement";
}

const ENDS = {
  failure: "execution_failed",
  rejection: "rejected",
  replacement: "replaced",
} as const satisfies Record<string, SafeEvent>;

/** Why a Safe transaction will never pay. */
export type SafeFailure = (typeof ENDS)[keyof typeof ENDS] | "deadline_passed";

/**
 * What has become of it: success at once, since nothing but the payment's own event counts for money; a failure when it
 * is as deep as payments have to be; and a deadline by the clock, `now` null where newer blocks may say otherwise.
 */
export function endOf(
  { outcome, outcomeBlock, trackedUntil }: Tracked,
  { depth, now }: { depth: bigint; now: Date | null },
): "succeeded" | SafeFailure | null {
  if (outcome === "success") return "succeeded";
  if (outcome !== null) return outcomeBlock !== null && outcomeBlock <= depth ? ENDS[outcome] : null;
  return now !== null && trackedUntil <= now ? "deadline_passed" : null;
}

/** What is left of it when all blocks above `ancestor` are gone. */
export function afterReorganisation(before: Tracked, ancestor: bigint): Tracked {
  const isGone = before.outcomeBlock !== null && before.outcomeBlock > ancestor;
  return {
    ...before,
    lookedUpTo: before.lookedUpTo < ancestor ? before.lookedUpTo : ancestor,
    others: before.others.filter(({ block }) => BigInt(block) <= ancestor),
    ...(isGone ? { outcome: null, outcomeTxHash: null, outcomeBlock: null } : {}),
  };
}
