import { and, eq } from "drizzle-orm";
import { personWallets, platforms, removedWallets } from "@/db/schema";
import type { Standing } from "@/server/auth/wallets/pairs";
import type { WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Reads } from "@/server/context";

/**
 * What a wallet is to a person. A key and a contract at one address are looked at together: where one of them is somebody
 * else's, so is the other.
 */
export async function standingOf(
  { db }: Pick<Reads, "db">,
  personId: string,
  { address, chainId }: WalletIdentity,
): Promise<Standing> {
  const known = await db
    .select({ personId: personWallets.personId, chainId: personWallets.chainId })
    .from(personWallets)
    .where(eq(personWallets.address, address));
  const isOpened = (await db.$count(platforms, eq(platforms.walletAddress, address))) > 0;
  if (known.some((row) => row.personId !== personId)) return isOpened ? "other_opened" : "other";
  if (known.some((row) => row.chainId === chainId)) return isOpened ? "own_opened" : "own";
  if (!isOpened || known.length > 0) return "unknown";
  const isThis = and(eq(removedWallets.address, address), eq(removedWallets.chainId, chainId));
  const removed = await db.select({ personId: removedWallets.personId }).from(removedWallets).where(isThis);
  // An account from before its owners were people has nobody who took its wallet away.
  if (removed.length === 0) return "other_opened";
  return removed.every((row) => row.personId === personId) ? "removed_opened" : "other_removed_opened";
}
