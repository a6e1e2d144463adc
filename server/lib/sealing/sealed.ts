import { createCipheriv, createDecipheriv } from "node:crypto";
import type { RandomBytes } from "@/server/lib/ids";
import { allKeys, type Keyring } from "@/server/lib/sealing/keyring";

/** First byte of the stored form. The first version did not say which key had sealed it. */
const WITHOUT_KEY_ID = 1;
const WITH_KEY_ID = 2;
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text that cannot be opened: another key, another context, or altered bytes. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/**
 * Encrypts a text for storage with AES-256-GCM under the current key: version, ID of the key, IV, tag, ciphertext.
 * `context` names where it is stored and is authenticated with it, so that what was sealed for one row opens in no
 * other.
 */
export function seal({ current }: Keyring, context: string, text: string, random: RandomBytes): Buffer {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.bytes, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const head = Buffer.concat([Buffer.from([WITH_KEY_ID]), Buffer.from(current.id, "hex")]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
}

/** The text inside. Throws `SealBroken` when anything about it is not as it was sealed. */
export function unseal(keys: Keyring, context: string, sealed: Buffer): string {
  const id = keyIdOf(sealed);
  const candidates = allKeys(keys).filter((key) => id === null || key.id === id);
  if (candidates.length === 0) throw new SealBroken(`Sealed with the key ${id}, which this service has not`);
  const start = id === null ? 1 : 1 + ID_BYTES;
  let cause: unknown;
  for (const { bytes } of candidates) {
    try {
      return open(bytes, context, sealed.subarray(start));
    } catch (error) {
      cause = error;
    }
  }
  throw new SealBroken("Cannot be decrypted with this SECRET_KEY", { cause });
}

/** ID of the key that sealed this; null where the stored form does not say. Throws `SealBroken` for no sealed text. */
export function keyIdOf(sealed: Buffer): string | null {
  const hasId = sealed[0] === WITH_KEY_ID;
  const head = hasId ? 1 + ID_BYTES : 1;
  if ((!hasId && sealed[0] !== WITHOUT_KEY_ID) || sealed.length < head + IV_BYTES + TAG_BYTES) {
    throw new SealBroken("Unknown format");
  }
  return hasId ? sealed.subarray(1, head).toString("hex") : null;
}

function open(key: Buffer, context: string, sealed: Buffer): string {
  const bodyAt = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(IV_BYTES, bodyAt));
  return decipher.update(sealed.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
}
