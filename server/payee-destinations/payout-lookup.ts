import { and, asc, desc, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import type { Reads } from "@/server/context";
import type { PayoutLookup } from "@/server/payee-destinations/schema";
import { walletOf } from "@/server/payee-destinations/token";

/**
 * Where a wallet, anybody's, is paid now, or null (PD-07): its owner's choice, else what the service made for
 * it as a payee; null too where contract wallets of several chains have chosen at this address. Says nothing about policies. Throws 400 for what is no wallet address.
 */
export async function lookUpPayoutDestination(
  ctx: Pick<Reads, "db">,
  walletAddress: string,
): Promise<PayoutLookup | null> {
  const { address } = walletOf("walletAddress", walletAddress);
  const rows = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.walletAddress, address), eq(payeeDestinations.active, true)))
    .orderBy(
      desc(payeeDestinations.claimed),
      asc(payeeDestinations.walletChainId),
      desc(payeeDestinations.id),
    )
    .limit(2);
  const [row, next] = rows;
  // Contract wallets of different owners: an address alone does not say whose is meant.
  if (row?.claimed && next?.claimed && row.walletChainId !== EVERY_CHAIN) return null;
  if (!row) return null;
  const { destinationId, tokenAddress, chainId, claimed } = row;
  return { destinationId, walletAddress: address, tokenAddress, chainId, claimed };
}
