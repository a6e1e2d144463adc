import { type Hex, hexToBytes, keccak256 } from "viem";
import type { Emitted } from "@/sim/chain/emitted";

/** The filter of a block's header over the addresses and topics of its events (Ethereum yellow paper, 4.3.1). */
export function bloomOf(logs: readonly Emitted[]): Hex {
  const bytes = Buffer.alloc(256);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    for (const bit of bitsOf(value)) {
      const byte = 255 - (bit >> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${bytes.toString("hex")}`;
}

/** Of values that a run has hashed: most are addresses and topics that come again and again. */
const known = new Map<Hex, readonly number[]>();
const MOST_KNOWN = 10_000;

function bitsOf(value: Hex): readonly number[] {
  const before = known.get(value);
  if (before) return before;
  const hash = hexToBytes(keccak256(value));
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(value, bits);
  return bits;
}
