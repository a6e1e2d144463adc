import type { Ctx } from "@/server/context";
import { ask, type Occasion } from "@/server/payer-access/ask";
import type { AccessDecision, AccessPolicy, WalletResult } from "@/server/payer-access/schema";

/** A wallet to be screened, in stored form. */
export interface ScreenedWallet {
  address: string;
  type: "eoa" | "smart_account";
  /** The connected wallet behind a smart account. */
  parent: string | null;
}

/** Whom a wallet is screened for. */
export interface ScreeningOccasion extends Occasion {
  platformId: string;
  network: string;
}

/**
 * Asks the providers of a policy about one wallet, in their order. The first definitive answer stands; only a
 * provider that gives none is followed by the next (AP-11). With no answer at all the result is `error` (D-29).
 * Throws 429 when too many wallets were screened.
 */
export async function screenWallet(
  ctx: Ctx,
  policy: Pick<AccessPolicy, "providers">,
  wallet: ScreenedWallet,
  { platformId, network, ...occasion }: ScreeningOccasion,
): Promise<WalletResult> {
  let result: Pick<WalletResult, "status" | "reasonCode" | "provider"> = {
    status: "error",
    reasonCode: "provider_not_configured",
    provider: null,
  };
  let evaluatedAt = ctx.now();
  for (const { id, policyId } of policy.providers) {
    const question = { platformId, provider: id, policyId, network, wallet: wallet.address };
    const screened = await ask(ctx, question, occasion);
    if (!screened) continue;
    result = { ...screened.answer, provider: id };
    evaluatedAt = screened.evaluatedAt;
    if (result.status !== "error") break;
  }
  return { ...namesOf(wallet), ...result, evaluatedAt: evaluatedAt.toISOString() };
}

/** The part of a result that says which wallet it is about. */
export function namesOf({ address, type, parent }: ScreenedWallet) {
  return {
    walletAddress: address,
    walletType: type,
    ...(parent === null ? {} : { parentWalletAddress: parent }),
  };
}

/** Every wallet has to pass (AP-10). A rejection outweighs a missing answer. */
export function decisionOf(walletResults: WalletResult[]): AccessDecision {
  const deciding =
    walletResults.find(({ status }) => status === "rejected") ??
    walletResults.find(({ status }) => status === "error") ??
    walletResults.find(({ provider }) => provider !== null);
  return {
    status: deciding?.status ?? "approved",
    reasonCode: deciding?.reasonCode ?? null,
    provider: deciding?.provider ?? null,
    walletResults,
  };
}
