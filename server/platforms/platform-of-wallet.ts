import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";

/**
 * The platform of a wallet, made when it is the first time that wallet is seen: with every ordinary right,
 * payouts included. `address` is in stored form. Calls of the same moment get the same platform.
 */
export async function platformOfWallet(
  tx: Pick<Tx, "db" | "now">,
  address: string,
): Promise<{ id: string; isNew: boolean }> {
  const name = `${address.slice(0, 6)}…${address.slice(-4)}`;
  const [made] = await tx.db
    .insert(platforms)
    .values({ id: newId(tx.now()), name, walletAddress: address, createdAt: tx.now() })
    .onConflictDoNothing({ target: platforms.walletAddress })
    .returning({ id: platforms.id });
  if (made) return { ...made, isNew: true };
  const [known] = await tx.db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.walletAddress, address));
  if (!known) throw new Error("a platform was there and is gone");
  return { ...known, isNew: false };
}
