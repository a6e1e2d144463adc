import { refuseDisabled, registrationClosed } from "@/server/auth/account";
import { accountToOpen } from "@/server/auth/members/accounts";
import { ownerByWallet } from "@/server/auth/members/person-of-wallet";
import type { VerifyBody } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { earlierAccount, moveToChain } from "@/server/auth/signing-in/earlier-account";
import { provenWallet, useUp } from "@/server/auth/signing-in/prove-wallet";
import { type Ctx, inTransaction } from "@/server/context";
import {
  findPlatformOfWallet,
  noteWalletProven,
  platformOfWallet,
} from "@/server/platforms/platform-of-wallet";

/**
 * Signs a wallet in (WS-08). The message has to be the one that was handed out, byte for byte, so its domain,
 * URI, chain, address, nonce and time limit are ours; the challenge works once, however many calls bring it at
 * the same time. A wallet's first sign-in makes it a platform, and a person who owns that. Throws 401,
 * 403 for whoever left that account and belongs to no other, 400 for a signature of a length that no wallet there makes, 503 when the wallet's chain does not answer.
 */
export async function verifyChallenge(ctx: Ctx, body: VerifyBody): Promise<NewSession> {
  const { challengeId, address, family, chainId } = await provenWallet(ctx, body, "signIn");
  const earlier = await earlierAccount(ctx, { address, chainId });
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, challengeId);
    if (earlier) await moveToChain(tx, earlier, { address, chainId });
    if (!tx.config.isRegistrationOpen && !(await findPlatformOfWallet(tx, { address, chainId }))) {
      throw registrationClosed();
    }
    const { id: ownId } = await platformOfWallet(tx, { address, chainId });
    await noteWalletProven(tx, ownId);
    const wallet = { address, family, chainId };
    const personId = await ownerByWallet(tx, ownId, wallet);
    const platformId = await accountToOpen(tx, ownId, personId);
    await refuseDisabled(tx, platformId);
    return startSession(tx, { platformId, wallet, personId });
  });
}
