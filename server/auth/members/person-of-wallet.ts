import { and, eq } from "drizzle-orm";
import { memberships, people, personWallets, platforms, removedWallets } from "@/db/schema";
import {
  EVERY_CHAIN,
  type SignedInWallet,
  type WalletIdentity,
} from "@/server/chains/wallets/wallet-identity";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";

/**
 * The person behind a wallet that has just been proven, who is the owner of the wallet's own account `platformId`. Both are
 * stored when this wallet comes for the first time, also where its account is from before accounts had members. A membership
 * that has ended stays ended. Throws 403 for a wallet that its person does not sign in with any more.
 */
export async function ownerByWallet(
  tx: Pick<Tx, "db" | "now">,
  platformId: string,
  wallet: SignedInWallet,
): Promise<string> {
  const known = await personOfWallet(tx, wallet);
  if (known !== null) return known;
  // Sign-ins of one wallet at the same moment follow each other here, so that they are one person.
  await tx.db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, platformId))
    .for("no key update");
  const come = await personOfWallet(tx, wallet);
  if (come !== null) return come;
  await refuseRemoved(tx, wallet);
  return makeOwner(tx, platformId, wallet);
}

/** A wallet that was taken away from the ways to sign in opens its account no more: whoever has it would be an owner again. */
async function refuseRemoved({ db }: Pick<Tx, "db">, { address, chainId }: WalletIdentity): Promise<void> {
  const isThis = and(eq(removedWallets.address, address), eq(removedWallets.chainId, chainId));
  if ((await db.$count(removedWallets, isThis)) === 0) return;
  throw new ApiError(
    "forbidden",
    "This wallet was removed from the ways to sign in to its account; sign in with another one",
  );
}

/** The person who signs in with a wallet, or null. */
export async function personOfWallet(
  { db }: Pick<Tx, "db">,
  { address, chainId }: WalletIdentity,
): Promise<string | null> {
  const [row] = await db
    .select({ personId: personWallets.personId })
    .from(personWallets)
    .where(and(eq(personWallets.address, address), eq(personWallets.chainId, chainId)));
  return row?.personId ?? null;
}

/** A new person with a wallet, as the owner of the account that the wallet has opened. Throws 409 as `storePersonOfWallet`. */
export async function makeOwner(
  tx: Pick<Tx, "db" | "now">,
  platformId: string,
  wallet: SignedInWallet,
): Promise<string> {
  const personId = await storePersonOfWallet(tx, wallet);
  await storeOwner(tx, platformId, personId);
  return personId;
}

/** A new person with a wallet, and without an account. Throws 409 when the wallet comes in elsewhere at the same moment. */
export async function storePersonOfWallet(
  tx: Pick<Tx, "db" | "now">,
  wallet: SignedInWallet,
): Promise<string> {
  const createdAt = tx.now();
  const personId = newId(createdAt);
  await tx.db.insert(people).values({ id: personId, createdAt });
  await storeWallet(tx, personId, wallet);
  return personId;
}

/** From now on this person signs in with this wallet. Throws 409 when the wallet comes in elsewhere at the same moment. */
export async function storeWallet(
  tx: Pick<Tx, "db" | "now">,
  personId: string,
  { address, family, chainId }: SignedInWallet,
): Promise<typeof personWallets.$inferSelect> {
  const createdAt = tx.now();
  const [stored] = await tx.db
    .insert(personWallets)
    .values({ id: newId(createdAt), personId, address, family, chainId, createdAt })
    .onConflictDoNothing()
    .returning();
  if (!stored) throw new ApiError("conflict", "This wallet is coming in elsewhere at the moment; try again");
  return stored;
}

/** Makes a person the owner of an account that was just opened. */
export async function storeOwner(
  tx: Pick<Tx, "db" | "now">,
  platformId: string,
  personId: string,
): Promise<void> {
  const createdAt = tx.now();
  await tx.db
    .insert(memberships)
    .values({ id: newId(createdAt), platformId, personId, role: "owner", createdAt });
}

/** A wallet that was stored without the chain of its contract is that chain's from now on, with its person. */
export async function movePersonToChain(
  tx: Pick<Tx, "db">,
  { address, chainId }: WalletIdentity,
): Promise<void> {
  for (const table of [personWallets, removedWallets]) {
    await tx.db
      .update(table)
      .set({ chainId })
      .where(and(eq(table.address, address), eq(table.chainId, EVERY_CHAIN)));
  }
}
