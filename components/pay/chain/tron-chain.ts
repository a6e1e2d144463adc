import { decodeFunctionResult, encodeAbiParameters, erc20Abi, getAddress, parseAbiParameters } from "viem";
import type { Fate, Outgoing } from "@/components/pay/chain/outgoing";
import { tronToHex20 } from "@/server/chains/address";
import { askTron, LIFETIME_MS, newestBlock } from "@/wallet/tron/ref-block";

/** Longer than nodes behind one address lie behind each other. */
const MARGIN_MS = 60_000;

/** The chain's time after which nobody can have taken it any more, milliseconds since 1970. */
export function lastLook({ until }: { until: number }): number {
  return until + MARGIN_MS;
}

/**
 * Asks a Tron node about a transaction. Accepted is not executed: it counts as mined only when it did what it was
 * for. There is no order among a wallet's transactions; `nonce` is the chain's own time in milliseconds after which
 * one that is in no block can never get into one. Throws while no node answers.
 */
export async function tronFateOf({ hash, nonce }: Outgoing): Promise<{ fate: Fate; nonce: number | null }> {
  const info = await askTron("gettransactioninfobyid", { value: hash.replace(/^0x/, "") });
  if (field(info, "id") !== undefined) return { fate: isDone(info) ? "mined" : "reverted", nonce };
  const now = Number((await newestBlock()).timestamp);
  const deadline = nonce ?? now + Number(LIFETIME_MS) + MARGIN_MS;
  return { fate: now > deadline ? "dropped" : "pending", nonce: deadline };
}

function isDone(info: unknown): boolean {
  return field(info, "result") !== "FAILED" && field(field(info, "receipt"), "result") === "SUCCESS";
}

/** What `spender` may take of the owner's tokens, base units. Addresses in Base58. Throws while no node answers. */
export async function readTronAllowance(token: string, owner: string, spender: string): Promise<bigint> {
  const pair = [getAddress(tronToHex20(owner)), getAddress(tronToHex20(spender))] as const;
  const answer = await askTron("triggerconstantcontract", {
    owner_address: owner,
    contract_address: token,
    function_selector: "allowance(address,address)",
    parameter: encodeAbiParameters(parseAbiParameters("address, address"), pair).slice(2),
    visible: true,
  });
  const results = field(answer, "constant_result");
  const word: unknown = Array.isArray(results) ? results[0] : undefined;
  if (typeof word !== "string") throw new Error("the node did not call the token");
  return decodeFunctionResult({ abi: erc20Abi, functionName: "allowance", data: `0x${word}` });
}

function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
