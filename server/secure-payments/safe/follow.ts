import type { safeTransactions } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { SafeResult } from "@/server/chains/evm/safe/safe-results";
import { rejectionOf, SAFE_VERSIONS, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeEvent } from "@/server/secure-payments/safe/state";

/** A Safe transaction that is waited for, and what is known of it. */
export interface Tracked extends Omit<typeof safeTransactions.$inferSelect, "safe"> {
  safe: Hex;
  safeTxHash: string;
  linkId: string;
}

/**
 * What is known after these results, up to block `to`. Every transaction that a Safe carries out uses one nonce and is
 * announced, so that ours is replaced once as many others came as there were nonces up to its own: nothing but events is
 * needed, no state of a block that nodes may have forgotten.
 */
export function afterResults(
  before: Tracked,
  results: readonly SafeResult[],
  { to, chainId }: { to: bigint; chainId: number },
): Tracked {
  if (before.outcome !== null || to <= before.lookedUpTo) return before;
  const news = results.filter(
    ({ safe, block }) => safe === before.safe && block > before.lookedUpTo && block <= to,
  );
  const after = { ...before, others: [...before.others], lookedUpTo: to };
  for (const result of news) {
    const isOurs = result.safeTxHash === before.safeTxHash;
    if (!isOurs) after.others.push({ block: result.block.toString(), safeTxHash: result.safeTxHash });
    const outcome = isOurs
      ? result.isSuccess
        ? "success"
        : "failure"
      : replacementOf(after, result, chainId);
    if (outcome === null) continue;
    return { ...after, outcome, outcomeTxHash: result.txHash, outcomeBlock: result.block };
  }
  return after;
}

/** What another transaction of the Safe means for ours: null while its nonce is still free. */
function replacementOf(
  { safe, version, nonce, nonceBefore, others }: Tracked,
  { safeTxHash: hash }: SafeResult,
  chainId: number,
): "rejection" | "replacement" | null {
  const known = SAFE_VERSIONS.find((one) => one === version);
  // 1.0 announces failures only: there nobody can tell how many nonces were used.
  if (!known || known === "1.0.0" || known === "1.1.0") return null;
  if (BigInt(others.length) <= nonce - nonceBefore) return null;
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
