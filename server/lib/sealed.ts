import { createCipheriv, createDecipheriv } from "node:crypto";
import type { RandomBytes } from "@/server/lib/ids";

/** First byte of the stored form; another algorithm or key scheme gets another number. */
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text that cannot be opened: another key, another place, or altered bytes. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/**
 * Encrypts a text for storage with AES-256-GCM: version, IV, tag, ciphertext. `key` is 32 bytes. `place` names
 * where it is stored and is authenticated with it, so that what was sealed for one row opens in no other.
 */
export function seal(key: Buffer, place: string, text: string, random: RandomBytes): Buffer {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** The text inside. Throws `SealBroken` when anything about it is not as it was sealed. */
export function unseal(key: Buffer, place: string, sealed: Buffer): string {
  const tagAt = 1 + IV_BYTES;
  const bodyAt = tagAt + TAG_BYTES;
  if (sealed.length < bodyAt || sealed[0] !== VERSION) throw new SealBroken("Unknown format");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, tagAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(tagAt, bodyAt));
    return decipher.update(sealed.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
  } catch (cause) {
    throw new SealBroken("Cannot be decrypted with this SECRET_KEY", { cause });
  }
}
