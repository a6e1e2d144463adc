import { and, eq, gt, isNull } from "drizzle-orm";
import { size } from "viem";
import { walletChallenges } from "@/db/schema";
import { refuseDisabled, registrationClosed } from "@/server/auth/account";
import type { VerifyBody } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { earlierAccount, moveToChain } from "@/server/auth/signing-in/earlier-account";
import { isSignedByKey } from "@/server/auth/signing-in/key-signature";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { askContractWallet, KEY_SIGNATURE_BYTES } from "@/server/chains/wallets/contract-wallet";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { findPlatformOfWallet, platformOfWallet } from "@/server/platforms/platform-of-wallet";

type Challenge = typeof walletChallenges.$inferSelect;

/**
 * Signs a wallet in (WS-08). The message has to be the one that was handed out, byte for byte, so its domain,
 * URI, chain, address, nonce and time limit are ours; the challenge works once, however many calls bring it at
 * the same time. A wallet's first sign-in makes it a platform. Throws 401,
 * 400 for a signature of a length that no wallet there makes, 503 when the wallet's chain does not answer.
 */
export async function verifyChallenge(ctx: Ctx, body: VerifyBody): Promise<NewSession> {
  const challenge = await openChallenge(ctx, body);
  const chainId = await signerChain(ctx, challenge, body.signature);
  const { address, family } = challenge;
  const earlier = await earlierAccount(ctx, { address, chainId });
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, challenge.id);
    if (earlier) await moveToChain(tx, earlier, { address, chainId });
    if (!tx.config.isRegistrationOpen && !(await findPlatformOfWallet(tx, { address, chainId }))) {
      throw registrationClosed();
    }
    const { id: platformId } = await platformOfWallet(tx, { address, chainId });
    await refuseDisabled(tx, platformId);
    return startSession(tx, { platformId, wallet: { address, family, chainId } });
  });
}

async function openChallenge(ctx: Ctx, body: VerifyBody): Promise<Challenge> {
  const [challenge] = await ctx.db
    .select()
    .from(walletChallenges)
    .where(eq(walletChallenges.id, body.challengeId));
  if (!challenge || challenge.usedAt || challenge.expiresAt <= ctx.now()) throw spent();
  if (challenge.nonce !== body.nonce || challenge.message !== body.message) {
    throw new ApiError("unauthorized", "Message or nonce is not the one of the challenge");
  }
  return challenge;
}

/**
 * Which wallet at the challenge's address signed: `EVERY_CHAIN` for its key, else the chain whose contract wallet
 * calls the signature its own. Throws 401 when neither did, and 400 for what only a contract wallet could have
 * made where there is none.
 */
async function signerChain(ctx: Ctx, challenge: Challenge, text: string): Promise<number> {
  const signature: Hex = `0x${text.replace(/^0x/, "")}`;
  const { family, address, chainId } = challenge;
  const isKeys = size(signature) === KEY_SIGNATURE_BYTES;
  if (isKeys && (await isSignedByKey(ctx, challenge, signature))) return EVERY_CHAIN;
  if (chainId === null) throw isKeys ? notSigned() : tooLong("Tron wallets make 65 bytes");
  const digest = signedDigest(family, challenge.message);
  const answer = await asked(() => askContractWallet(ctx.chains, { address, chainId, digest, signature }));
  if (answer === "accepted") return chainId;
  if (answer === "no_node") {
    const why = `contract wallets of chain ${chainId} cannot be asked here`;
    throw isKeys ? notSigned(`; ${why}`) : tooLong(why);
  }
  if (answer === "no_contract" && !isKeys) throw tooLong(`no contract wallet on chain ${chainId} made it`);
  throw notSigned();
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ApiError("unavailable", "The wallet's chain cannot be asked at the moment", { cause: error });
  }
}

function notSigned(more = ""): ApiError {
  return new ApiError("unauthorized", `Signature is not one of this address${more}`);
}

function tooLong(why: string): ApiError {
  return invalidField("signature", `Not the 65 bytes of a key's signature: ${why}`);
}

async function useUp(tx: Tx, id: string): Promise<void> {
  const used = await tx.db
    .update(walletChallenges)
    .set({ usedAt: tx.now() })
    .where(
      and(
        eq(walletChallenges.id, id),
        isNull(walletChallenges.usedAt),
        gt(walletChallenges.expiresAt, tx.now()),
      ),
    )
    .returning({ id: walletChallenges.id });
  if (used.length === 0) throw spent();
}

function spent(): ApiError {
  return new ApiError("unauthorized", "Challenge is unknown, expired or used already");
}
