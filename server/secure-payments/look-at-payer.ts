import type { ChainAdapter } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { payerWallet } from "@/server/requests/payer-wallet";
import type { PaymentPlan } from "@/server/requests/payment-plan";
import { checkWallet } from "@/server/requests/readiness";
import type { VisitQuery } from "@/server/secure-payments/schema";
import { checkPair, type PairReadiness } from "@/server/secure-payments/smart-account";

/** A smart account takes what it pays from the wallet behind it; any other wallet pays for itself. */
export async function lookAtPayer(
  chain: ChainAdapter,
  plan: PaymentPlan,
  { wallet, eoaWallet }: VisitQuery,
): Promise<PairReadiness> {
  const payer: Hex | null = wallet === undefined ? null : payerWallet(wallet);
  if (payer !== null && eoaWallet !== undefined) {
    const owner = payerWallet(eoaWallet, "eoaWallet");
    if (owner !== payer) return checkPair(chain, plan, { account: payer, owner });
  }
  const readiness = await checkWallet(chain, plan, payer);
  return { readiness, ownerApprovals: [], pulls: [], eoaApproval: null };
}
