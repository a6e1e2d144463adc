import type { RpcLog } from "@/server/chains/evm/rpc";

/**
 * Every word of a log: two that differ in one are two. Its place alone would let a node that lies put another log where a
 * true one stands, and so hide it.
 */
export function logKey({ blockHash, transactionHash, logIndex, address, topics, data }: RpcLog): string {
  return [blockHash, transactionHash, logIndex, address, ...topics, data].join(":").toLowerCase();
}
