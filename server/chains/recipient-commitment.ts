import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChainFamily } from "@/server/chains/address";

/**
 * Fixes the recipient of one payment without telling who it is: a payer who is shown a shortened address can check
 * that calldata pays the address that was meant, and finds no other that fits. The payment reference, unique to the
 * payment, keeps equal recipients from being recognised. EVM addresses match in any letter case.
 */
export function recipientCommitment(family: ChainFamily, reference: string, address: string): string {
  const exact = family === "evm" ? address.toLowerCase() : address;
  return `0x${bytesToHex(keccak_256(utf8ToBytes(`recipient:${reference.toLowerCase()}:${exact}`)))}`;
}
