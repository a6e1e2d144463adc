import { and, eq, isNull } from "drizzle-orm";
import { passkeys } from "@/db/schema";
import type { NewPasskeyAnswer } from "@/server/auth/passkeys/answers";
import { asHex, CHALLENGE_SPENT, spendPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { makeOf } from "@/server/auth/passkeys/makes";
import { type PasskeySite, requirePasskeySite } from "@/server/auth/passkeys/site";
import { refuseFrames } from "@/server/auth/passkeys/verify-assertion";
import type { Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { newId } from "@/server/lib/ids";

/** Keys that are taken, by their numbers in COSE: ES256, EdDSA and RS256, which is every passkey in use. */
export const ALGORITHMS = [-7, -8, -257];

/** Passkeys of one person at a time. */
const MOST_PASSKEYS = 20;

type PasskeyRow = typeof passkeys.$inferSelect;

export interface NewPasskey {
  challengeId: string;
  purpose: "register" | "join";
  /** The session of the call, which asked for the challenge; null where nobody is signed in. */
  sessionId: string | null;
  /** What its person calls it; null for the name of its make. */
  name: string | null;
  response: NewPasskeyAnswer;
}

/** What an authenticator says of a key that it has made, once it is verified. */
export interface MadePasskey
  extends Pick<
    PasskeyRow,
    "credentialId" | "publicKey" | "counter" | "transports" | "isSyncable" | "isBackedUp" | "aaguid" | "name"
  > {
  /** Whose it is, as the challenge says. */
  personId: string;
}

/**
 * Verifies a passkey that was just made (WebAuthn, section 7.1) and uses its challenge up. Throws 400 for a wrong answer and for
 * one to a challenge of another session or purpose, and where passkeys do not work.
 */
export async function verifyNewPasskey(
  tx: Tx,
  { challengeId, purpose, sessionId, name, response }: NewPasskey,
): Promise<MadePasskey> {
  const site = requirePasskeySite(tx.config.urls);
  const spent = await spendPasskeyChallenge(tx, challengeId, { purpose, sessionId });
  if (spent === null) throw invalidField("challengeId", CHALLENGE_SPENT);
  const { challenge, personId } = spent;
  if (personId === null) throw new Error("the challenge of a new passkey names no person");
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = await verified(
    site,
    challenge,
    response,
  );
  const transports = [...new Set(response.response.transports ?? [])];
  return {
    personId,
    credentialId: asHex(credential.id),
    publicKey: `0x${Buffer.from(credential.publicKey).toString("hex")}`,
    counter: credential.counter,
    transports,
    isSyncable: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
    aaguid,
    name: name ?? makeOf(aaguid, transports),
  };
}

/** Stores it. Throws 409 for a passkey that somebody has or had, and for more of one person than anybody needs. */
export async function storePasskey(tx: Tx, made: MadePasskey): Promise<PasskeyRow> {
  const own = and(eq(passkeys.personId, made.personId), isNull(passkeys.removedAt));
  if ((await tx.db.$count(passkeys, own)) >= MOST_PASSKEYS) {
    throw new ApiError(
      "conflict",
      `You have ${MOST_PASSKEYS} passkeys already; remove one that you do not use`,
    );
  }
  const createdAt = tx.now();
  const [stored] = await tx.db
    .insert(passkeys)
    .values({ ...made, id: newId(createdAt), createdAt })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  if (!stored) throw new ApiError("conflict", "This passkey was added before; make a new one");
  return stored;
}

async function verified(
  { rpId, origin }: PasskeySite,
  challenge: string,
  { id, rawId, type, response }: NewPasskeyAnswer,
) {
  const { clientDataJSON, attestationObject } = response;
  // Loaded with the first passkey: it brings certificates of authenticators, which a start should not wait for.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    refuseFrames(clientDataJSON);
    await refuseCertificates(attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo && registrationInfo.credential.id === id) return registrationInfo;
  } catch {
    throw refused();
  }
  throw refused();
}

/**
 * Throws for an attestation with certificates, before they are looked at: they were not asked for, and the library would fetch
 * the lists of revoked ones from addresses that a stranger has written into them.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  const isSelfMade = format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfMade) throw new Error(`attestation ${format} was not asked for`);
}

/** Not 401: whoever adds a passkey is signed in, and stays so. */
function refused(): ApiError {
  return invalidField("response", "This passkey was not made for this service, or not for this call");
}
