import type { RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import type { Keyring } from "@/server/lib/sealing/keyring";
import { SealBroken, seal, unseal } from "@/server/lib/sealing/sealed";

/** A webhook signing secret: 64 hex characters (events.md SC-08). */
export function newWebhookSecret(random: RandomBytes = secretBytes): string {
  return random(32).toString("hex");
}

/** A stored secret that this key cannot read: another key, another endpoint, or altered bytes. */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

/**
 * The stored form of an endpoint's signing secret as `0x…` hex. The endpoint's ID is
 * authenticated with it, so a row's secret works in no other row.
 */
export function sealSecret(keys: Keyring, endpointId: string, secret: string, random: RandomBytes): string {
  return `0x${seal(keys, endpointId, secret, random).toString("hex")}`;
}

/** The secret inside a stored form. Throws `SecretUnreadable` when anything about it is not as it was sealed. */
export function openSecret(keys: Keyring, endpointId: string, stored: Buffer): string {
  try {
    return unseal(keys, endpointId, stored);
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause;
    throw new SecretUnreadable(`The stored signing secret cannot be read: ${cause.message}`, { cause });
  }
}
