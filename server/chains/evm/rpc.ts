import { createClient, HttpRequestError, http, shouldThrow, TimeoutError, type Transport } from "viem";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";

/** A block header as nodes send it; only what we read. */
export interface RpcBlock {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  logsBloom?: Hex;
}

export interface RpcLog {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: Hex;
  removed?: boolean;
}

export interface RpcReceipt {
  transactionHash: Hex;
  status: Hex;
  from: Hex;
  to: Hex | null;
  logs: RpcLog[];
}

const REQUEST_TIMEOUT_MS = 15_000;
/** Of the only node. Where there is another, that one is tried instead. */
const RETRIES = 3;
const RETRIES_OF_SEVERAL = 1;
/** Calls of one HTTP request: hosted nodes commonly take a hundred. */
const MAX_CALLS = 100;
/** More than a range we ask for can hold, less than what would hurt this process. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Calls of one turn of the event loop travel in one HTTP request, so one backend answers them all. */
export type Rpc = <T>(method: string, params: unknown[]) => Promise<T>;

export interface RpcOptions {
  /** False for nodes that take one call per HTTP request. */
  batch?: boolean;
  headers?: Record<string, string> | undefined;
  /** How long one HTTP request may take; 15 s when absent. */
  timeoutMs?: number | undefined;
  /** Positions of the URLs in the order in which they are tried; absent, as they are. */
  positions?: () => readonly number[];
  /** Hears of every call that a node did not answer; `node` counts from 1. */
  onFailure?: (failure: { node: number; method: string }) => void;
  /** How a node is reached; by `fetch`, which every runtime has, when absent. */
  transport?: (url: string, settings: TransportSettings) => Transport;
}

/** What a transport is told of its node. */
export interface TransportSettings {
  /** Most calls of one HTTP request; null where each call has a request of its own. */
  batchSize: number | null;
  headers: Record<string, string> | undefined;
  /** How long one HTTP request may take. Milliseconds. */
  timeout: number;
  retryCount: number;
  /** Milliseconds. */
  retryDelay: number;
  /** Bytes. */
  maxResponseBodySize: number;
}

/** HTTP statuses by which hosted nodes say "not so much" (onchain.md §12). */
export const THROTTLED = new Set([403, 429, 503]);

/** A JSON-RPC client of each node, by position. Every failure is a `ChainError`. */
export function createNodeRpcs(urls: readonly string[], options: RpcOptions = {}): Rpc[] {
  const { batch = true, headers, onFailure, timeoutMs = REQUEST_TIMEOUT_MS } = options;
  const transportOf = options.transport ?? fetchTransport;
  return urls.map((url, i) => {
    const transport = transportOf(url, {
      batchSize: batch ? MAX_CALLS : null,
      headers,
      timeout: timeoutMs,
      retryCount: urls.length > 1 ? RETRIES_OF_SEVERAL : RETRIES,
      retryDelay: 100,
      maxResponseBodySize: MAX_RESPONSE_BYTES,
    });
    const client = createClient({ transport, cacheTime: 0 });
    return async (method, params) => {
      try {
        // viem types only the methods of its own schema; ours are checked where they are read.
        const result: unknown = await client.request({ method, params } as never);
        if (result !== undefined) return result as never;
      } catch (cause) {
        const isRefusal = isRefusedCall(method, cause);
        if (!isRefusal) onFailure?.({ node: i + 1, method });
        // Without the cause itself: its text holds the node's URL, and with it often a key, for the log to keep.
        const failure = `${method} failed: ${shortReason(cause)}`;
        throw new RpcError(failure, {
          isThrottled: isThrottled(cause),
          isRefusal,
          isTimeout: cause instanceof TimeoutError,
          revertData: revertDataOf(cause),
        });
      }
      onFailure?.({ node: i + 1, method });
      // A busy Tron node answers with status 200 and something that is no JSON-RPC.
      throw new RpcError(`${method} failed: no result`);
    };
  });
}

function fetchTransport(url: string, { batchSize, headers, ...settings }: TransportSettings): Transport {
  return http(url, {
    ...settings,
    batch: batchSize !== null && { wait: 0, batchSize },
    fetchOptions: headers && { headers },
  });
}

