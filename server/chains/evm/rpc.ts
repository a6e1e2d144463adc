import { createClient, fallback, HttpRequestError, http } from "viem";
import { ChainError } from "@/server/chains/adapter";
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
const RETRIES = 3;
/** More than a range we ask for can hold, less than what would hurt this process. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Calls of one turn of the event loop travel in one HTTP request, so one backend answers them all. */
export type Rpc = <T>(method: string, params: unknown[]) => Promise<T>;

export interface RpcOptions {
  /** False for nodes that take one call per HTTP request. */
  batch?: boolean;
  headers?: Record<string, string>;
}

/** HTTP statuses by which hosted nodes say "not so much" (onchain.md §12). */
export const THROTTLED = new Set([403, 429, 503]);

/** A JSON-RPC client over one or more nodes, tried in order. Every failure is a `ChainError`. */
export function createRpc(urls: readonly string[], { batch = true, headers }: RpcOptions = {}): Rpc {
  const transports = urls.map((url) =>
    http(url, {
      batch: batch && { wait: 0 },
      fetchOptions: { headers },
      timeout: REQUEST_TIMEOUT_MS,
      retryCount: RETRIES,
      retryDelay: 100,
      maxResponseBodySize: MAX_RESPONSE_BYTES,
    }),
  );
  const client = createClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
  return async (method, params) => {
    try {
      // viem types only the methods of its own schema; ours are checked where they are read.
      const result: unknown = await client.request({ method, params } as never);
      if (result !== undefined) return result as never;
    } catch (cause) {
      // Without the cause itself: its text holds the node's URL, and with it often a key, for the log to keep.
      throw new ChainError(`${method} failed: ${shortReason(cause)}`, { isThrottled: isThrottled(cause) });
    }
    // A busy Tron node answers with status 200 and something that is no JSON-RPC.
    throw new ChainError(`${method} failed: no result`);
  };
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
