import { refuseDisabled, registrationClosed } from "@/server/auth/account";
import { accountOfPerson, accountToOpen } from "@/server/auth/members/accounts";
import { makeOwner, ownerByWallet, personOfWallet, storeOwner } from "@/server/auth/members/person-of-wallet";
import type { VerifyBody } from "@/server/auth/schema";
import { type NewSession, type SessionOwner, startSession } from "@/server/auth/sessions";
import { earlierAccount, moveToChain } from "@/server/auth/signing-in/earlier-account";
import { provenWallet, useUp } from "@/server/auth/signing-in/prove-wallet";
import type { SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import {
  findPlatformOfWallet,
  noteWalletProven,
  platformOfWallet,
} from "@/server/platforms/platform-of-wallet";

/**
 * Signs a wallet in (WS-08). The message has to be the one that was handed out, byte for byte, so its domain,
 * URI, chain, address, nonce and time limit are ours; the challenge works once, however many calls bring it at
 * the same time. A wallet's first sign-in makes it a platform, and a person who owns that, unless it came in by an invitation. Throws 401,
 * 403 for whoever left that account and belongs to no other and for a wallet that its person took away, 400 for a signature of a length that no wallet there makes, 503 when the wallet's chain does not answer.
 */
export async function verifyChallenge(
  ctx: Ctx,
  body: VerifyBody,
  { isFromDashboard = false }: Pick<SessionOwner, "isFromDashboard"> = {},
): Promise<NewSession> {
  const { challengeId, address, family, chainId } = await provenWallet(ctx, body, "signIn");
  const earlier = await earlierAccount(ctx, { address, chainId });
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, challengeId);
    if (earlier) await moveToChain(tx, earlier, { address, chainId });
    const wallet = { address, family, chainId };
    const { platformId, personId } = await openAccount(tx, wallet);
    await refuseDisabled(tx, platformId);
    return startSession(tx, { platformId, wallet, personId, isFromDashboard });
  });
}

/** Who a proven wallet is, and which account it opens: its own, which its first sign-in makes, or one that it was invited to. */
async function openAccount(
  tx: Tx,
  wallet: SignedInWallet,
): Promise<{ platformId: string; personId: string }> {
  const own = await findPlatformOfWallet(tx, wallet);
  const invited = own ? null : await personOfWallet(tx, wallet);
  // Whoever accepted an invitation by this wallet has no account of their own, and needs none.
  const joined = invited && (await accountOfPerson(tx, invited));
  if (invited && joined) return { platformId: joined, personId: invited };
  if (!own && !tx.config.isRegistrationOpen) throw registrationClosed();
  const { id: ownId, isNew } = await platformOfWallet(tx, wallet);
  await noteWalletProven(tx, ownId);
  if (invited && isNew) await storeOwner(tx, ownId, invited);
  const personId =
    invited ?? (isNew ? await firstOwner(tx, ownId, wallet) : await ownerByWallet(tx, ownId, wallet));
  return { platformId: await accountToOpen(tx, ownId, personId), personId };
}

/**
 * A new account has a new owner: whoever adds this wallet to their own at the same moment has it, or this account is opened, and
 * never half of each. Throws 503 in the first case.
 */
async function firstOwner(tx: Tx, platformId: string, wallet: SignedInWallet): Promise<string> {
  try {
    return await makeOwner(tx, platformId, wallet);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== "conflict") throw cause;
    throw new ApiError("unavailable", cause.message, { cause });
  }
}
