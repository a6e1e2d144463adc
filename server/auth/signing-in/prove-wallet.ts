import { and, eq, gt, isNull } from "drizzle-orm";
import { size } from "viem";
import { walletChallenges } from "@/db/schema";
import type { VerifyBody } from "@/server/auth/schema";
import { isSignedByKey } from "@/server/auth/signing-in/key-signature";
import { type Purpose, saysPurpose, saysSession } from "@/server/auth/signing-in/sign-in-message";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { askContractWallet, KEY_SIGNATURE_BYTES } from "@/server/chains/wallets/contract-wallet";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";

type Challenge = typeof walletChallenges.$inferSelect;

/** A wallet whose owner is here: `chainId` is `EVERY_CHAIN` for a key, else the chain of a contract wallet. */
export interface ProvenWallet extends Pick<Challenge, "address" | "family"> {
  challengeId: string;
  chainId: number;
}

/**
 * Whose signature this is (WS-08). The message has to be the one that was handed out for this purpose, and for this session where
 * one is named, byte for byte, so
 * its domain, URI, chain, address, nonce and time limit are ours. The challenge is used up by `useUp`, in the commit of
 * what it is proof for. Throws 401, 400 for a signature of a length that no wallet there makes, 503 when the wallet's
 * chain does not answer.
 */
export async function provenWallet(
  ctx: Ctx,
  body: VerifyBody,
  purpose: Purpose,
  session: string | null = null,
): Promise<ProvenWallet> {
  const challenge = await openChallenge(ctx, body);
  const isOfSession = session === null || saysSession(challenge.message, session);
  if (!saysPurpose(challenge.message, purpose) || !isOfSession) {
    throw new ApiError("unauthorized", "The message was signed for something else");
  }
  const chainId = await signerChain(ctx, challenge, body.signature);
  const { id, address, family } = challenge;
  return { challengeId: id, address, family, chainId };
}

/** The same where nothing is stored but that the challenge was used: it works once. */
export async function proveWalletOnce(ctx: Ctx, body: VerifyBody, purpose: Purpose): Promise<ProvenWallet> {
  const wallet = await provenWallet(ctx, body, purpose);
  await inTransaction(ctx, (tx) => useUp(tx, wallet.challengeId));
  return wallet;
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

/** Throws 401 for a challenge that was used meanwhile, however many calls bring it at the same time. */
export async function useUp(tx: Tx, id: string): Promise<void> {
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
