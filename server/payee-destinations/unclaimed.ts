import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { NETWORKS } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { ContractToken } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { lockWallet } from "@/server/payee-destinations/activate";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { destinationId } from "@/server/payee-destinations/interop-address";

/**
 * The active destination of this wallet and token, made where there is none (SO-02). One we make is nobody's
 * until its owner claims it: it belongs to no account, so that whoever pays a wallet gains no say in it.
 */
export async function payoutDestination(
  tx: Pick<Tx, "db" | "now">,
  { walletAddress, token }: { walletAddress: string; token: ContractToken },
): Promise<DestinationRow> {
  const id = destinationId(token.network, walletAddress, token.address);
  const known = await activeAt(tx, id);
  if (known) return known;
  // Its owner may be registering the same route, or leaving it, at this moment.
  await lockWallet(tx, walletAddress);
  const now = tx.now();
  await tx.db
    .insert(payeeDestinations)
    .values({
      id: newId(now),
      platformId: null,
      destinationId: id,
      walletAddress,
      network: token.network,
      chainId: NETWORKS[token.network].chainId,
      tokenAddress: token.address,
      claimed: false,
      active: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  const made = await activeAt(tx, id);
  if (!made) throw new Error("a stored destination is missing");
  return made;
}

async function activeAt({ db }: Pick<Tx, "db">, id: string): Promise<DestinationRow | null> {
  const [row] = await db
    .select()
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.destinationId, id), eq(payeeDestinations.active, true)));
  return row ?? null;
}
