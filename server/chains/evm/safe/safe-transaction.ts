import {
  concatHex,
  encodeFunctionData,
  encodePacked,
  hashDomain,
  hexToBytes,
  keccak256,
  numberToBytes,
  pad,
  size,
  stringToHex,
  toHex,
} from "viem";
import { safeAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import { MULTI_SENDS, SAFE_1_4_1, safe130Of } from "@/server/chains/evm/safe/deployments";
import type { SafeVersion } from "@/server/chains/safe";

/** A Safe as far as its transaction hashes go. */
export interface SafeIdentity {
  safe: Hex;
  chainId: number;
  version: SafeVersion;
}

/** What owners sign, without the nonce. Ours refund nobody and set no gas: all those fields are 0. */
export interface SafeTransaction extends Call {
  /** 0 a call, 1 a delegate call, which is how a Safe sends a batch. */
  operation: 0 | 1;
}

const SAFE_TX = keccak256(
  stringToHex(
    "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)",
  ),
);
const CHAIN_ID = { name: "chainId", type: "uint256" } as const;
const CONTRACT = { name: "verifyingContract", type: "address" } as const;

/** Hashes transactions of one Safe: of one that is asked for many nonces, data and domain are hashed once. */
export function safeTxHasher({ safe, chainId, version }: SafeIdentity) {
  const knowsChain = !/^1\.[012]\./.test(version);
  const domain = knowsChain
    ? hashDomain({
        domain: { chainId: BigInt(chainId), verifyingContract: safe },
        types: { EIP712Domain: [CHAIN_ID, CONTRACT] },
      })
    : hashDomain({ domain: { verifyingContract: safe }, types: { EIP712Domain: [CONTRACT] } });
  return ({ to, value, data, operation }: SafeTransaction): ((nonce: bigint) => Hex) => {
    const words = [SAFE_TX, to, toHex(value), keccak256(data), toHex(operation), ...UNUSED, "0x"] as const;
    // Written once, with room for the nonce: a claim is compared with some thousand hashes.
    const message = hexToBytes(concatHex(words.map((word) => pad(word))));
    const digest = hexToBytes(concatHex(["0x1901", domain, domain]));
    return (nonce) => {
      message.set(numberToBytes(nonce, { size: 32 }), message.length - 32);
      digest.set(keccak256(message, "bytes"), digest.length - 32);
      return keccak256(digest);
    };
  };
}

/** `safeTxGas`, `baseGas`, `gasPrice`, `gasToken` and `refundReceiver`. */
const UNUSED = Array<Hex>(5).fill("0x");

/** The EIP-712 hash of one transaction of a Safe: `safeTxHash` in its tools and in its events. */
export function safeTxHash(identity: SafeIdentity, transaction: SafeTransaction, nonce: bigint): Hex {
  return safeTxHasher(identity)(transaction)(nonce);
}

/** The transaction that a Safe of this version carries these calls out with, as its own tools would write it. */
export function safeTransactionFor(
  network: string,
  version: SafeVersion,
  calls: readonly Call[],
): SafeTransaction {
  const [only, ...others] = calls;
  if (only && others.length === 0) return { ...only, operation: 0 };
  const { multiSendCallOnly } = /^1\.[45]\./.test(version) ? SAFE_1_4_1 : safe130Of(network);
  return inBatch(multiSendCallOnly, calls);
}

/** Every transaction that carries out exactly these calls, in their order. */
export function safeTransactionsOf(calls: readonly Call[]): SafeTransaction[] {
  const [only, ...others] = calls;
  const batches = MULTI_SENDS.map((multiSend) => inBatch(multiSend, calls));
  return only && others.length === 0 ? [{ ...only, operation: 0 }, ...batches] : batches;
}

/** The transaction by which owners reject another of the same nonce: it does nothing but use it up. */
export function rejectionOf(safe: Hex): SafeTransaction {
  return { to: safe, value: 0n, data: "0x", operation: 0 };
}

function inBatch(multiSend: Hex, calls: readonly Call[]): SafeTransaction {
  const packed = calls.map(({ to, value, data }) =>
    encodePacked(
      ["uint8", "address", "uint256", "uint256", "bytes"],
      [0, to, value, BigInt(size(data)), data],
    ),
  );
  const data = encodeFunctionData({ abi: safeAbi, functionName: "multiSend", args: [concatHex(packed)] });
  return { to: multiSend, value: 0n, data, operation: 1 };
}
