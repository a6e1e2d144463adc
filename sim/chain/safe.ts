import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  hashTypedData,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
} from "viem";
import { type Call, paymentsOf, type TokenPayment } from "@/sim/chain/contracts";
import type { Emitted } from "@/sim/chain/emitted";

// Safes as a chain shows them (docs/contract/onchain.md §11): what they answer, what their owners sign, what they announce.

/** Of these versions the hashes (before and from 1.3.0) and the events (before and from 1.4.1) differ. */
export const SAFE_VERSIONS = ["1.1.1", "1.3.0", "1.4.1"] as const;
export type SafeVersion = (typeof SAFE_VERSIONS)[number];

/** A Safe. Addresses are lower-case. */
export interface SafeContract {
  address: Hex;
  version: SafeVersion;
  owners: readonly Hex[];
  /** Owners who have to sign. */
  threshold: number;
  /** Of its next transaction when the run begins. */
  firstNonce: number;
}

/** What owners sign, without the nonce. Its Safe pays no gas of it and refunds nobody. */
export interface SafeTransaction {
  to: Hex;
  value: bigint;
  data: Hex;
  /** 0 a call, 1 a delegate call, which is how a Safe makes several calls at once. */
  operation: 0 | 1;
}

/** What a transaction of a chain has a Safe do. */
export interface Execution {
  safe: Hex;
  nonce: number;
  safeTxHash: Hex;
  isSuccess: boolean;
}

const safeAbi = parseAbi([
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
]);
const multiSend = parseAbi(["function multiSend(bytes transactions)"]);
const SAFE_TX = [
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "data", type: "bytes" },
  { name: "operation", type: "uint8" },
  { name: "safeTxGas", type: "uint256" },
  { name: "baseGas", type: "uint256" },
  { name: "gasPrice", type: "uint256" },
  { name: "gasToken", type: "address" },
  { name: "refundReceiver", type: "address" },
  { name: "nonce", type: "uint256" },
] as const;
const NONE = "0x0000000000000000000000000000000000000000";
const SUCCESS = toEventSelector("ExecutionSuccess(bytes32,uint256)");
const FAILURE = toEventSelector("ExecutionFailure(bytes32,uint256)");

/** The hash that owners of a Safe sign, and that names the transaction everywhere. */
export function safeTxHashOf(
  { address, version }: Pick<SafeContract, "address" | "version">,
  chainId: number,
  transaction: SafeTransaction,
  nonce: number,
): Hex {
  return hashTypedData({
    // Older ones do not sign for a chain.
    domain: version === "1.1.1" ? { verifyingContract: address } : { chainId, verifyingContract: address },
    types: { SafeTx: SAFE_TX },
    primaryType: "SafeTx",
    message: {
      ...transaction,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: NONE,
      refundReceiver: NONE,
      nonce: BigInt(nonce),
    },
  });
}

/** The transaction by which owners give a nonce away. */
export function rejectionOf({ address }: Pick<SafeContract, "address">): SafeTransaction {
  return { to: address, value: 0n, data: "0x", operation: 0 };
}

/** What a Safe answers whose next nonce is this; null for a call that it does not have. */
export function answerOfSafe(
  { version, owners, threshold }: SafeContract,
  nonce: number,
  data: string,
): Hex | null {
  try {
    const { functionName } = decodeFunctionData({ abi: safeAbi, data: `0x${data.slice(2)}` });
    switch (functionName) {
      case "VERSION":
        return encodeFunctionResult({ abi: safeAbi, functionName, result: version });
      case "nonce":
        return encodeFunctionResult({ abi: safeAbi, functionName, result: BigInt(nonce) });
      case "getThreshold":
        return encodeFunctionResult({ abi: safeAbi, functionName, result: BigInt(threshold) });
      case "getOwners":
        return encodeFunctionResult({ abi: safeAbi, functionName, result: owners });
    }
  } catch {
    return null;
  }
}

/** What a Safe announces of a transaction that it has carried out. */
export function announcementOf(
  { address, version }: Pick<SafeContract, "address" | "version">,
  safeTxHash: Hex,
  isSuccess: boolean,
): Emitted {
  const topic = isSuccess ? SUCCESS : FAILURE;
  return version === "1.4.1"
    ? {
        address,
        topics: [topic, safeTxHash],
        data: encodeAbiParameters(parseAbiParameters("uint256 payment"), [0n]),
      }
    : {
        address,
        topics: [topic],
        data: encodeAbiParameters(parseAbiParameters("bytes32 txHash, uint256 payment"), [safeTxHash, 0n]),
      };
}

/** All payments of tokens that a transaction of a Safe makes, in order. */
export function paymentsOfSafe({ to, data, operation }: SafeTransaction): TokenPayment[] {
  const calls = operation === 0 ? [{ to, data }] : callsOf(data);
  return calls.flatMap((call) => paymentsOf(call));
}

/** Calls that are sent at once: of each one byte of operation, receiver, value, length and data, packed. */
function callsOf(batch: Hex): Call[] {
  const { args } = decodeFunctionData({ abi: multiSend, data: batch });
  const bytes = args[0].slice(2);
  const calls: Call[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = bytes.slice(at + 2, at + 42);
    const length = 2 * Number(`0x${bytes.slice(at + 106, at + 170)}`);
    calls.push({ to: `0x${to}`, data: `0x${bytes.slice(at + 170, at + 170 + length)}` });
    at += 170 + length;
  }
  return calls;
}
