import { payeeDestinations } from "@/db/schema";
import { NETWORKS } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { ContractToken } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { destinationId } from "@/server/payee-destinations/interop-address";

/** Stores an active destination that its owner created (PD-01, PD-11). `walletAddress` is in stored form. */
export async function createDestination(
  tx: Pick<Tx, "db" | "now">,
  input: { platformId: string; walletAddress: string; token: ContractToken },
): Promise<{ id: string; destinationId: string }> {
  const { platformId, walletAddress, token } = input;
  const row = {
    id: newId(tx.now()),
    platformId,
    destinationId: destinationId(token.network, walletAddress, token.address),
    walletAddress,
    network: token.network,
    chainId: NETWORKS[token.network].chainId,
    tokenAddress: token.address,
    claimed: true,
    active: true,
    createdAt: tx.now(),
    updatedAt: tx.now(),
  };
  await tx.db.insert(payeeDestinations).values(row);
  return { id: row.id, destinationId: row.destinationId };
}
