import type { SafeReader } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc } from "@/server/chains/evm/rpc";
import { readSafe } from "@/server/chains/evm/safe/read-safe";
import { safeResults, safeResultsOf } from "@/server/chains/evm/safe/safe-results";
import { PerBlock } from "@/server/chains/evm/untrusted/per-block";
import type { SafeAnswer } from "@/server/chains/safe";

/** Safes as the nodes of one network show them. */
export function safeReader(rpc: Rpc): SafeReader {
  const answers = new PerBlock<SafeAnswer>();
  return {
    async read(safe) {
      const tip = await rpc<Hex>("eth_blockNumber", []);
      return answers.get(tip, safe.toLowerCase(), () => readSafe(rpc, safe, tip));
    },
    results: (safes, range) => safeResults(rpc, safes, range),
    resultsOf: (txHash, safes) => safeResultsOf(rpc, txHash, safes),
    hasTransaction: async (hash) => (await rpc<object | null>("eth_getTransactionByHash", [hash])) !== null,
  };
}
