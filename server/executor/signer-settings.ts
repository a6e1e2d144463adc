import { getAddress, type Hex, isAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { z } from "zod";

/** Where signatures come from. */
export type SignerSettings =
  | { kind: "key"; key: Hex }
  /** A JSON-RPC signer that keeps the key: `eth_signTransaction` of this account. */
  | { kind: "url"; url: string; address: Hex };

const Key = z.string().regex(/^(0x)?[0-9a-f]{64}$/i, "a private key of 64 hex characters");

/**
 * Reads `KEY`, or `SIGNER_URL` with `ADDRESS`, of an account that sends transactions; null where nothing is given, or not what
 * it has to be, which `say` is told. What it is told names the variable and never its value.
 */
export function readSigner(
  read: (name: string) => string | undefined,
  say: (name: string, what: string) => void,
): SignerSettings | null {
  const [key, url, address] = [read("KEY"), read("SIGNER_URL"), read("ADDRESS") ?? ""];
  if (key !== undefined && url !== undefined) say("KEY", "not together with a signer URL");
  const isKey = key !== undefined && Key.safeParse(key).success;
  if (key !== undefined && !isKey) say("KEY", "a private key of 64 hex characters");
  if (url !== undefined && !z.url().safeParse(url).success) say("SIGNER_URL", "a URL");
  const isAccount = isAddress(address, { strict: false });
  if (url !== undefined && !isAccount) say("ADDRESS", "the account that the signer signs for");
  if (url !== undefined) return isAccount ? { kind: "url", url, address: getAddress(address) } : null;
  return isKey ? { kind: "key", key: `0x${key.replace(/^0x/i, "").toLowerCase()}` } : null;
}

/** The account that signs. */
export function signerAddress(settings: SignerSettings): Hex {
  return settings.kind === "url" ? settings.address : privateKeyToAddress(settings.key);
}
