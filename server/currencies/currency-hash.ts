import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";

/**
 * Hash that stands for a currency without an address in conversion paths and events: the last 20 bytes of
 * keccak256 over its lowercase JSON with sorted keys (onchain.md §9.1, behaviour.md CU-07).
 *
 * @param value the fiat code, or the `hashName` of a coin; letter case does not matter
 */
export function currencyHash(type: "ISO4217" | "ETH", value: string): string {
  const json = JSON.stringify({ type, value }).toLowerCase();
  return `0x${bytesToHex(keccak_256(utf8ToBytes(json)).slice(-20))}`;
}

/** The hash that stands for the native coin of a network. */
export function coinHash(network: NetworkId): string {
  return currencyHash("ETH", NETWORKS[network].coinIds.hashName);
}
