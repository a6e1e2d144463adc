import { lt } from "drizzle-orm";
import { walletChallenges } from "@/db/schema";
import type { ChallengeBody, ChallengeCreated } from "@/server/auth/schema";
import { type Purpose, signInMessage } from "@/server/auth/signing-in/sign-in-message";
import { signInSite } from "@/server/auth/signing-in/sign-in-site";
import { type ChainFamily, isZeroAddress, parseAddress } from "@/server/chains/address";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { invalidField } from "@/server/errors";
import { removeSome } from "@/server/lib/database/prune";
import { newId } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** How long a wallet has to sign (WS-05). */
const CHALLENGE_MS = 5 * 60_000;

/**
 * Writes the message a wallet signs to come in, with a nonce of our own making (WS-01 to WS-06). The family
 * follows from the address; `chainId` is 1 unless named, and means nothing on Tron. `session` is the one that the signature is
 * good for, where it is for one. Throws 400 for what is no
 * address of either family.
 */
export async function createChallenge(
  ctx: Ctx,
  body: ChallengeBody,
  purpose: Purpose = "signIn",
  session: string | null = null,
): Promise<ChallengeCreated> {
  const { family, address } = walletOf(body.address);
  const chainId = family === "evm" ? (body.chainId ?? 1) : null;
  const issuedAt = ctx.now();
  const expiresAt = new Date(issuedAt.getTime() + CHALLENGE_MS);
  const id = newId(issuedAt);
  const nonce = secretBytes(16).toString("hex");
  const site = signInSite(ctx.config.urls, purpose);
  const message = await signInMessage({
    ...site,
    purpose,
    family,
    address,
    chainId,
    nonce,
    issuedAt,
    expiresAt,
    session,
  });
  await inTransaction(ctx, (tx) =>
    tx.db
      .insert(walletChallenges)
      .values({ id, nonce, address, family, chainId, message, createdAt: issuedAt, expiresAt }),
  );
  return { challengeId: id, nonce, message, expiresAt: expiresAt.toISOString() };
}

function walletOf(text: string): { family: ChainFamily; address: string } {
  for (const family of ["evm", "tron"] as const) {
    const parsed = parseAddress(family, text);
    if (parsed.ok && !isZeroAddress(family, parsed.address)) return { family, address: parsed.address };
  }
  throw invalidField("address", "Invalid wallet address");
}

/** Removes challenges past their end. */
export function sweepChallenges(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, walletChallenges, lt(walletChallenges.expiresAt, tx.now()), limit);
}
