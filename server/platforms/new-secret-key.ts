import { hashSecret, type RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** A bearer value with a readable prefix and 256 bits of randomness. */
export interface SecretKey {
  value: string;
  prefix: string;
  last4: string;
  hash: string;
}

/** A new API key (`sk_`) or orchestrator key (`orc_`). Only hash, prefix and last 4 may be stored (OR-01). */
export function newSecretKey(prefix: "sk_" | "orc_", random: RandomBytes = secretBytes): SecretKey {
  const value = `${prefix}${random(32).toString("hex")}`;
  return { value, prefix, last4: value.slice(-4), hash: hashSecret(value) };
}
