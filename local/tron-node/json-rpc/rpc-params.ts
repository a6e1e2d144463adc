import type { Block } from "@/local/tron-node/chain/block";
import { type ChainState, headOf } from "@/local/tron-node/chain/state";

/** An error answer of `/jsonrpc`. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: string,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message);
}

/** A block or transaction hash, with or without `0x`, as 64 lower-case digits. Throws `invalid hash value`. */
export function HashParam(text: unknown): string {
  if (typeof text !== "string" || !/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
    throw invalidParams("invalid hash value");
  }
  return text.replace(/^0x/, "").toLowerCase();
}

/** The block number that a tag or hex height means. Throws for `safe` and `pending`, which Tron does not have. */
export function readBlockTag(state: ChainState, tag: unknown): number {
  if (tag === "pending" || tag === "safe") throw invalidParams(`TAG ${tag} not supported`);
  if (tag === "latest" || tag === "" || tag === undefined) return headOf(state, "full").number;
  if (tag === "earliest") return 0;
  if (tag === "finalized") return headOf(state, "solid").number;
  if (typeof tag === "string" && /^0x[0-9a-fA-F]{1,15}$/.test(tag)) return Number.parseInt(tag, 16);
  throw invalidParams("invalid block number");
}

/** The block of a tag; undefined above the head. */
export function blockByTag(state: ChainState, tag: unknown): Block | undefined {
  return state.blocks[readBlockTag(state, tag)];
}
