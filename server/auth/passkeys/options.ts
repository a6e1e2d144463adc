import type { NewChallenge } from "@/server/auth/passkeys/challenges";
import { ALGORITHMS } from "@/server/auth/passkeys/register-passkey";
import type { PasskeyCreation, PasskeyRequest } from "@/server/auth/passkeys/schema";
import type { PasskeySite } from "@/server/auth/passkeys/site";

/** As long as the challenge is good. */
const TIMEOUT_MS = 5 * 60_000;

/** What a browser needs to ask any passkey of this service to sign. */
export function requestOf({ rpId }: PasskeySite, { id, challenge, expiresAt }: NewChallenge): PasskeyRequest {
  return {
    challengeId: id,
    options: { challenge, rpId, timeout: TIMEOUT_MS, userVerification: "required" },
    expiresAt: expiresAt.toISOString(),
  };
}

/** What a browser needs to make a passkey. `known` are the IDs of those that the person has, as base64url. */
export function creationOf(
  { rpId }: PasskeySite,
  { id, challenge, expiresAt }: NewChallenge,
  { personId, name, known }: { personId: string; name: string; known: readonly string[] },
): PasskeyCreation {
  return {
    challengeId: id,
    options: {
      rp: { id: rpId, name: "Quittance" },
      user: { id: Buffer.from(personId).toString("base64url"), name, displayName: name },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: known.map((credential) => ({ type: "public-key", id: credential })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    },
    expiresAt: expiresAt.toISOString(),
  };
}
