import { bytesToHex } from "@noble/hashes/utils.js";
import { sign } from "viem/accounts";
import { tronToHex20 } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DevelopmentAccount } from "@/server/chains/development-accounts";
import { encodeCall, rawDataJson, type TronCall, transactionId } from "@/server/chains/tron/transaction";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import type { TestTron } from "@/server/testing/tron/tron";

/** As a wallet hands a signed transaction over. */
export interface SignedByWallet {
  txID: string;
  raw_data_hex: string;
  raw_data: Record<string, unknown> & { contract: unknown[] };
  signature: string[];
}

/** What a wallet would sign for a transaction of `/pay`, before anybody has changed it. */
export async function tronCallOf(
  node: TestTron,
  owner: DevelopmentAccount,
  { to, data }: Transaction,
  feeLimit: string | undefined,
): Promise<TronCall> {
  const { blockID, block_header } = await node.wallet("wallet/getnowblock");
  const header = block_header as { raw_data: { number?: number; timestamp: number } };
  const number = (header.raw_data.number ?? 0).toString(16).padStart(16, "0");
  return {
    owner: tronToHex20(owner.tronAddress),
    contract: tronToHex20(to),
    data: `0x${data.slice(2)}`,
    callValue: 0n,
    feeLimit: BigInt(feeLimit ?? 0),
    refBlockBytes: `0x${number.slice(12)}`,
    refBlockHash: `0x${String(blockID).slice(16, 32)}`,
    expiration: BigInt(header.raw_data.timestamp + 60_000),
    timestamp: BigInt(header.raw_data.timestamp),
  };
}

/** Signs a call as a wallet does. */
export function signCall(key: Hex, call: TronCall): Promise<SignedByWallet> {
  return signRaw(key, encodeCall(call), rawDataJson(call));
}

/** Signs whatever bytes, with whatever is said about them. */
export async function signRaw(
  key: Hex,
  rawData: Uint8Array,
  shown: SignedByWallet["raw_data"],
): Promise<SignedByWallet> {
  const txID = transactionId(rawData);
  const signature = await sign({ hash: `0x${txID}`, privateKey: key, to: "hex" });
  return { txID, raw_data_hex: bytesToHex(rawData), raw_data: shown, signature: [signature.slice(2)] };
}
