import type { Ctx } from "@/server/context";
import type { AccessDecision, AccessPolicy } from "@/server/payer-access/schema";
import { decisionOf, namesOf, screenWallet } from "@/server/payer-access/screen";
import { readWallet } from "@/server/payer-access/visiting-wallets";

/**
 * Decides whether a payout may go to a wallet, before anything is stored (AP-09, AP-12). The caller stores the
 * results with the link that it creates (`storeResults`). Approved without asking where nothing is screened.
 * Throws 400 for a text that is no address, 429 when too many were screened.
 */
export async function screenRecipient(
  ctx: Ctx,
  payout: { policy: Pick<AccessPolicy, "mode" | "providers">; wallet: string; network: string },
): Promise<AccessDecision> {
  const recipient = { address: readWallet("payee", payout.wallet), type: "eoa", parent: null } as const;
  if (payout.policy.mode === "off") {
    return decisionOf([{ ...namesOf(recipient), status: "approved", reasonCode: null, provider: null }]);
  }
  const { platformId } = ctx.caller;
  const occasion = { platformId, network: payout.network, linkId: null, on: "pay" } as const;
  return decisionOf([await screenWallet(ctx, payout.policy, recipient, occasion)]);
}
