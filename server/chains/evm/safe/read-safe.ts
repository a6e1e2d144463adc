import { decodeFunctionResult, encodeFunctionData } from "viem";
import { safeAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import { accountKind } from "@/server/chains/evm/contract-signature";
import type { Rpc } from "@/server/chains/evm/rpc";
import { askUntrusted, decodeUntrusted } from "@/server/chains/evm/untrusted/ask";
import type { SafeAnswer } from "@/server/chains/safe";
import { SAFE_VERSIONS } from "@/server/chains/safe";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";

/** Asks a Safe about itself, all at the block `at`. Throws `ChainError`. */
export async function readSafe(rpc: Rpc, safe: Hex, at: Hex): Promise<SafeAnswer> {
  if ((await accountKind(rpc, safe)) !== "contract") return { kind: "no_contract" };
  const [version, nonce, threshold, owners] = await Promise.all([
    ask(rpc, safe, "VERSION", at),
    ask(rpc, safe, "nonce", at),
    ask(rpc, safe, "getThreshold", at),
    ask(rpc, safe, "getOwners", at),
  ]);
  const isSafe =
    typeof version === "string" &&
    typeof nonce === "bigint" &&
    typeof threshold === "bigint" &&
    Array.isArray(owners) &&
    owners.length > 0 &&
    threshold > 0n &&
    threshold <= BigInt(owners.length) &&
    nonce <= MAX_NONCE;
  if (!isSafe) return { kind: "no_safe" };
  const known = SAFE_VERSIONS.find((one) => one === version);
  if (!known) return { kind: "unknown_version", version: version.slice(0, 20) };
  return {
    kind: "safe",
    version: known,
    nonce,
    threshold: Number(threshold),
    owners: owners.map((owner: Hex): Hex => `0x${owner.slice(2).toLowerCase()}`),
    block: BigInt(at),
  };
}

/** The next nonce of a Safe after the block `at`; null where the contract gives none. Throws `ChainError`. */
export async function nonceOfSafe(rpc: Rpc, safe: Hex, at: Hex): Promise<bigint | null> {
  const nonce = await ask(rpc, safe, "nonce", at);
  return typeof nonce === "bigint" && nonce <= MAX_NONCE ? nonce : null;
}

/** No Safe gets so far, and one that says so would overflow what counts on from it. */
const MAX_NONCE = 2n ** 48n;

type Question = "VERSION" | "nonce" | "getThreshold" | "getOwners";

/** Null where the contract does not have this function, or answers what cannot be such an answer. */
async function ask(rpc: Rpc, to: Hex, functionName: Question, at: Hex) {
  const data = encodeFunctionData({ abi: safeAbi, functionName });
  const answer = await askUntrusted(rpc, UNTRUSTED.safe, { to, data }, at);
  return decodeUntrusted(UNTRUSTED.safe, answer, (bytes) =>
    decodeFunctionResult({ abi: safeAbi, functionName, data: bytes }),
  );
}
