import { hkdfSync } from "node:crypto";
import { type Hex, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Config } from "@/server/config";
import type { SealingKey } from "@/server/lib/sealing/keyring";

/**
 * The key that signs quittances, derived from `SECRET_KEY` (HKDF-SHA-256), so that there is no second secret to
 * keep: the address is the same as long as that key is. It never holds money.
 */
export function quittanceSigner({ keys }: Pick<Config, "keys">): PrivateKeyAccount {
  return signerOf(keys.current);
}

/** The signer that belongs to one key. */
export function signerOf({ bytes }: SealingKey): PrivateKeyAccount {
  return privateKeyToAccount(privateKeyFrom(bytes));
}

function privateKeyFrom(secretKey: Buffer): Hex {
  return toHex(new Uint8Array(hkdfSync("sha256", secretKey, "", "quittance signing key 1", 32)));
}
