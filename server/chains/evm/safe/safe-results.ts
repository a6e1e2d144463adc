import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc, RpcBlock, RpcLog } from "@/server/chains/evm/rpc";

/** What a Safe announced of one of its transactions. */
export interface SafeResult {
  /** Lower-case. */
  safe: Hex;
  safeTxHash: Hex;
  isSuccess: boolean;
  txHash: Hex;
  block: bigint;
  blockHash: Hex;
  logIndex: number;
}

const SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
/** `ExecutionFailed(bytes32)` of 1.0.0, which announces no success. */
const FAILED_1_0 = "0xabfd711ecdd15ae3a6b3ad16ff2e9d81aec026a39d16725ee164be4fbf857a7c";

const MAX_SPAN = 2_000n;
const MAX_SAFES = 100;

/**
 * Executed transactions of these Safes in a range of blocks, in their order on chain. From 1.4.1 the hash is indexed,
 * before that it is the first word of the data; the event's own topic is the same. Throws `ChainError`.
 */
export async function safeResults(
  rpc: Rpc,
  safes: readonly Hex[],
  { from, to }: { from: bigint; to: bigint },
): Promise<SafeResult[]> {
  const found: SafeResult[] = [];
  for (let i = 0; i < safes.length; i += MAX_SAFES) {
    for (const log of await logsOf(rpc, safes.slice(i, i + MAX_SAFES), from, to)) {
      const result = safeResultOf(log);
      if (result) found.push(result);
    }
  }
  return found.sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex);
}

/** Null for a log that is no such announcement. */
export function safeResultOf(log: RpcLog): SafeResult | null {
  const [event, indexed] = log.topics;
  if (event !== SUCCESS && event !== FAILURE && event !== FAILED_1_0) return null;
  const hash = indexed ?? log.data.slice(0, 66);
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return null;
  return {
    safe: lower(log.address),
    safeTxHash: lower(hash),
    isSuccess: event === SUCCESS,
    txHash: lower(log.transactionHash),
    block: BigInt(log.blockNumber),
    blockHash: lower(log.blockHash),
    logIndex: Number(log.logIndex),
  };
}

async function logsOf(rpc: Rpc, safes: readonly Hex[], from: bigint, to: bigint): Promise<RpcLog[]> {
  const logs: RpcLog[] = [];
  let span = MAX_SPAN;
  for (let start = from; start <= to; ) {
    const end = start + span - 1n < to ? start + span - 1n : to;
    try {
      logs.push(...(await logsOfSpan(rpc, safes, start, end)));
      start = end + 1n;
    } catch (error) {
      if (end === start || !(error instanceof ChainError) || error.isThrottled) throw error;
      span = (end - start + 1n) / 2n;
    }
  }
  return logs;
}

async function logsOfSpan(rpc: Rpc, safes: readonly Hex[], from: bigint, to: bigint): Promise<RpcLog[]> {
  const range = { fromBlock: quantity(from), toBlock: quantity(to) };
  const [logs, last] = await Promise.all([
    rpc<RpcLog[] | null>("eth_getLogs", [
      { ...range, address: [...safes], topics: [[SUCCESS, FAILURE, FAILED_1_0]] },
    ]),
    // In the same HTTP request: a backend that lacks the block answers "no logs" with a straight face.
    rpc<RpcBlock | null>("eth_getBlockByNumber", [quantity(to), false]),
  ]);
  if (!logs || !last) throw new ChainError(`node does not have block ${to}`);
  return logs;
}

function lower(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
