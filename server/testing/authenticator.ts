import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@/server/auth/passkeys/answers";

/** What of an answer a test can make wrong. Without it the answer is as a browser's and its authenticator's. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** What the browser says the call was: `webauthn.get` or `webauthn.create`. */
  type?: string;
  crossOrigin?: boolean;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  /** What the authenticator says it has counted. */
  counter?: number;
  userHandle?: string;
  /** Of a new passkey: its format of attestation and what is in it, as CBOR. */
  attestation?: { format: string; statement: Buffer };
}

interface Site {
  origin: string;
  rpId: string;
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, newKey: 0x40 };

/**
 * One passkey in software (WebAuthn, sections 6 and 7): a key on P-256, an attestation of format "none". It counts its
 * signatures unless it is synced.
 */
export class TestAuthenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #site: Site;
  readonly credentialId = randomBytes(32);
  readonly isSynced: boolean;
  #count = 0;
  #userHandle: string | undefined;

  constructor(site: Site, { isSynced = false }: { isSynced?: boolean } = {}) {
    this.#site = site;
    this.isSynced = isSynced;
  }

  /** Its ID, as browsers write it. */
  get id(): string {
    return this.credentialId.toString("base64url");
  }

  /** The answer to `navigator.credentials.create`. `userHandle` is what the passkey is made for. */
  create(
    { challenge, userHandle }: { challenge: string; userHandle?: string },
    deviation: Deviation = {},
  ): NewPasskeyAnswer {
    this.#userHandle = userHandle;
    const { attestation = { format: "none", statement: cborMap([]) } } = deviation;
    const authData = Buffer.concat([
      this.#authenticatorData({ ...deviation, counter: deviation.counter ?? 0 }, FLAGS.newKey),
      // AAGUID: of no known make.
      Buffer.alloc(16),
      uint16(this.credentialId.length),
      this.credentialId,
      coseKey(this.#keys.publicKey),
    ]);
    const attestationObject = cborMap([
      [cborText("fmt"), cborText(attestation.format)],
      [cborText("attStmt"), attestation.statement],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, deviation).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** The answer to `navigator.credentials.get`. */
  get(challenge: string, deviation: Deviation = {}): PasskeyAnswer {
    const counter = deviation.counter ?? (this.isSynced ? 0 : ++this.#count);
    const clientData = this.#clientData("webauthn.get", challenge, deviation);
    const authData = this.#authenticatorData({ ...deviation, counter });
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    const userHandle = deviation.userHandle ?? this.#userHandle;
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
        ...(userHandle === undefined ? {} : { userHandle: Buffer.from(userHandle).toString("base64url") }),
      },
    };
  }

  #clientData(type: string, challenge: string, { origin, crossOrigin = false, ...rest }: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: rest.type ?? type,
        challenge,
        origin: origin ?? this.#site.origin,
        crossOrigin,
      }),
    );
  }

  #authenticatorData(
    { rpId, isUserPresent = true, isUserVerified = true, counter = 0 }: Deviation,
    more = 0,
  ): Buffer {
    const flags =
      more |
      (isUserPresent ? FLAGS.userPresent : 0) |
      (isUserVerified ? FLAGS.userVerified : 0) |
      (this.isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const rpIdHash = createHash("sha256")
      .update(rpId ?? this.#site.rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count]);
  }
}

/** A key on P-256 for ES256, as COSE (RFC 9053): kty 2, alg -7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

/** The first bytes of a CBOR item (RFC 8949, section 3): its type, and a length or a number. */
function cborHead(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(type << 5) | 25]), uint16(value)]);
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

export function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

export function cborArray(items: readonly Buffer[]): Buffer {
  return Buffer.concat([cborHead(4, items.length), ...items]);
}

export function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
