import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import { personWallets, platforms, removedWallets, sessions } from "@/db/schema";
import { personOfCaller, requirePerson } from "@/server/auth/members/acting-member";
import { storeWallet } from "@/server/auth/members/person-of-wallet";
import { keepAWayIn, lockPerson } from "@/server/auth/members/ways-in";
import { recordInAccounts } from "@/server/auth/passkeys/record-in-accounts";
import type { ChallengeBody, ChallengeCreated, VerifyBody } from "@/server/auth/schema";
import { createChallenge } from "@/server/auth/signing-in/create-challenge";
import { provenWallet, useUp } from "@/server/auth/signing-in/prove-wallet";
import { WALLET_PAIRS } from "@/server/auth/wallets/pairs";
import type { OwnWallet } from "@/server/auth/wallets/schema";
import { standingOf } from "@/server/auth/wallets/standing";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import type { Done } from "@/server/lib/done";
import { newId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Wallets of one person at a time. */
const MOST_WALLETS = 20;

type WalletRow = typeof personWallets.$inferSelect;

/** The wallets of whoever is signed in, the first first. */
export function listOwnWallets(ctx: Ctx): Promise<OwnWallet[]> {
  return inTransaction(ctx, async (tx) => {
    const personId = await personOfCaller(tx);
    if (personId === null) return [];
    const rows = await tx.db
      .select()
      .from(personWallets)
      .where(eq(personWallets.personId, personId))
      .orderBy(asc(personWallets.id));
    return described(tx, rows);
  });
}

/** Writes the message that a wallet signs to become one of the caller's. It is good for this session alone. Throws 400. */
export function askToAddWallet(ctx: Ctx, body: ChallengeBody): Promise<ChallengeCreated> {
  return createChallenge(ctx, body, "addWallet", ctx.caller.credentialId);
}

/**
 * Adds a wallet to the ways in of whoever is signed in: it signs the same person in to the same accounts, and proves their consent.
 * It opens no account, and changes nothing about where an account is paid. Throws 400 for a wrong signature, 409 with the words
 * of `WALLET_PAIRS` for a wallet that is somebody's or has an account, and 503 when its chain does not answer.
 */
export async function addWallet(ctx: Ctx, body: VerifyBody): Promise<OwnWallet> {
  const { challengeId, address, family, chainId } = await ofSignature(() =>
    provenWallet(ctx, body, "addWallet", ctx.caller.credentialId),
  );
  return inTransaction(ctx, async (tx) => {
    const personId = await requirePerson(tx);
    await lockPerson(tx, personId);
    await ofSignature(() => useUp(tx, challengeId));
    const { add } = WALLET_PAIRS[await standingOf(tx, personId, { address, chainId })];
    if (add !== "added") throw new ApiError("conflict", add.refused);
    if ((await tx.db.$count(personWallets, eq(personWallets.personId, personId))) >= MOST_WALLETS) {
      throw new ApiError(
        "conflict",
        `You have ${MOST_WALLETS} wallets already; remove one that you do not use`,
      );
    }
    const stored = await storeWallet(tx, personId, { address, family, chainId });
    const isThis = and(eq(removedWallets.address, address), eq(removedWallets.chainId, chainId));
    await tx.db.delete(removedWallets).where(isThis);
    await recordInAccounts(tx, personId, {
      action: "wallet.created",
      subject: stored.id,
      details: { wallet: address },
    });
    const [added] = await described(tx, [stored]);
    if (!added) throw new Error("a stored wallet is missing");
    return added;
  });
}

/**
 * Removes a wallet of whoever is signed in, and ends the sessions that were begun with it, in every process and account, but for
 * the one that removes it. Where it opened an account it goes on being paid there, and signs in no more. Throws 404 for any other,
 * and 409 for the last way in of its person.
 */
export function removeWallet(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const personId = await requirePerson(tx);
    await lockPerson(tx, personId);
    const isOwn = and(eq(personWallets.id, id), eq(personWallets.personId, personId));
    const [own] = await tx.db.select().from(personWallets).where(isOwn);
    if (!own) throw new ApiError("not_found", "Wallet not found");
    await keepAWayIn(tx, personId);
    const { address, chainId } = own;
    await tx.db.delete(personWallets).where(eq(personWallets.id, id));
    const removedAt = tx.now();
    await tx.db
      .insert(removedWallets)
      .values({ id: newId(removedAt), personId, address, chainId, removedAt });
    const isItsSession = and(eq(sessions.walletAddress, address), eq(sessions.walletChainId, chainId));
    // Sessions from before accounts had members name the wallet alone.
    const isTheirs = or(eq(sessions.personId, personId), isNull(sessions.personId));
    await tx.db.delete(sessions).where(and(isItsSession, isTheirs, ne(sessions.id, tx.caller.credentialId)));
    announceCredentialChange(tx);
    await recordInAccounts(tx, personId, {
      action: "wallet.deleted",
      subject: id,
      details: { wallet: address },
    });
    return { success: true, message: "The wallet was removed" };
  });
}

/** Not 401: whoever adds a wallet is signed in, and stays so. */
async function ofSignature<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "unauthorized") throw error;
    throw invalidField("signature", error.message);
  }
}

async function described(tx: Pick<Tx, "db" | "caller">, rows: readonly WalletRow[]): Promise<OwnWallet[]> {
  const current = await walletOfSession(tx);
  return Promise.all(
    rows.map(async ({ id, address, family, chainId, createdAt }) => {
      const [opened] = await tx.db
        .select({ name: platforms.name })
        .from(platforms)
        .where(and(eq(platforms.walletAddress, address), eq(platforms.walletChainId, chainId)));
      return {
        id,
        address,
        family,
        chainId: chainId === EVERY_CHAIN ? null : chainId,
        createdAt: createdAt.toISOString(),
        opened: opened?.name ?? null,
        isCurrent: current?.address === address && current.chainId === chainId,
      };
    }),
  );
}

async function walletOfSession({ db, caller }: Pick<Reads, "db" | "caller">) {
  const [row] = await db
    .select({ address: sessions.walletAddress, chainId: sessions.walletChainId })
    .from(sessions)
    .where(eq(sessions.id, caller.credentialId));
  return row ?? null;
}
