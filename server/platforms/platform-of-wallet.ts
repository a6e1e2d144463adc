import { and, eq, isNull } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Reads, Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/**
 * The platform of a wallet, made when it is the first time that wallet is seen: with every ordinary right,
 * payouts included. Calls of the same moment get the same platform.
 */
export async function platformOfWallet(
  tx: Pick<Tx, "db" | "now">,
  wallet: WalletIdentity,
): Promise<{ id: string; isNew: boolean }> {
  const { address, chainId } = wallet;
  const where = chainId === EVERY_CHAIN ? "" : ` on ${chainId}`;
  const name = `${address.slice(0, 6)}…${address.slice(-4)}${where}`;
  const [made] = await tx.db
    .insert(platforms)
    .values({
      id: newId(tx.now()),
      name,
      walletAddress: address,
      walletChainId: chainId,
      createdAt: tx.now(),
    })
    .onConflictDoNothing({ target: [platforms.walletAddress, platforms.walletChainId] })
    .returning({ id: platforms.id });
  if (made) return { ...made, isNew: true };
  const known = await findPlatformOfWallet(tx, wallet);
  if (!known) throw new Error("a platform was there and is gone");
  return { ...known, isNew: false };
}

/** The wallet of a platform has signed in to it, so that payers may be told that the wallet is its own. */
export async function noteWalletProven(tx: Pick<Tx, "db" | "now">, id: string): Promise<void> {
  await tx.db
    .update(platforms)
    .set({ walletProvenAt: tx.now() })
    .where(and(eq(platforms.id, id), isNull(platforms.walletProvenAt)));
}

/** The platform of a wallet, or null when it never signed in. */
export async function findPlatformOfWallet(
  { db }: Pick<Reads, "db">,
  { address, chainId }: WalletIdentity,
): Promise<{ id: string } | null> {
  const [known] = await db
    .select({ id: platforms.id })
    .from(platforms)
    .where(and(eq(platforms.walletAddress, address), eq(platforms.walletChainId, chainId)));
  return known ?? null;
}

/** A platform that was stored without the chain of its contract wallet is that chain's from now on. */
export async function movePlatformToChain(
  tx: Pick<Tx, "db" | "wake">,
  id: string,
  { chainId }: WalletIdentity,
): Promise<void> {
  await tx.db
    .update(platforms)
    .set({ walletChainId: chainId })
    .where(and(eq(platforms.id, id), eq(platforms.walletChainId, EVERY_CHAIN)));
  announceCredentialChange(tx);
}
