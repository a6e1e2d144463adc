import { and, eq, isNull } from "drizzle-orm";
import { passkeys } from "@/db/schema";
import type { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { asBase64url } from "@/server/auth/passkeys/challenges";
import { passkeySupport } from "@/server/auth/passkeys/site";
import { type VerifiedAssertion, verifyAssertion } from "@/server/auth/passkeys/verify-assertion";
import type { Consent } from "@/server/auth/proofs/consent";
import { consentHash } from "@/server/auth/proofs/consent-hash";
import { serviceOf } from "@/server/auth/proofs/proof-request";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

const TIMEOUT_MS = 5 * 60_000;

/** What a browser asks a passkey of this person to sign; null where the person has none, or passkeys do not work here. */
export async function passkeyRequest(
  tx: Pick<Tx, "db" | "config">,
  personId: string,
  consent: Consent,
): Promise<StepUpAsked["passkey"]> {
  const support = passkeySupport(tx.config.urls);
  if (!support.isOffered) return null;
  const own = await tx.db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(and(eq(passkeys.personId, personId), isNull(passkeys.removedAt)));
  if (own.length === 0) return null;
  return {
    challenge: asBase64url(consentHash(serviceOf(tx.config), consent)),
    rpId: support.site.rpId,
    timeout: TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: own.map(({ credentialId }) => ({ type: "public-key", id: asBase64url(credentialId) })),
  };
}

/** Whether a passkey of this person signed this consent. Throws 403 `proof_refused`, and for a copied passkey as signing in does. */
export async function verifyPasskeyProof(
  tx: Tx,
  personId: string,
  consent: Consent,
  response: PasskeyAnswer,
): Promise<VerifiedAssertion> {
  const digest = consentHash(serviceOf(tx.config), consent);
  return verifyAssertion(tx, { challenge: { digest }, personId, response });
}

/** Throws 403 `proof_refused` for a passkey that is not the person's any more; else it stays theirs until the commit. */
export async function requireOwnPasskey(tx: Pick<Tx, "db">, personId: string, id: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, personId), isNull(passkeys.removedAt)))
    .for("share");
  if (!row) throw new ApiError("proof_refused", "This passkey is none that you sign in with");
}
