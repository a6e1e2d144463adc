import { type Hex, hexToBytes, keccak256 } from "viem";
import type { Emitted } from "@/sim/chain/emitted";

/** The filter of a block's header over the addresses and topics of its events (Ethereum yellow paper, 4.3.1). */
export function bloomOf(logs: readonly Emitted[]): Hex {
  const bytes = Buffer.alloc(256);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    const hash = hexToBytes(keccak256(value));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      const byte = 255 - (bit >> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${bytes.toString("hex")}`;
}
