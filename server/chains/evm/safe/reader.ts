import type { SafeReader } from "@/server/chains/adapter";
import type { Rpc } from "@/server/chains/evm/rpc";
import { readSafe } from "@/server/chains/evm/safe/read-safe";
import { safeResults } from "@/server/chains/evm/safe/safe-results";

/** Safes as the nodes of one network show them. */
export function safeReader(rpc: Rpc): SafeReader {
  return {
    read: (safe) => readSafe(rpc, safe),
    results: (safes, range) => safeResults(rpc, safes, range),
    hasTransaction: async (hash) => (await rpc<object | null>("eth_getTransactionByHash", [hash])) !== null,
  };
}