/** A JSON-RPC client over one or more nodes, tried in order. Every failure is a `ChainError`. */
export function createRpc(urls: readonly string[], options: RpcOptions = {}): Rpc {
  return tryInOrder(createNodeRpcs(urls, options), options.positions);
}

/** One client over several: what one node does not answer, the next is asked. */
export function tryInOrder(
  nodes: readonly Rpc[],
  positions = () => [...nodes.keys()] as readonly number[],
): Rpc {
  return async (method, params) => {
    let last: unknown;
    for (const position of positions()) {
      try {
        return (await nodes[position]?.(method, params)) as never;
      } catch (error) {
        last = error;
        if (error instanceof RpcError && error.isRefusal) break;
      }
    }
    throw last ?? new ChainError(`${method} failed: every node is on another chain`);
  };
}

interface RpcErrorOptions {
  isThrottled?: boolean;
  isRefusal?: boolean;
  isTimeout?: boolean;
  revertData?: Hex | null;
}

class RpcError extends ChainError {
  /** Every node would say the same. */
  readonly isRefusal: boolean;
  /** It was asked and did not answer in time. */
  readonly isTimeout: boolean;
  /** What a call that reverted gave as its reason; null where there is none. */
  readonly revertData: Hex | null;

  constructor(message: string, options: RpcErrorOptions = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
    this.isTimeout = options.isTimeout ?? false;
    this.revertData = options.revertData ?? null;
  }
}

/** The data that a call reverted with, as its node gave it; null where it gave none. */
export function revertDataIn(error: unknown): Hex | null {
  return error instanceof RpcError ? error.revertData : null;
}

/** Nodes put the data on the error itself or into an object of its own. */
function revertDataOf(cause: unknown): Hex | null {
  for (let error = cause, depth = 0; typeof error === "object" && error !== null && depth < 8; depth++) {
    const data = "data" in error ? error.data : null;
    const inner = typeof data === "object" && data !== null && "data" in data ? data.data : data;
    if (typeof inner === "string" && /^0x[0-9a-f]*$/i.test(inner)) return `0x${inner.slice(2)}`;
    error = "cause" in error ? error.cause : null;
  }
  return null;
}

/**
 * Ends of a call inside the EVM, in the words of go-ethereum and its descendants, Nethermind, Besu, reth and anvil: what
 * the contract did, which is an answer. A revert is one of them; so are code that is none, a stack that is empty, a jump
 * to nowhere and gas that is used up.
 */
const ENDED_IN_EVM =
  /revert|evm error|invalid ?(?:fe ?)?opcode|opcode ?not ?found|bad ?instruction|out ?of ?gas|gas required exceeds|gas uint64 overflow|stack ?(?:underflow|overflow|limit)|(?:invalid|bad) ?jump|write protection|state ?change ?during ?static|static ?call ?violation|return ?data ?out ?of ?bounds|access ?violation|max (?:init)?code size|contract (?:address )?collision|max call depth|invalid code: must not begin with 0xef/i;

/** Whether these words of a node say how a call ended inside the EVM, and not why the node could not run it. */
export function endedInEvm(message: string): boolean {
  return ENDED_IN_EVM.test(message);
}

/** No other node would say otherwise: the call itself is refused. */
function isRefusedCall(method: string, cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (shouldThrow(cause)) return true;
  const isRun = method === "eth_call" || method === "eth_estimateGas";
  return isRun && !isThrottled(cause) && endedInEvm(shortReason(cause));
}

/** Whether the call itself was refused, as one that reverts is, instead of not being answered. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RpcError && error.isRefusal;
}

/** Whether a node was asked and did not answer in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof RpcError && error.isTimeout;
}

function isThrottled(cause: unknown): boolean {
  return cause instanceof HttpRequestError && cause.status !== undefined && THROTTLED.has(cause.status);
}

/** The first line of a node's complaint, without its URL, which may hold a key. */
export function shortReason(cause: unknown): string {
  if (typeof cause === "object" && cause !== null && "details" in cause) {
    if (typeof cause.details === "string" && cause.details !== "") return cause.details.slice(0, 200);
  }
  return cause instanceof Error ? (cause.message.split("\n")[0] ?? "").slice(0, 200) : String(cause);
}
