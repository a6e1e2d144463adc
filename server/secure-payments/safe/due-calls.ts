import type { ChainAdapter } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { checkWallet } from "@/server/requests/paying/readiness";
import { dueNow } from "@/server/secure-payments/due/due-now";
import type { Link } from "@/server/secure-payments/link";
import { multicallDue } from "@/server/secure-payments/multicall/due";
import { isMulticall, type Multicall } from "@/server/secure-payments/multicall/multicall";

/**
 * The calls that pay a link now, as a Safe may send them: with the approvals it needs, with every approval, and with
 * none. None where nothing is left to pay, and of a link in another currency: its amounts are in what was offered.
 */
export async function dueCalls(
  ctx: Ctx,
  link: Link | Multicall,
  chain: ChainAdapter,
  safe: Hex,
): Promise<Call[][]> {
  const plan = await planOf(ctx, link, safe);
  if (plan === null) return [];
  const [needed, every] = await Promise.all([checkWallet(chain, plan, safe), checkWallet(chain, plan, null)]);
  return [
    [...needed.approvals, plan.call],
    [...every.approvals, plan.call],
    [...every.approvals.slice(-plan.spends.length), plan.call],
    [plan.call],
  ];
}

async function planOf(ctx: Ctx, link: Link | Multicall, safe: Hex): Promise<PaymentPlan | null> {
  if (isMulticall(link)) return multicallDue(ctx, link)?.plan ?? null;
  if (link.requests.some(isConverted)) return null;
  return (await dueNow(ctx, link, { wallet: checksumEvmAddress(safe) }))?.plan ?? null;
}
