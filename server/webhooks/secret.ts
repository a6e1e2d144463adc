import { createCipheriv, createDecipheriv } from "node:crypto";
import type { RandomBytes } from "@/server/lib/ids";

/** First byte of the stored form; another algorithm or key scheme gets another number. */
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A stored secret that this key cannot read: another key, another endpoint, or altered bytes. */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

/**
 * The stored form of an endpoint's signing secret as `0x…` hex: version, IV, tag, AES-256-GCM ciphertext.
 * `key` is 32 bytes. The endpoint's ID is authenticated with it, so a row's secret works in no other row.
 */
export function sealSecret(key: Buffer, endpointId: string, secret: string, random: RandomBytes): string {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(endpointId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `0x${Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), sealed]).toString("hex")}`;
}

/** The secret inside a stored form. Throws `SecretUnreadable` when anything about it is not as it was sealed. */
export function openSecret(key: Buffer, endpointId: string, stored: Buffer): string {
  const tagAt = 1 + IV_BYTES;
  const bodyAt = tagAt + TAG_BYTES;
  if (stored.length <= bodyAt || stored[0] !== VERSION) {
    throw new SecretUnreadable("The stored signing secret has an unknown format");
  }
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, stored.subarray(1, tagAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(endpointId)).setAuthTag(stored.subarray(tagAt, bodyAt));
    return decipher.update(stored.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
  } catch (cause) {
    throw new SecretUnreadable("The stored signing secret cannot be decrypted with this SECRET_KEY", {
      cause,
    });
  }
}
