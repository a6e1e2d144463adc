import { acceptFor, readInvitation } from "@/server/auth/members/invitations";
import { ownerByWallet, personOfWallet, storePersonOfWallet } from "@/server/auth/members/person-of-wallet";
import type { VerifyBody } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { provenWallet, useUp } from "@/server/auth/signing-in/prove-wallet";
import { EVERY_CHAIN, type SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { findPlatformOfWallet } from "@/server/platforms/platform-of-wallet";

/**
 * Accepts an invitation with a wallet and signs it in there, in one commit. No account is opened, so whoever is invited comes in
 * where registration is closed, and nobody else does. Throws 401 for a wrong signature, 404 and 403 as `acceptInvitation` does,
 * 409 for a member, and what signing in by wallet throws.
 */
export async function joinByWallet(ctx: Ctx, token: string, body: VerifyBody): Promise<NewSession> {
  await readInvitation(ctx, token);
  const { challengeId, address, family, chainId } = await provenWallet(ctx, body, "signIn");
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, challengeId);
    const wallet = { address, family, chainId };
    const personId = await personBehind(tx, wallet);
    const { id: platformId } = await acceptFor(tx, token, personId);
    return startSession(tx, { platformId, wallet, personId });
  });
}

/** The person of a wallet: of the account that it opened, else one who has none of their own. */
async function personBehind(tx: Tx, wallet: SignedInWallet): Promise<string> {
  const own = await findPlatformOfWallet(tx, wallet);
  if (own) return ownerByWallet(tx, own.id, wallet);
  const { address, chainId } = wallet;
  if (chainId !== EVERY_CHAIN && (await findPlatformOfWallet(tx, { address, chainId: EVERY_CHAIN }))) {
    throw new ApiError(
      "conflict",
      "This wallet may have an account here; sign in with it first, then accept",
    );
  }
  return (await personOfWallet(tx, wallet)) ?? storePersonOfWallet(tx, wallet);
}
