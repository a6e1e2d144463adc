/** What pages may ask a node, and how many parameters each call may bring. */
const READING = new Map([
  ["eth_blockNumber", 0],
  ["eth_chainId", 0],
  ["eth_gasPrice", 0],
  ["eth_maxPriorityFeePerGas", 0],
  ["net_version", 0],
  // A third parameter replaces state or code: a node's time for whatever somebody wants computed.
  ["eth_call", 2],
  ["eth_estimateGas", 2],
  ["eth_feeHistory", 3],
  ["eth_getBalance", 2],
  ["eth_getBlockByNumber", 2],
  ["eth_getCode", 2],
  ["eth_getTransactionByHash", 1],
  ["eth_getTransactionCount", 2],
  ["eth_getTransactionReceipt", 1],
]);

/** Wallets broadcast through nodes of their own; the Test wallet has none. */
const LOCAL_ONLY = new Map([["eth_sendRawTransaction", 1]]);

/** How many parameters a method takes here, or undefined for a method that is not offered. Names are exact. */
export function parametersOf(method: string, profile: "local" | "live"): number | undefined {
  return READING.get(method) ?? (profile === "local" ? LOCAL_ONLY.get(method) : undefined);
}
