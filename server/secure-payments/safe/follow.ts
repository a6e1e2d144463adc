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
 * What is known after these results of its Safe, up to block `to`. Its own announcement, and that of the empty transaction
 * of its nonce, decide. Else every transaction that a Safe carries out uses one nonce and is announced, so that ours seems to
 * be replaced once as many others came as there were nonces up to its own: the Safe is asked before that counts (`afterAnswer`).
 */
export function afterResults(
  before: Tracked,
  results: readonly SafeResult[],
  { to, chainId }: { to: bigint; chainId: number },
): Tracked {
  const isDecided = before.outcome !== null && before.outcome !== "replacement";
  if (isDecided || to <= before.lookedUpTo) return before;
  const counts = countsNonces(before);
  const after = { ...before, others: counts ? [...before.others] : [], lookedUpTo: to };
  const fresh = results.filter(({ block }) => block > before.lookedUpTo && block <= to);
  const decisionOf = decider(before, chainId);
  const at = fresh.findIndex((result) => decisionOf(result) !== null);
  for (const result of counts ? fresh.slice(0, at === -1 ? fresh.length : at) : []) {
    if (areEnough(after)) break;
    after.others.push({ block: result.block.toString(), safeTxHash: result.safeTxHash });
    if (at === -1 && areEnough(after)) return ended(after, "replacement", result);
  }
  const deciding = fresh[at];
  const decision = deciding && decisionOf(deciding);
  return decision ? ended(after, decision, deciding) : after;
}

function ended(tracked: Tracked, outcome: Tracked["outcome"], { txHash, block }: SafeResult): Tracked {
  return { ...tracked, outcome, outcomeTxHash: txHash, outcomeBlock: block };
}

/** What an announcement decides by itself; null for one that only uses a nonce. */
function decider(
  tracked: Tracked,
  chainId: number,
): (result: SafeResult) => "success" | "failure" | "rejection" | null {
  const { safe, safeTxHash: own, version, nonce } = tracked;
  const known = countsNonces(tracked) ? SAFE_VERSIONS.find((one) => one === version) : undefined;
  const rejection = known && safeTxHash({ safe, chainId, version: known }, rejectionOf(safe), nonce);
  return ({ safeTxHash: hash, isSuccess }) => {
    if (hash === own) return isSuccess ? "success" : "failure";
    return hash === rejection ? "rejection" : null;
  };
}

/**
 * Whether the announcements of a Safe tell how many nonces it used. 1.0 and 1.1.0 announce failures only, so that
 * nothing follows from them and none is kept. For others no more are kept than there are nonces up to its own.
 */
function countsNonces({ version }: Pick<Tracked, "version">): boolean {
  return version !== "1.0.0" && version !== "1.1.0" && SAFE_VERSIONS.some((one) => one === version);
}

/** As many others have come as there were nonces up to its own. */
function areEnough({ nonce, nonceBefore, others }: Tracked): boolean {
  return BigInt(others.length) > nonce - nonceBefore;
}

/**
 * What is known of one that seems to be replaced, when its Safe was asked for its next nonce after the last block that was
 * looked at; null where it does not say. After a reorganisation a Safe carries out again what it had carried out
 * before the claim came, which counts twice then.
 */
export function afterAnswer(tracked: Tracked, next: bigint | null): Tracked {
  if (tracked.outcome !== "replacement" || next === null || next > tracked.nonce) return tracked;
  return {
    ...tracked,
    others: [],
    nonceBefore: next,
    outcome: null,
    outcomeTxHash: null,
    outcomeBlock: null,
  };
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
