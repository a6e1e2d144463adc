import { z } from "zod";
import { broadcast } from "@/local/tron-node/chain/broadcast";
import { NodeError, Refusal } from "@/local/tron-node/chain/node-error";
import type { ChainState } from "@/local/tron-node/chain/state";
import { bytesOfHex } from "@/local/tron-node/codec/hex";
import { decodeTransaction, type TronTransaction } from "@/local/tron-node/codec/transaction";
import { hexOf } from "@/local/tron-node/http-api/messages";
import { transactionFromJson, transactionToJson } from "@/local/tron-node/http-api/transaction-json";

/** `wallet/broadcasttransaction`. Success has no `code`; a refusal has no `result` and its message in hex. */
export async function broadcastTransaction(state: ChainState, body: unknown) {
  const { transaction, consistent } = transactionFromJson(body);
  const refusal = consistent
    ? await attempt(state, transaction)
    : new Refusal("SIGERROR", "Validate signature error: raw_data_hex or txID are of another transaction");
  if (refusal === undefined) return { result: true, txid: transaction.id };
  return { code: refusal.code, txid: transaction.id, message: hexOf(refusal.message) };
}

/** `wallet/broadcasthex`: here success has a `code` and the message is plain. */
export async function broadcastHex(state: ChainState, body: unknown) {
  const bytes = bytesOfHex(z.object({ transaction: z.string() }).parse(body).transaction);
  let transaction: TronTransaction;
  try {
    if (bytes === undefined) throw new Error("not hex");
    transaction = decodeTransaction(bytes);
  } catch {
    throw new NodeError(
      "com.google.protobuf.InvalidProtocolBufferException",
      "Protocol message contained an invalid tag (zero).",
    );
  }
  const refusal = await attempt(state, transaction);
  return {
    result: refusal === undefined,
    code: refusal?.code ?? "SUCCESS",
    message: refusal?.message ?? "",
    transaction: JSON.stringify(transactionToJson(transaction, true), (_key, value) =>
      typeof value === "bigint" ? Number(value) : value,
    ),
    txid: transaction.id,
  };
}

async function attempt(state: ChainState, transaction: TronTransaction): Promise<Refusal | undefined> {
  try {
    await broadcast(state, transaction);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
