import { hexToBytes } from "@noble/hashes/utils.js";

/** The bytes of a hex text that may start with `0x`; undefined when it is none. */
export function bytesOfHex(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  const plain = text.replace(/^0x/, "");
  return /^([0-9a-fA-F]{2})*$/.test(plain) ? hexToBytes(plain) : undefined;
}
