import { z } from "zod";
import { ChainError, type PaymentLog, type Settlement } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { decodePayments } from "@/server/chains/evm/decode-payments";
import type { RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { settlementsOf } from "@/server/chains/evm/settlement";
import type { TronHttp } from "@/server/chains/tron/http";

const HexDigits = z.string().regex(/^(0x)?[0-9a-fA-F]*$/);

/** What a node knows of an executed transaction (`gettransactioninfobyid`); `{}` while it knows nothing. */
const TransactionInfo = z.object({
  id: HexDigits.optional(),
  blockNumber: z.number().int().optional(),
  /** There only on failure. */
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z
    .array(
      z.object({ address: HexDigits, topics: z.array(HexDigits).default([]), data: HexDigits.default("") }),
    )
    .optional(),
});
type TransactionInfo = z.infer<typeof TransactionInfo>;

/**
 * What a transaction did for these payments of it, in their order; nulls when it failed: accepted is not executed,
 * and only `SUCCESS` moves money (`REVERT`, `OUT_OF_ENERGY`, `OUT_OF_TIME` and the like never do). Throws `ChainError`
 * when the node does not know the transaction or contradicts what its logs said.
 */
export async function settleTransaction(
  http: TronHttp,
  payments: readonly PaymentLog[],
  context: { proxies: ReadonlyMap<string, ReadonlySet<Hex>>; forwarders: ReadonlySet<string> },
): Promise<(Settlement | null)[]> {
  const [first] = payments;
  if (!first) return [];
  const value = first.txHash.slice(2);
  const info = await http("wallet/gettransactioninfobyid", { value }, TransactionInfo);
  requireKnown(info, first);
  if (info.result === "FAILED" || info.receipt?.result !== "SUCCESS") return payments.map(() => null);
  const logs = (info.log ?? []).map((log, index) => asRpcLog(log, index, first));
  const events = decodePayments(logs, context.proxies);
  const receipt: RpcReceipt = {
    transactionHash: first.txHash,
    status: "0x1",
    from: "0x",
    to: null,
    logs,
  };
  // Nothing pays in the native coin there.
  const settlements = settlementsOf(events, receipt, { forwarders: context.forwarders, nativePayments: 0 });
  return payments.map((payment) => {
    const settlement = settlements[payment.position];
    if (!settlement || events[payment.position]?.topic1 !== payment.topic1) {
      throw new ChainError(`node shows other events of ${payment.txHash} than before`);
    }
    return settlement;
  });
}

function requireKnown(info: TransactionInfo, payment: PaymentLog): void {
  if (info.id === undefined || `0x${digits(info.id)}` !== payment.txHash) {
    throw new ChainError(`node does not have the execution of ${payment.txHash}`);
  }
  if (BigInt(info.blockNumber ?? -1) !== payment.blockNumber) {
    throw new ChainError(`node has ${payment.txHash} in another block than its log said`);
  }
}

function asRpcLog(
  log: NonNullable<TransactionInfo["log"]>[number],
  index: number,
  { blockHash, blockNumber, txHash }: PaymentLog,
): RpcLog {
  return {
    // Some nodes write the 21 bytes with the prefix of addresses.
    address: `0x${digits(log.address).slice(-40)}`,
    topics: log.topics.map((topic): Hex => `0x${digits(topic)}`),
    data: `0x${digits(log.data)}`,
    blockNumber: `0x${blockNumber.toString(16)}`,
    blockHash,
    transactionHash: txHash,
    logIndex: `0x${index.toString(16)}`,
  };
}

function digits(hex: string): string {
  return hex.replace(/^0x/, "").toLowerCase();
}
