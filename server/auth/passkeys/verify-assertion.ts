import { and, eq, isNull, type SQL } from "drizzle-orm";
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
import { PasskeyRefused } from "@/server/auth/passkeys/passkey-refused";
import { type PasskeySite, requirePasskeySite } from "@/server/auth/passkeys/site";
import type { Reads, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

type PasskeyRow = typeof passkeys.$inferSelect;

/** The challenge of ours that a passkey has to have signed. It is used up. */
export interface ExpectedChallenge {
  id: string;
  purpose: PasskeyPurpose;
  sessionId: string | null;
}

/** Whose passkey signed. */
export interface VerifiedAssertion {
  personId: string;
  passkey: Pick<PasskeyRow, "id" | "name">;
}

/** An answer of a passkey whose signature is good. It counts once `takeAssertion` has taken it. */
export interface CheckedAssertion extends VerifiedAssertion {
  passkey: Pick<PasskeyRow, "id" | "name" | "credentialId" | "publicKey">;
  site: PasskeySite;
  /** What the authenticator says it has counted. */
  counter: number;
  isBackedUp: boolean;
}

/**
 * Verifies what a passkey signed (WebAuthn, section 7.2): a challenge of ours, which is used up, the page of the dashboard, the
 * RP ID, that its person was there and was recognised by the authenticator (user verification), and the signature. Writes down
 * that the passkey was used. Throws 401 in the same words for a passkey that is unknown or removed and for a wrong answer,
 * `CounterWentBack` (401) for a copied one, and 400 where passkeys do not work. Call it inside `inTransactionOfPasskey`, which
 * tells of copies.
 */
export async function verifyAssertion(
  tx: Tx,
  { challenge, response }: { challenge: ExpectedChallenge; response: PasskeyAnswer },
): Promise<VerifiedAssertion> {
  const site = requirePasskeySite(tx.config.urls);
  const spent = await spendPasskeyChallenge(tx, challenge.id, challenge);
  if (spent === null) throw new ApiError("unauthorized", CHALLENGE_SPENT);
  const [passkey] = await lockedPasskeys(tx, eq(passkeys.credentialId, asHex(response.id)));
  if (!passkey) throw new PasskeyRefused();
  const checked = await answeredBy(passkey, { site, challenge: spent.challenge, response });
  await noteUse(tx, passkey, checked);
  return checked;
}

/**
 * The same of 32 bytes of the caller, such as the digest of what is agreed to, by a passkey of one person. Writes nothing, so it
 * can stand outside of the commit that it is for; `takeAssertion` has to follow there. The caller sees to it that the bytes
 * count once, and that they name their purpose. Throws `PasskeyRefused` and `CounterWentBack`.
 */
export async function checkAssertion(
  { db, config }: Pick<Reads, "db"> & Pick<Tx, "config">,
  { digest, personId, response }: { digest: `0x${string}`; personId: string; response: PasskeyAnswer },
): Promise<CheckedAssertion> {
  if (!/^0x[0-9a-f]{64}$/.test(digest)) throw new Error("a digest has 32 bytes, as lower-case hex");
  const site = requirePasskeySite(config.urls);
  const isOne = and(eq(passkeys.credentialId, asHex(response.id)), isNull(passkeys.removedAt));
  const [passkey] = await db.select().from(passkeys).where(isOne);
  if (passkey?.personId !== personId) throw new PasskeyRefused();
  const checked = await answeredBy(passkey, { site, challenge: asBase64url(digest), response });
  requireGrowth(passkey, checked.counter);
  return checked;
}

/**
 * Takes a checked answer in the commit of what it is for: the passkey is still the person's, which it stays until the commit, and
 * nothing has counted further since. Writes down that it was used. Throws `PasskeyRefused` and `CounterWentBack`.
 */
export async function takeAssertion(tx: Pick<Tx, "db" | "now">, checked: CheckedAssertion): Promise<void> {
  const isTheirs = and(eq(passkeys.id, checked.passkey.id), eq(passkeys.personId, checked.personId));
  const [passkey] = await lockedPasskeys(tx, isTheirs);
  if (!passkey) throw new PasskeyRefused();
  await noteUse(tx, passkey, checked);
}

/** Locked, so that two answers of one passkey are compared with its counter one after the other. */
function lockedPasskeys({ db }: Pick<Tx, "db">, isOne: SQL | undefined): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(and(isOne, isNull(passkeys.removedAt)))
    .for("no key update");
}

async function noteUse(
  tx: Pick<Tx, "db" | "now">,
  passkey: PasskeyRow,
  { counter, isBackedUp }: CheckedAssertion,
): Promise<void> {
  requireGrowth(passkey, counter);
  await tx.db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: tx.now() })
    .where(eq(passkeys.id, passkey.id));
}

/** Where neither counts there is nothing to compare; else it has to grow (section 6.1.1). */
function requireGrowth(passkey: PasskeyRow, counter: number): void {
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    throw new CounterWentBack({ ...passkey, counter, stored: passkey.counter });
  }
}

interface Answer {
  site: PasskeySite;
  challenge: string;
  response: PasskeyAnswer;
}

async function answeredBy(
  passkey: PasskeyRow,
  { site, challenge, response }: Answer,
): Promise<CheckedAssertion> {
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.personId) {
    throw new PasskeyRefused();
  }
  const said = await signedBy(passkey, site, challenge, response);
  return { personId: passkey.personId, passkey, site, ...said };
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
    if (!verified) throw new PasskeyRefused();
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    throw new PasskeyRefused({ cause: error });
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
