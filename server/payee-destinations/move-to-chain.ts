import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Tx } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Destinations of a contract wallet that were stored without its chain become those of that chain's wallet. */
export async function moveDestinationsToChain(
  tx: Pick<Tx, "db" | "wake">,
  { address, chainId }: WalletIdentity,
): Promise<void> {
  await tx.db
    .update(payeeDestinations)
    .set({ walletChainId: chainId })
    .where(
      and(
        eq(payeeDestinations.walletAddress, address),
        eq(payeeDestinations.walletChainId, EVERY_CHAIN),
        eq(payeeDestinations.claimed, true),
      ),
    );
  announceCredentialChange(tx);
}
