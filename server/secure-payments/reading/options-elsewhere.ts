import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { estimateSources } from "@/server/requests/paying/crosschain/list-bridges";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { dueNow } from "@/server/secure-payments/calldata/due-now";
import { type Link, networkOf } from "@/server/secure-payments/link";
import type { PaymentOptions, VisitQuery } from "@/server/secure-payments/reading/read-schema";

/**
 * What a wallet could pay a single link with from other networks (SG-03): its balances there beside what the payment
 * costs from there, the bridge's fee as far as it is known without asking anybody. Nothing below the least that bridges
 * take (PC-09), while nobody quotes (XC-05), and for smart accounts, which pay on the link's own network.
 */
export async function optionsElsewhere(
  ctx: Ctx,
  link: Link,
  { wallet, eoaWallet, isSafe }: VisitQuery,
): Promise<PaymentOptions> {
  const { family } = networkOf(link);
  const isPlain = eoaWallet === undefined && isSafe !== "true";
  if (wallet === undefined || family !== "evm" || link.row.paymentType !== "single" || !isPlain) return {};
  const [due] = (await dueNow(ctx, link, { wallet }))?.dues ?? [];
  if (!due) return {};
  const options: PaymentOptions = {};
  for (const { source, needed, balance } of await estimateSources(ctx, due, payerWallet(family, wallet))) {
    const { network, token } = source;
    if (balance === null || network.sourceChain === null) continue;
    options[network.sourceChain] = {
      ...options[network.sourceChain],
      [token.symbol]: {
        balance: formatAmount(balance, token.decimals),
        hasEnoughBalance: balance >= needed,
        neededAmount: formatAmount(needed, token.decimals),
      },
    };
  }
  return options;
}
