import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "@/server/chains/contract-addresses";

/**
 * What a proxy's event carries in topic 1 (onchain.md §6): keccak-256 of the 8 bytes of a payment reference,
 * given as hex with or without `0x`.
 */
export function referenceTopic(reference: string): Hex {
  const digits = reference.startsWith("0x") ? reference.slice(2) : reference;
  return `0x${bytesToHex(keccak_256(hexToBytes(digits)))}`;
}
