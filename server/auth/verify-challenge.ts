import { and, eq, gt, isNull } from "drizzle-orm";
import { walletChallenges } from "@/db/schema";
import { recoverSigner, signedDigest } from "@/server/auth/recover-signer";
import type { VerifyBody } from "@/server/auth/schema";
import { type NewSession, startSession } from "@/server/auth/sessions";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { platformOfWallet } from "@/server/platforms/platform-of-wallet";

type Challenge = typeof walletChallenges.$inferSelect;

/**
 * Signs a wallet in (WS-08). The message has to be the one that was handed out, byte for byte, so its domain,
 * URI, chain, address, nonce and time limit are ours; the challenge works once, however many calls bring it at
 * the same time. A wallet's first sign-in makes it a platform. Throws 401.
 */
export async function verifyChallenge(ctx: Ctx, body: VerifyBody): Promise<NewSession> {
  const challenge = await openChallenge(ctx, body);
  await requireSignature(ctx, challenge, body.signature);
  return inTransaction(ctx, async (tx) => {
    await useUp(tx, challenge.id);
    const { address, family } = challenge;
    const { id: platformId } = await platformOfWallet(tx, address);
    return startSession(tx, { platformId, wallet: { address, family } });
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

async function requireSignature(ctx: Ctx, challenge: Challenge, text: string): Promise<void> {
  const signature: Hex = `0x${text.replace(/^0x/, "")}`;
  const { family, address } = challenge;
  const digest = signedDigest(family, challenge.message);
  if ((await recoverSigner(family, digest, signature)) === address) return;
  if (await contractAccepts(ctx, challenge, digest, signature)) return;
  throw new ApiError("unauthorized", "Signature is not one of this address");
}

/** ERC-1271: a contract wallet says itself whether a signature is good, on the chain the message names. */
async function contractAccepts(ctx: Ctx, { address, chainId }: Challenge, digest: Hex, signature: Hex) {
  if (chainId === null) return false;
  const chain = ctx.chains
    .list()
    .find(({ network }) => network.family === "evm" && network.chainId === chainId);
  if (!chain?.acceptsSignature) {
    throw new ApiError(
      "unauthorized",
      `Signature is not one of this address; contract wallets of chain ${chainId} cannot be asked here`,
    );
  }
  try {
    return await chain.acceptsSignature({ wallet: `0x${address.slice(2)}`, digest, signature });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ApiError("unavailable", "The wallet's chain cannot be asked at the moment", { cause: error });
  }
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
