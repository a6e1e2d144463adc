import type { Hex } from "viem";
import { hex20ToTron, tronToHex20 } from "@/server/chains/address";

/** 21 bytes as 42 lower-case hex digits, `41` first: how the node's HTTP API writes an address. */
export type Hex21 = string;

const HEX21 = /^(0x)?41[0-9a-fA-F]{40}$/;

/**
 * Reads an address as the HTTP API takes it: `41…` hex, or Base58Check when the caller said `visible`. Undefined
 * for anything else, as a real node refuses the other form.
 */
export function readAddress(text: unknown, visible: boolean): Hex21 | undefined {
  if (typeof text !== "string") return undefined;
  if (!visible) return HEX21.test(text) ? text.replace(/^0x/, "").toLowerCase() : undefined;
  try {
    return fromEvm(tronToHex20(text));
  } catch {
    return undefined;
  }
}

/** The address as the answer shows it. */
export function printAddress(address: Hex21, visible: boolean): string {
  return visible ? hex20ToTron(toEvm(address)) : address;
}

/** The 20 bytes that the EVM, logs and ABI words use. */
export function toEvm(address: Hex21): Hex {
  return `0x${address.slice(2)}`;
}

export function fromEvm(address: string): Hex21 {
  return `41${address.slice(2).toLowerCase()}`;
}
