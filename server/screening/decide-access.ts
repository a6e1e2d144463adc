import type { Ctx, Tx } from "@/server/context";
import type { GatedLink, VisitingWallets } from "@/server/screening/gate";
import type { AccessDecision } from "@/server/screening/schema";

export interface DecideOptions {
  /** On `access` a definitive answer of the last minute is used again; `pay` always asks anew (AP-09). */
  on: "access" | "pay";
  /** Runs in the commit of an approval that released held payments, after their requests were settled. */
  onReleased?: (tx: Tx, requestIds: readonly string[]) => Promise<void>;
}

/** Signature only; see the commit after this one. */
export declare function decideAccess(
  ctx: Ctx,
  link: GatedLink,
  wallets: VisitingWallets,
  options?: DecideOptions,
): Promise<AccessDecision>;
