import { bytesToHex, type Hex, keccak256, slice, stringToBytes } from "viem";
import { tronToHex20 } from "@/server/chains/address";
import { encodeCall, rawDataJson, transactionId } from "@/server/chains/tron/transaction";
import { walletError } from "@/wallet/errors";
import { LIFETIME_MS, type RefBlock } from "@/wallet/tron/ref-block";
import type { SignedTronTransaction, TronTransaction } from "@/wallet/wallet";

/** A transaction in the JSON form that Tron wallets take. */
export interface UnsignedTronTransaction {
  visible: false;
  txID: string;
  raw_data: ReturnType<typeof rawDataJson>;
  raw_data_hex: string;
}

/**
 * The bytes a Tron wallet signs for this call by `owner` (Base58). They are made here: a node is asked for a recent
 * block and nothing else, so no node can put another recipient or amount under what the payer was shown.
 */
export function unsignedTransaction(
  owner: string,
  transaction: TronTransaction,
  block: RefBlock,
): UnsignedTronTransaction {
  const { contract, functionSelector, parameter, callValue, feeLimit } = transaction;
  const selector = slice(keccak256(stringToBytes(functionSelector)), 0, 4);
  const call = {
    owner: tronToHex20(owner),
    contract: tronToHex20(contract),
    data: `${selector}${parameter.slice(2)}` as Hex,
    callValue,
    feeLimit,
    refBlockBytes: block.bytes,
    refBlockHash: block.hash,
    expiration: block.timestamp + LIFETIME_MS,
    timestamp: block.timestamp,
  };
  const bytes = encodeCall(call);
  return {
    visible: false,
    txID: transactionId(bytes),
    raw_data: rawDataJson(call),
    raw_data_hex: bytesToHex(bytes).slice(2),
  };
}

/**
 * What a wallet gave back, if it signed exactly those bytes and once. Wallets that add a memo, raise the fee limit or
 * sign something else are refused. Throws `failed`.
 */
export function signedAsAsked(answer: unknown, asked: UnsignedTronTransaction): SignedTronTransaction {
  const { raw_data_hex, signature } = fieldsOf(answer);
  const isSame = typeof raw_data_hex === "string" && raw_data_hex.toLowerCase() === asked.raw_data_hex;
  const only: unknown = Array.isArray(signature) && signature.length === 1 ? signature[0] : undefined;
  const hex = typeof only === "string" ? only.replace(/^0x/, "").toLowerCase() : "";
  if (!isSame || !/^[0-9a-f]{130}$/.test(hex)) {
    throw walletError("failed", new Error("the wallet signed something else than it was asked to"));
  }
  const { txID, raw_data } = asked;
  return { txID, raw_data, raw_data_hex: asked.raw_data_hex, signature: [hex] };
}

function fieldsOf(answer: unknown): { raw_data_hex?: unknown; signature?: unknown } {
  return typeof answer === "object" && answer !== null ? answer : {};
}
