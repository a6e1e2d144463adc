import { and, eq, isNull } from "drizzle-orm";
import { size } from "viem/utils";
import { passkeys, personWallets } from "@/db/schema";
import type { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { asHex } from "@/server/auth/passkeys/challenges";
import { tellingOfCopies } from "@/server/auth/passkeys/counter-went-back";
import { PasskeyRefused } from "@/server/auth/passkeys/passkey-refused";
import {
  type CheckedAssertion,
  checkAssertion,
  takeAssertion,
} from "@/server/auth/passkeys/verify-assertion";
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
export type ProofCredential =
  | ({ kind: "wallet" } & SignedInWallet)
  | { kind: "passkey"; id: string; name: string };

/** What is kept of a proof, so that anybody can check it again (docs/decisions/second-person.md). */
export interface ProofEvidence {
  /** What was signed: EIP-712 typed data, or a text. A passkey signs the hash of the typed data. */
  signed: ReturnType<typeof typedDataOf> | string;
  /** `0x` and hex characters. */
  signature: string;
  /** What else it takes to check the signature of a passkey (WebAuthn, section 7.2). */
  passkey?: PasskeyEvidence;
}

interface PasskeyEvidence {
  /** As COSE, `0x` and hex characters. */
  publicKey: string;
  /** Where it was asked for. */
  origin: string;
  rpId: string;
  /** What the authenticator and the browser said, as base64url. */
  authenticatorData: string;
  clientDataJSON: string;
}

/** A proof whose signature is good. It counts once `acceptProof` has taken it in the commit of what it is for. */
export interface CheckedProof {
  personId: string;
  consent: Consent;
  credential: ProofCredential;
  evidence: ProofEvidence;
  /** What a passkey answered; null for a wallet. */
  assertion: CheckedAssertion | null;
}

type WalletRow = typeof personWallets.$inferSelect;

/**
 * Does something for which somebody sends a proof: checks it with `checkProof`, and takes it with `acceptProof`. Throws 403
 * `proof_refused` for a passkey that did not sign, and tells of copied passkeys in the audit log.
 */
export async function withProof<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await tellingOfCopies(ctx, work);
  } catch (error) {
    // Not 401: the session is good, only what was signed is not.
    if (error instanceof PasskeyRefused) throw refused(error.message, error);
    throw error;
  }
}

/**
 * Whether this proof is a person's consent to exactly this, by one of the person's own credentials. Asks the chain of a
 * contract wallet, so it stands outside of the transaction, inside `withProof`. Throws 403 `proof_refused`, 503 when that chain
 * does not answer.
 */
export async function checkProof(
  ctx: Ctx,
  personId: string,
  consent: Consent,
  proof: Proof,
): Promise<CheckedProof> {
  requireTime(ctx, consent);
  return proof.kind === "passkey"
    ? checkPasskey(ctx, personId, consent, proof.response)
    : checkWallet(ctx, personId, consent, proof);
}

async function checkWallet(
  ctx: Ctx,
  personId: string,
  consent: Consent,
  proof: Extract<Proof, { kind: "wallet" }>,
): Promise<CheckedProof> {
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
    return { personId, consent, credential, evidence: { signed, signature }, assertion: null };
  }
  throw refused("The wallet did not sign this");
}

async function checkPasskey(
  ctx: Ctx,
  personId: string,
  consent: Consent,
  response: PasskeyAnswer,
): Promise<CheckedProof> {
  const service = serviceOf(ctx.config);
  const digest = consentHash(service, consent);
  const assertion = await checkAssertion(ctx, { digest, personId, response });
  const { passkey, site } = assertion;
  const { authenticatorData, clientDataJSON, signature } = response.response;
  return {
    personId,
    consent,
    credential: { kind: "passkey", id: passkey.id, name: passkey.name },
    evidence: {
      signed: typedDataOf(service, consent),
      signature: asHex(signature),
      passkey: { publicKey: passkey.publicKey, ...site, authenticatorData, clientDataJSON },
    },
    assertion,
  };
}

/**
 * Takes a checked proof in the commit of what it is for: the time is not over, and the credential is still one of the
 * person's, which it stays until the commit. Throws 403 `proof_refused`, and for a copied passkey what `withProof` tells of.
 */
export async function acceptProof(
  tx: Pick<Tx, "db" | "now">,
  { personId, consent, credential, assertion }: CheckedProof,
): Promise<void> {
  requireTime(tx, consent);
  if (assertion === null) await requireOwnCredential(tx, personId, credential);
  else await takeAssertion(tx, assertion);
}

/** Throws 403 `proof_refused` for a credential that is not the person's any more; else it stays theirs until the commit. */
export async function requireOwnCredential(
  tx: Pick<Tx, "db">,
  personId: string,
  credential: ProofCredential,
): Promise<void> {
  if (credential.kind === "passkey") return requireOwnPasskey(tx, personId, credential.id);
  const { address, chainId } = credential;
  const isThis = and(eq(personWallets.address, address), eq(personWallets.chainId, chainId));
  const [row] = await tx.db
    .select({ id: personWallets.id })
    .from(personWallets)
    .where(and(eq(personWallets.personId, personId), isThis))
    .for("share");
  if (!row) throw refused("This wallet is none that you sign in with");
}

async function requireOwnPasskey(tx: Pick<Tx, "db">, personId: string, id: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, personId), isNull(passkeys.removedAt)))
    .for("share");
  if (!row) throw refused("This passkey is none that you sign in with");
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

function refused(message: string, cause?: unknown): ApiError {
  return new ApiError("proof_refused", message, { cause });
}
