import { and, eq, isNull } from "drizzle-orm";
import { passkeys } from "@/db/schema";
import type { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import {
  asBase64url,
  asHex,
  CHALLENGE_SPENT,
  type PasskeyPurpose,
  spendPasskeyChallenge,
} from "@/server/auth/passkeys/challenges";
import { CounterWentBack } from "@/server/auth/passkeys/counter-went-back";
import { type PasskeySite, requirePasskeySite } from "@/server/auth/passkeys/site";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * What a passkey has to have signed: a challenge of ours, which is used up, or 32 bytes of the caller, such as the digest of
 * what is agreed to. The caller sees to it that a digest counts once, and that it names its purpose.
 */
export type ExpectedChallenge =
  | { id: string; purpose: PasskeyPurpose; sessionId: string | null }
  | { digest: `0x${string}` };

export interface Assertion {
  challenge: ExpectedChallenge;
  /** Whose passkey it has to be; null for anybody's, as where somebody signs in. */
  personId: string | null;
  response: PasskeyAnswer;
}

/** Whose passkey signed. */
export interface VerifiedAssertion {
  personId: string;
  passkey: Pick<PasskeyRow, "id" | "name">;
}

/**
 * Verifies what a passkey signed (WebAuthn, section 7.2): the challenge, the page of the dashboard, the RP ID, that its
 * person was there and was recognised by the authenticator (user verification), and the signature. Writes down that the
 * passkey was used. Throws 401 in the same words for a passkey that is unknown, removed or another person's and for a wrong
 * answer, `CounterWentBack` (401) for a copied one, and 400 where passkeys do not work. Call it inside
 * `inTransactionOfPasskey`, which tells of copies.
 */
export async function verifyAssertion(
  tx: Tx,
  { challenge, personId, response }: Assertion,
): Promise<VerifiedAssertion> {
  const site = requirePasskeySite(tx.config.urls);
  const expected = await expectedBytes(tx, challenge);
  const passkey = await passkeyOf(tx, response);
  if (!passkey || (personId !== null && passkey.personId !== personId)) throw refused();
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.personId) throw refused();
  const { counter, isBackedUp } = await signedBy(passkey, site, expected, response);
  // Where neither counts there is nothing to compare; else it has to grow (section 6.1.1).
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    throw new CounterWentBack({ ...passkey, counter, stored: passkey.counter });
  }
  await tx.db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: tx.now() })
    .where(eq(passkeys.id, passkey.id));
  return { personId: passkey.personId, passkey: { id: passkey.id, name: passkey.name } };
}

async function expectedBytes(tx: Tx, challenge: ExpectedChallenge): Promise<string> {
  if ("digest" in challenge) {
    if (!/^0x[0-9a-f]{64}$/.test(challenge.digest))
      throw new Error("a digest has 32 bytes, as lower-case hex");
    return asBase64url(challenge.digest);
  }
  const spent = await spendPasskeyChallenge(tx, challenge.id, challenge);
  if (spent === null) throw new ApiError("unauthorized", CHALLENGE_SPENT);
  return spent.challenge;
}

/** Locked, so that two answers of one passkey are compared with its counter one after the other. */
async function passkeyOf(tx: Tx, { id }: PasskeyAnswer): Promise<PasskeyRow | undefined> {
  const [found] = await tx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, asHex(id)), isNull(passkeys.removedAt)))
    .for("no key update");
  return found;
}

async function signedBy(
  { credentialId, publicKey }: PasskeyRow,
  { rpId, origin }: PasskeySite,
  challenge: string,
  { id, rawId, type, response }: PasskeyAnswer,
): Promise<{ counter: number; isBackedUp: boolean }> {
  const { clientDataJSON, authenticatorData, signature } = response;
  // Loaded with the first passkey: it brings certificates of authenticators, which a start should not wait for.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    refuseFrames(clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared above, once it is known that the passkey signed it.
      credential: { id: asBase64url(credentialId), publicKey: bytesOf(publicKey), counter: 0 },
    });
    if (!verified) throw refused();
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    throw refused(error);
  }
}

/** Throws for what was signed on a page inside a page of somebody else: ours are never shown so. */
export function refuseFrames(clientDataJSON: string): void {
  const said: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  if (typeof said === "object" && said !== null && "crossOrigin" in said && said.crossOrigin === true) {
    throw new Error("signed inside a page of another origin");
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hex.slice(2), "hex"));
}

/** In the same words whatever is wrong, so that nobody learns which passkeys exist. */
function refused(cause?: unknown): ApiError {
  return new ApiError("unauthorized", "This passkey is not known here, or did not sign this", { cause });
}
