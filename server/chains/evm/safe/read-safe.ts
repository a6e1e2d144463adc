import { decodeFunctionResult, encodeFunctionData } from "viem";
import { safeAbi } from "@/contracts/abis";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { accountKind } from "@/server/chains/evm/contract-signature";
import { isRefusal, type Rpc } from "@/server/chains/evm/rpc";
import { SAFE_VERSIONS, type SafeVersion } from "@/server/chains/evm/safe/safe-transaction";

/** A Safe as it stood at the end of a block. */
export interface SafeAccount {
  kind: "safe";
  version: SafeVersion;
  /** Of its next transaction. */
  nonce: bigint;
  /** Owners who have to sign. */
  threshold: number;
  /** Lower-case. */
  owners: Hex[];
  block: bigint;
}

/** What lives at an address that was said to be a Safe. */
export type SafeAnswer =
  | SafeAccount
  | { kind: "no_contract" | "no_safe" }
  /** It answers as a Safe does, and is of a version whose events we do not know. */
  | { kind: "unknown_version"; version: string };

/** Asks a Safe about itself, all at the same block. Throws `ChainError`. */
export async function readSafe(rpc: Rpc, safe: Hex): Promise<SafeAnswer> {
  const [kind, tip] = await Promise.all([accountKind(rpc, safe), rpc<Hex>("eth_blockNumber", [])]);
  if (kind !== "contract") return { kind: "no_contract" };
  const [version, nonce, threshold, owners] = await Promise.all([
    ask(rpc, safe, "VERSION", tip),
    ask(rpc, safe, "nonce", tip),
    ask(rpc, safe, "getThreshold", tip),
    ask(rpc, safe, "getOwners", tip),
  ]);
  const isSafe =
    typeof version === "string" &&
    typeof nonce === "bigint" &&
    typeof threshold === "bigint" &&
    Array.isArray(owners) &&
    owners.length > 0 &&
    threshold > 0n &&
    threshold <= BigInt(owners.length);
  if (!isSafe) return { kind: "no_safe" };
  const known = SAFE_VERSIONS.find((one) => one === version);
  if (!known) return { kind: "unknown_version", version: version.slice(0, 20) };
  return {
    kind: "safe",
    version: known,
    nonce,
    threshold: Number(threshold),
    owners: owners.map((owner: Hex): Hex => `0x${owner.slice(2).toLowerCase()}`),
    block: BigInt(tip),
  };
}

type Question = "VERSION" | "nonce" | "getThreshold" | "getOwners";

/** Null where the contract does not have this function. */
async function ask(rpc: Rpc, to: Hex, functionName: Question, at: Hex) {
  let data: Hex;
  try {
    data = await rpc<Hex>("eth_call", [{ to, data: encodeFunctionData({ abi: safeAbi, functionName }) }, at]);
  } catch (error) {
    const isAnswer =
      isRefusal(error) || (error instanceof ChainError && /revert|invalid opcode/i.test(error.message));
    if (isAnswer) return null;
    throw error;
  }
  try {
    return decodeFunctionResult({ abi: safeAbi, functionName, data });
  } catch {
    // Nothing, or nothing that could be such an answer.
    return null;
  }
}
