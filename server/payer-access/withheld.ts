import { ApiError } from "@/server/errors";
import { type LinkAccess, needsApproval } from "@/server/payer-access/restricted";
import type { AccessDecision, ShownDecision } from "@/server/payer-access/schema";

/** Whether amount, currency and recipient must not be told yet (AP-03). */
export function isHidden({ policy }: Pick<LinkAccess, "policy">, decision: AccessDecision | null): boolean {
  return policy.hideUntilApproved && decision?.status !== "approved";
}

/**
 * Refuses calldata to a wallet that is not approved (SY-09), and to nobody in particular where only some may pay.
 * Throws 403, with the decision where there is one.
 */
export function requireApproved(link: LinkAccess, decision: AccessDecision | null): void {
  if (decision?.status === "approved") return;
  if (decision === null && !needsApproval(link)) return;
  throw new ApiError(
    "payer_not_approved",
    "This wallet cannot pay under the recipient's policy",
    decision ? { details: { accessDecision: shownDecision(decision) } } : {},
  );
}

/** Without a reason of its own, a decision's reason is what was decided. */
export function shownDecision(decision: AccessDecision): ShownDecision {
  const worded = <T extends { status: string; reasonCode: string | null }>(one: T) => ({
    ...one,
    reasonCode: one.reasonCode ?? one.status,
  });
  return { ...worded(decision), walletResults: decision.walletResults.map(worded) };
}

/** An address as a payer sees it where the payee is not shown (AP-03): enough to tell two apart, not to use. */
export function maskAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}
