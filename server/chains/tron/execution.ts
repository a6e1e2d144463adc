import { z } from "zod";
import type {
  ArrivalLog,
  ArrivalWatch,
  ProvenArrival,
  ProvenPayment,
  ShownTransaction,
} from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { arrivalsOfReceipt } from "@/server/chains/evm/arrivals";
import { decodePayments, type PaymentEvents } from "@/server/chains/evm/decode-payments";
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
 * The payments of a transaction as a node executed it: none when it failed, as accepted is not executed and only
 * `SUCCESS` moves money (`REVERT`, `OUT_OF_ENERGY`, `OUT_OF_TIME` and the like never do); null when the node does not
 * know it in its block.
 */
export async function executedPayments(
  http: TronHttp,
  shown: ShownTransaction,
  context: { proxies: PaymentEvents; forwarders: ReadonlySet<string> },
): Promise<ProvenPayment[] | null> {
  const logs = await executedLogs(http, shown);
  if (!logs || logs.length === 0) return logs && [];
  const receipt: RpcReceipt = {
    transactionHash: shown.txHash,
    status: "0x1",
    from: "0x",
    to: null,
    logs,
  };
  // Nothing pays in the native coin there.
  const { forwarders } = context;
  const proven = settlementsOf(decodePayments(logs, context.proxies), receipt, {
    forwarders,
    nativePayments: 0,
  });
  const before = logsBefore(shown, proven);
  return proven.map(({ log, settlement }) => ({
    log: { ...log, logIndex: log.logIndex + before },
    settlement,
  }));
}

/** What arrived at watched addresses by a transaction; none and null as with `executedPayments`. */
export async function executedArrivals(
  http: TronHttp,
  shown: ShownTransaction<ArrivalLog>,
  watch: ArrivalWatch,
): Promise<ProvenArrival[] | null> {
  const logs = await executedLogs(http, shown);
  if (!logs) return null;
  const proven = arrivalsOfReceipt(logs, watch);
  const before = logsBefore(shown, proven);
  return proven.map(({ log, ordinal }) => ({ log: { ...log, logIndex: log.logIndex + before }, ordinal }));
}

/** The logs of a transaction as a node executed it, counted from 0; none and null as with `executedPayments`. */
async function executedLogs(http: TronHttp, shown: ShownTransaction<unknown>): Promise<RpcLog[] | null> {
  const info = await http("wallet/gettransactioninfobyid", { value: shown.txHash.slice(2) }, TransactionInfo);
  if (info.id === undefined || `0x${digits(info.id)}` !== shown.txHash) return null;
  if (BigInt(info.blockNumber ?? -1) !== shown.blockNumber) return null;
  if (info.result === "FAILED" || info.receipt?.result !== "SUCCESS") return [];
  return (info.log ?? []).map((log, index) => asRpcLog(log, index, shown));
}

/** An execution counts its logs from 0, a block goes on counting: how many came before in the block. */
function logsBefore(
  { logs }: ShownTransaction<{ logIndex: number }>,
  [same]: readonly { log: { logIndex: number } }[],
): number {
  const [first] = logs;
  return first && same ? first.logIndex - same.log.logIndex : 0;
}

function asRpcLog(
  log: NonNullable<TransactionInfo["log"]>[number],
  index: number,
  { blockHash, blockNumber, txHash }: ShownTransaction<unknown>,
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
