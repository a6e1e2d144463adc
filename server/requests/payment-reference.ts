import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "@/server/chains/contract-addresses";

/**
 * The 8 bytes that name a request on chain (onchain.md §6): the end of keccak-256 over request ID, salt and
 * address, joined as lower-case text. `requestId` and `salt` may carry `0x`; `address` is the wallet as
 * text in its own form, Base58 included.
 */
export function paymentReference(requestId: string, salt: string, address: string): Hex {
  const text = (withoutPrefix(requestId) + withoutPrefix(salt) + address).toLowerCase();
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)).slice(-8))}`;
}

function withoutPrefix(hex: string): string {
  return hex.startsWith("0x") ? hex.slice(2) : hex;
}
