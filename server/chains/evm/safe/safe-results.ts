import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc, RpcBlock, RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { isWithin } from "@/server/chains/evm/untrusted/ask";
import type { SafeLook, SafeResult } from "@/server/chains/safe";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { clock } from "@/server/lib/clock";

const SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
/** `ExecutionFailed(bytes32)` of 1.0.0, which announces no success. */
const FAILED_1_0 = "0xabfd711ecdd15ae3a6b3ad16ff2e9d81aec026a39d16725ee164be4fbf857a7c";

const MAX_SPAN = 2_000n;
const MAX_SAFES = 100;

/**
 * Executed transactions of these Safes in a range of blocks. From 1.4.1 the hash is indexed, before that it is the first
 * word of the data; the event's own topic is the same. A contract that only looks like a Safe may write so many logs that
 * no node answers them: it is left out, and the others are read on. Throws `ChainError` where a node wants to be left
 * alone, or the look takes too long.
 */
export async function safeResults(
  rpc: Rpc,
  safes: readonly Hex[],
  { from, to }: { from: bigint; to: bigint },
): Promise<SafeLook> {
  const until = clock.elapsedMs() + UNTRUSTED.safeLogs.ms;
  const found: SafeResult[] = [];
  const unread: Hex[] = [];
  for (let i = 0; i < safes.length; i += MAX_SAFES) {
    const look = await readGroup(rpc, safes.slice(i, i + MAX_SAFES), { from, to, until });
    found.push(...look.results);
    unread.push(...look.unread);
  }
  const results = found.sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex);
  return { results, unread };
}

/**
 * What these Safes announced in one transaction, from its receipt: no other log of its block is looked at. None where it
 * failed. Throws `ChainError`.
 */
export async function safeResultsOf(rpc: Rpc, txHash: Hex, safes: readonly Hex[]): Promise<SafeResult[]> {
  const receipt = await rpc<RpcReceipt | null>("eth_getTransactionReceipt", [txHash]);
  if (!receipt) throw new ChainError(`node does not have the receipt of ${txHash}`);
  if (receipt.status !== "0x1") return [];
  const wanted = new Set(safes.map(lower));
  return receipt.logs
    .filter(({ address }) => wanted.has(lower(address)))
    .flatMap((log) => safeResultOf(log) ?? []);
}

/** Null for a log that is no such announcement. */
export function safeResultOf(log: RpcLog): SafeResult | null {
  const [event, indexed] = log.topics;
  if (!isWithin(UNTRUSTED.safeLogs, log.data)) return null;
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

interface Range {
  from: bigint;
  to: bigint;
  /** When the look is given up, by the clock of the process. */
  until: number;
}

/** Reads several Safes together, and leaves out those that cannot be read. */
async function readGroup(rpc: Rpc, safes: readonly Hex[], { from, to, until }: Range): Promise<SafeLook> {
  const counts = new Map<Hex, number>();
  let wanted = safes;
  let results: SafeResult[] = [];
  let span = MAX_SPAN;
  for (let start = from; start <= to && wanted.length > 0; ) {
    const end = start + span - 1n < to ? start + span - 1n : to;
    const logs = await logsOfSpan(rpc, wanted, start, end).catch(whileReadable);
    if (logs === null && end > start) {
      inTime(until);
      span = (end - start + 1n) / 2n;
      continue;
    }
    const of = logs === null ? await logsOneByOne(rpc, wanted, start, until) : { logs, unread: [] };
    const overrun = countLogs(counts, of.logs);
    const left = new Set([...of.unread, ...overrun]);
    wanted = wanted.filter((safe) => !left.has(lower(safe)));
    results.push(...of.logs.flatMap((log) => safeResultOf(log) ?? []));
    if (left.size > 0) results = results.filter(({ safe }) => !left.has(safe));
    start = end + 1n;
    if (span < MAX_SPAN) span *= 2n;
  }
  const read = new Set(wanted);
  return { results, unread: safes.filter((safe) => !read.has(safe)) };
}

/** The logs of one block that a node did not give together: of each half by itself, down to single Safes. */
async function logsOneByOne(
  rpc: Rpc,
  safes: readonly Hex[],
  block: bigint,
  until: number,
): Promise<{ logs: RpcLog[]; unread: Hex[] }> {
  if (safes.length === 1) return { logs: [], unread: safes.map(lower) };
  const logs: RpcLog[] = [];
  const unread: Hex[] = [];
  const middle = Math.ceil(safes.length / 2);
  for (const half of [safes.slice(0, middle), safes.slice(middle)]) {
    inTime(until);
    const own = await logsOfSpan(rpc, half, block, block).catch(whileReadable);
    const of = own === null ? await logsOneByOne(rpc, half, block, until) : { logs: own, unread: [] };
    logs.push(...of.logs);
    unread.push(...of.unread);
  }
  return { logs, unread };
}

/** Null for what a node did not answer and may answer of fewer blocks or Safes. Throws on where asking on is no use. */
function whileReadable(error: unknown): null {
  if (!(error instanceof ChainError) || error.isThrottled) throw error;
  return null;
}

function inTime(until: number): void {
  if (clock.elapsedMs() > until) throw new ChainError("the logs of Safes were not answered in time");
}

/** Safes that have more logs by now than any Safe would. */
function countLogs(counts: Map<Hex, number>, logs: readonly RpcLog[]): Hex[] {
  for (const { address } of logs) counts.set(lower(address), (counts.get(lower(address)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > UNTRUSTED.safeLogs.count).map(([safe]) => safe);
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
