import { and, desc, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { PayoutLookup } from "@/server/payee-destinations/schema";
import { walletOf } from "@/server/payee-destinations/token";

/**
 * Where a wallet, anybody's, is paid now, or null (PD-07): its owner's choice, else what the service made for
 * it as a payee. Says nothing about policies. Throws 400 for what is no wallet address.
 */
export async function lookUpPayoutDestination(
  ctx: Pick<Reads, "db">,
  walletAddress: string,
): Promise<PayoutLookup | null> {
  const { address } = walletOf("walletAddress", walletAddress);
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.walletAddress, address), eq(payeeDestinations.active, true)))
    .orderBy(desc(payeeDestinations.claimed), desc(payeeDestinations.id))
    .limit(1);
  if (!row) return null;
  const { destinationId, tokenAddress, chainId, claimed } = row;
  return { destinationId, walletAddress: address, tokenAddress, chainId, claimed };
}
