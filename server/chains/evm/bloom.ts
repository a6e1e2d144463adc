import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "@/server/chains/contract-addresses";

/** Above this share of set bits a bloom filter says "maybe" to nearly everything. */
const SATURATED = 0.4;

/** A header's 2048-bit filter over the addresses and topics of its block's logs (Ethereum yellow paper §4.3.1). */
export class LogsBloom {
  readonly #bytes: Uint8Array;

  constructor(bloom: Hex) {
    this.#bytes = hexToBytes(bloom.slice(2));
  }

  /** True when so many bits are set that "maybe" says nothing. */
  get isSaturated(): boolean {
    return this.#share > SATURATED;
  }

  /** How likely it is (0 to 1) that one of so many values, none of which the block has, is said to be in it. */
  chanceOfMistake(values: number): number {
    return 1 - (1 - this.#share ** 3) ** values;
  }

  /** Of all bits, those that are set. */
  get #share(): number {
    let bits = 0;
    for (const byte of this.#bytes) for (let rest = byte; rest; rest &= rest - 1) bits++;
    return bits / 2048;
  }

  /** False means that no log of the block has this address or topic. */
  mayContain(value: Hex): boolean {
    const hash = keccak_256(hexToBytes(value.slice(2)));
    return [0, 2, 4].every((i) => {
      const bit = (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047;
      return ((this.#bytes[255 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1;
    });
  }
}
