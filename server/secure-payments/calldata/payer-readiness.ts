import type { ChainAdapter } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { featuresOf } from "@/server/chains/features";
import type { Ctx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { checkWallet } from "@/server/requests/paying/readiness";
import { requireSafe } from "@/server/requests/paying/safe-payer";
import { checkPair, type PairReadiness } from "@/server/secure-payments/calldata/smart-account";
import type { Link } from "@/server/secure-payments/link";
import { spendSafeLook } from "@/server/secure-payments/safe/look-budget";
import type { SafePayer } from "@/server/secure-payments/safe/safe-payer";
import type { VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * A smart account takes what it pays from the wallet behind it; any other wallet pays for itself. Throws 400 for a
 * kind of wallet that the network does not have (MS-07), and for one that is no Safe although it was said to be; 429 when
 * too many were.
 */
export async function payerReadiness(
  ctx: Ctx,
  link: Link,
  { chain, plan }: { chain: ChainAdapter; plan: PaymentPlan },
  { wallet, eoaWallet, isSafe }: VisitQuery,
): Promise<PairReadiness & { safe: SafePayer | null }> {
  const { family, name } = chain.network;
  const { safes, smartAccounts } = featuresOf(chain.network);
  if (isSafe === "true" && !safes)
    throw invalidField("isSafe", `Multisig payments are not supported on ${name}`);
  if (eoaWallet !== undefined && !smartAccounts) {
    throw invalidField("eoaWallet", `Smart accounts are not supported on ${name}`);
  }
  const payer: Hex | null = wallet === undefined ? null : payerWallet(family, wallet);
  const isToBeSafe = payer !== null && isSafe === "true";
  if (isToBeSafe) await spendSafeLook(ctx, link, payer);
  const safe = isToBeSafe ? { wallet: payer, account: await requireSafe(chain, payer) } : null;
  if (payer !== null && eoaWallet !== undefined) {
    const owner = payerWallet(family, eoaWallet, "eoaWallet");
    if (owner !== payer) return { ...(await checkPair(chain, plan, { account: payer, owner })), safe };
  }
  const readiness = await checkWallet(chain, plan, payer);
  return { readiness, ownerApprovals: [], pulls: [], eoaApproval: null, safe };
}
