import { hexToBytes } from "@noble/hashes/utils.js";
import { hexToString } from "viem";
import type { CallOutcome } from "@/local/tron-node/chain/evm";

/** The words that a node has for a call that failed. */
export function messageOf({ ending }: CallOutcome): string {
  if (ending === "REVERT") return "REVERT opcode executed";
  return ending === "OUT_OF_ENERGY"
    ? "CPU timeout for 'JUMPDEST' operation executing"
    : "Invalid operation code";
}

/** A text in hex of its UTF-8, how messages travel. */
export function hexOf(text: string): string {
  return Buffer.from(text, "utf8").toString("hex");
}

/** The sentence of a Solidity `Error(string)`, if that is what a call reverted with. */
export function revertReason(output: `0x${string}`): string | undefined {
  if (!output.startsWith("0x08c379a0")) return undefined;
  const bytes = hexToBytes(output.slice(10));
  const length = Number.parseInt(Buffer.from(bytes.slice(32, 64)).toString("hex"), 16);
  return hexToString(`0x${Buffer.from(bytes.slice(64, 64 + length)).toString("hex")}`);
}
