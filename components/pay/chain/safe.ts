import { BaseError, getAddress, HttpRequestError, parseAbi, TimeoutError } from "viem";
import { getCode, readContract } from "viem/actions";
import { isEvmNetworkId } from "@/server/chains/networks";
import { readClient } from "@/wallet/evm/read-client";

/** Of a Safe: how many of its owners have to sign. */
export interface SafeOwners {
  threshold: number;
  owners: number;
}

const safeAbi = parseAbi([
  "function VERSION() view returns (string)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
]);

/** An account of a key that has delegated itself (EIP-7702): its code is this and an address. */
const DELEGATED = "0xef0100";

/**
 * The Safe at an address, told by its code and its own answers; null for every other account, whatever it is. The service
 * looks again before it gives out calldata. Throws while no node answers.
 */
export async function safeAt(network: string, wallet: string): Promise<SafeOwners | null> {
  if (!isEvmNetworkId(network)) return null;
  const client = readClient(network);
  const address = getAddress(wallet);
  const code = await getCode(client, { address });
  if (!code || code.toLowerCase().startsWith(DELEGATED)) return null;
  const ask = <Name extends "VERSION" | "getThreshold" | "getOwners">(functionName: Name) =>
    readContract(client, { address, abi: safeAbi, functionName }).catch(notThere);
  const [version, threshold, owners] = await Promise.all([
    ask("VERSION"),
    ask("getThreshold"),
    ask("getOwners"),
  ]);
  if (typeof version !== "string" || !/^1\.\d/.test(version)) return null;
  if (typeof threshold !== "bigint" || !Array.isArray(owners)) return null;
  if (threshold < 1n || threshold > BigInt(owners.length)) return null;
  return { threshold: Number(threshold), owners: owners.length };
}

/** A contract that has no such function has answered; a node that cannot be reached has not. */
function notThere(error: unknown): null {
  const isUnreachable =
    !(error instanceof BaseError) ||
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null;
  if (isUnreachable) throw error;
  return null;
}
