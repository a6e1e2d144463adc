import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { NetworkId } from "@/server/chains/networks";

/**
 * Names under which the conversion contracts know the native coins; several coins called ETH need several names
 * (onchain.md §9.1). They are part of the hash and never change, so Polygon's coin stays `matic`.
 */
export const NATIVE_HASH_NAMES: Record<NetworkId, string> = {
  mainnet: "eth",
  "arbitrum-one": "aeth",
  optimism: "eth-optimism",
  base: "eth-base",
  matic: "matic",
  bsc: "bnb",
  sepolia: "eth-sepolia",
  tron: "trx",
};

/**
 * Hash that stands for a currency without an address in conversion paths and events: the last 20 bytes of
 * keccak256 over its lowercase JSON with sorted keys (onchain.md §9.1, behaviour.md CU-07).
 *
 * @param value the fiat code, or the coin's name of `NATIVE_HASH_NAMES`; letter case does not matter
 */
export function currencyHash(type: "ISO4217" | "ETH", value: string): string {
  const json = JSON.stringify({ type, value }).toLowerCase();
  return `0x${bytesToHex(keccak_256(utf8ToBytes(json)).slice(-20))}`;
}
