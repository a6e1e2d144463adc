import type { Ctx } from "@/server/context";
import { formatAmount } from "@/server/lib/amount";
import { estimateTogether } from "@/server/requests/paying/crosschain/list-bridges";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { MAX_DEPOSITS } from "@/server/secure-payments/crosschain/prepare";
import { networkOf } from "@/server/secure-payments/link";
import type { OpenReading } from "@/server/secure-payments/reading/link-reading";
import type { PaymentOptions, VisitQuery } from "@/server/secure-payments/wire/read-schema";

/**
 * What a wallet could pay a link with from other networks (SG-03): its balances there beside what all its payments cost
 * from there, the bridge's fees as far as they are known without asking anybody. Nothing where one of them is below the
 * least that bridges take (PC-09), for more than are brought together, while nobody quotes (XC-05), and for smart
 * accounts, which pay on the link's own network.
 */
export async function optionsElsewhere(
  ctx: Ctx,
  { link, dues }: OpenReading,
  { wallet, eoaWallet, isSafe }: VisitQuery,
): Promise<PaymentOptions> {
  if (dues.length === 0 || dues.length > MAX_DEPOSITS) return {};
  const { family } = networkOf(link);
  const isPlain = eoaWallet === undefined && isSafe !== "true";
  if (wallet === undefined || family !== "evm" || !isPlain) return {};
  const options: PaymentOptions = {};
  for (const { source, needed, balance } of await estimateTogether(ctx, dues, payerWallet(family, wallet))) {
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
