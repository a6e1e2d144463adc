import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { type PaymentAccessPolicy, StoredAccessPolicy } from "@/server/payee-destinations/access-policy";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { type DecideOptions, decideAccess } from "@/server/screening/decide-access";
import { resolveAccessPolicy } from "@/server/screening/resolve-policy";
import type { AccessDecision, AccessPolicy } from "@/server/screening/schema";
import type { Link } from "@/server/secure-payments/link";
import type { ShownDecision } from "@/server/secure-payments/reading/read-schema";
import { settleLinks } from "@/server/secure-payments/settle-links";

/** The policy of a new link, from the call and from the destination it pays (AP-05). */
export function policyOf(
  ctx: Ctx,
  flow: "incoming" | "outgoing",
  payment: PaymentAccessPolicy | undefined,
  destination: DestinationRow | null,
): Promise<AccessPolicy> {
  return resolveAccessPolicy(ctx, {
    flow,
    payment,
    destination: StoredAccessPolicy.nullable().parse(destination?.accessPolicy ?? null),
    plan: null,
  });
}

/** The policy of payouts that are paid together: what one of them hides stays hidden. */
export function mergedPolicy(policies: readonly AccessPolicy[]): AccessPolicy {
  const screened = policies.find((policy) => policy.mode !== "off");
  return {
    mode: screened?.mode ?? "off",
    providers: screened?.providers ?? [],
    hideUntilApproved: policies.some((policy) => policy.hideUntilApproved),
    hidePayeeAddress: policies.some((policy) => policy.hidePayeeAddress),
    allowedPayerAddresses: [],
  };
}

/** The wallets a payer says are theirs, as text. */
export interface Visit {
  wallet?: string | undefined;
  eoaWallet?: string | undefined;
}

/** What the gate says about a visit; null while nobody has come with a wallet. */
export async function decisionOn(
  ctx: Ctx,
  link: Link,
  { wallet, eoaWallet }: Visit,
  on: DecideOptions["on"],
): Promise<AccessDecision | null> {
  if (wallet === undefined) return null;
  return decideAccess(
    ctx,
    link.row,
    { wallet, eoaWallet: eoaWallet ?? null },
    { on, onReleased: settleLinks },
  );
}

/** Whether amount, currency and recipient must not be told yet (AP-03). */
export function isHidden(link: Link, decision: AccessDecision | null): boolean {
  return link.policy.hideUntilApproved && decision?.status !== "approved";
}

/** Whether only some wallets may pay. */
export function isGated({ row, policy }: Link): boolean {
  return row.flow === "incoming" && (policy.mode !== "off" || policy.allowedPayerAddresses.length > 0);
}

/**
 * Refuses calldata to a wallet that did not pass (SY-09), and to nobody in particular where only some may pay.
 * Throws 403, with the decision where there is one.
 */
export function requireApproved(link: Link, decision: AccessDecision | null): void {
  if (decision?.status === "approved") return;
  if (decision === null && !isGated(link) && !link.policy.hideUntilApproved) return;
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
