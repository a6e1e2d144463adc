import { and, desc, eq, type SQL } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Reads } from "@/server/context";
import type { DestinationRow } from "@/server/payee-destinations/describe";

type Db = Pick<Reads, "db">;

/** The one destination a wallet is paid at now, or null. */
export async function activeDestination({ db }: Db, wallet: WalletIdentity): Promise<DestinationRow | null> {
  const [row] = await db.select().from(payeeDestinations).where(isActiveOf(wallet));
  return row ?? null;
}

/** The active destination that this wallet's owner chose. */
export function isActiveOf({ address, chainId }: WalletIdentity): SQL | undefined {
  return and(
    eq(payeeDestinations.walletAddress, address),
    eq(payeeDestinations.walletChainId, chainId),
    eq(payeeDestinations.active, true),
    eq(payeeDestinations.claimed, true),
  );
}

/**
 * Where the owner of an address wants to be paid, asked by somebody who pays that address on one chain: the
 * choice of its key, else that of the contract wallet on this chain, or null.
 */
export async function chosenDestination(db: Db, address: string, chainId: number) {
  return (
    (await activeDestination(db, { address, chainId: EVERY_CHAIN })) ??
    (await activeDestination(db, { address, chainId }))
  );
}

/**
 * The destination with this ID in its canonical form: the active one, else the one that had the route last, or
 * null.
 */
export async function destinationById({ db }: Db, destinationId: string): Promise<DestinationRow | null> {
  const [row] = await db
    .select()
    .from(payeeDestinations)
    .where(eq(payeeDestinations.destinationId, destinationId))
    .orderBy(desc(payeeDestinations.active), desc(payeeDestinations.updatedAt), desc(payeeDestinations.id))
    .limit(1);
  return row ?? null;
}
