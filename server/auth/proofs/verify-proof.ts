import { and, eq } from "drizzle-orm";
import { size } from "viem/utils";
import { personWallets } from "@/db/schema";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import { consentHash } from "@/server/auth/proofs/consent-hash";
import { serviceOf } from "@/server/auth/proofs/proof-request";
import type { Proof } from "@/server/auth/proofs/schema";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { askContractWallet, KEY_SIGNATURE_BYTES } from "@/server/chains/wallets/contract-wallet";
import { recoverSigner, signedDigest } from "@/server/chains/wallets/recover-signer";
import { EVERY_CHAIN, type SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import type { Ctx, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Which credential of the person signed. */
export type ProofCredential = { kind: "wallet" } & SignedInWallet;

/** What is kept of a proof, so that anybody can check it again. */
export interface ProofEvidence {
  /** What was signed: EIP-712 typed data, or a text. */
  signed: ReturnType<typeof typedDataOf> | string;
  signature: string;
}

/** A proof whose signature is good. It counts once `acceptProof` has taken it in the commit of what it is for. */
export interface CheckedProof {
  personId: string;
  consent: Consent;
  credential: ProofCredential;
  evidence: ProofEvidence;
}

type WalletRow = typeof personWallets.$inferSelect;

/**
 * Whether this proof is a person's consent to exactly this, by one of the person's own credentials. Asks the chain of a
 * contract wallet, so it stands outside of the transaction. Throws 403 `proof_refused`, 503 when that chain does not answer.
 */
export async function checkProof(
  ctx: Ctx,
  personId: string,
  consent: Consent,
  proof: Proof,
): Promise<CheckedProof> {
  requireTime(ctx, consent);
  const wallets = await ctx.db.select().from(personWallets).where(eq(personWallets.personId, personId));
  const named = wallets.filter(
    ({ address, family }) =>
      address === proof.address ||
      (family === "evm" && address.toLowerCase() === proof.address.toLowerCase()),
  );
  if (named.length === 0) throw refused("This wallet is none that you sign in with");
  const signature: Hex = `0x${proof.signature.replace(/^0x/, "")}`;
  const service = serviceOf(ctx.config);
  for (const wallet of named) {
    const { address, family, chainId } = wallet;
    const signed = family === "evm" ? typedDataOf(service, consent) : messageOf(service, address, consent);
    const digest = typeof signed === "string" ? signedDigest(family, signed) : consentHash(service, consent);
    if (!(await isSignedBy(ctx, wallet, digest, signature))) continue;
    const credential = { kind: "wallet" as const, address, family, chainId };
    return { personId, consent, credential, evidence: { signed, signature } };
  }
  throw refused("The wallet did not sign this");
}

/**
 * Takes a checked proof in the commit of what it is for: the time is not over, and the credential is still one of the
 * person's, which it stays until the commit. Throws 403 `proof_refused`.
 */
export async function acceptProof(
  tx: Pick<Tx, "db" | "now">,
  { personId, consent, credential }: CheckedProof,
): Promise<void> {
  requireTime(tx, consent);
  await requireOwnCredential(tx, personId, credential);
}

/** Throws 403 `proof_refused` for a credential that is not the person's any more; else it stays theirs until the commit. */
export async function requireOwnCredential(
  tx: Pick<Tx, "db">,
  personId: string,
  { address, chainId }: ProofCredential,
): Promise<void> {
  const isThis = and(eq(personWallets.address, address), eq(personWallets.chainId, chainId));
  const [row] = await tx.db
    .select({ id: personWallets.id })
    .from(personWallets)
    .where(and(eq(personWallets.personId, personId), isThis))
    .for("share");
  if (!row) throw refused("This wallet is none that you sign in with");
}

/** As when signing in: the key of the address, or its contract on the one chain that it is known of. */
async function isSignedBy(ctx: Ctx, wallet: WalletRow, digest: Hex, signature: Hex): Promise<boolean> {
  const { address, family, chainId } = wallet;
  if (chainId === EVERY_CHAIN) {
    if (size(signature) !== KEY_SIGNATURE_BYTES) return false;
    return (await recoverSigner(family, digest, signature)) === address;
  }
  try {
    return (await askContractWallet(ctx.chains, { address, chainId, digest, signature })) === "accepted";
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ApiError("unavailable", "The wallet's chain cannot be asked at the moment", { cause: error });
  }
}

function requireTime({ now }: Pick<Ctx, "now">, { expiresAt }: Consent): void {
  if (expiresAt <= now()) throw refused("The time to confirm this is over");
}

function refused(message: string): ApiError {
  return new ApiError("proof_refused", message);
}
