import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { logKey } from "@/server/chains/evm/log-key";
import { isRefusal, type Rpc, type RpcLog } from "@/server/chains/evm/rpc";
import { requireEnough, type Voices } from "@/server/chains/evm/voices";

/** Logs of one contract. */
export interface ContractLogFilter {
  address: Hex;
  topics: readonly (Hex | readonly Hex[])[];
}

/**
 * The logs of a contract within a range of blocks, as all these nodes show them together: what one leaves out is there all
 * the same, what one makes up as well. Splits a range that a node refuses. Throws `ChainError` where no node answers, or
 * nodes of too few providers for a quorum: what these leave out would never be looked for again.
 */
export async function logsOfAll(
  { nodes, quorum }: Pick<Voices, "nodes" | "quorum">,
  filter: ContractLogFilter,
  { from, to }: { from: bigint; to: bigint },
): Promise<RpcLog[]> {
  const found = new Map<string, RpcLog>();
  let failure: unknown = new ChainError("no node can be asked for logs");
  const answered: number[] = [];
  await Promise.all(
    nodes.map(async ({ node, rpc }) => {
      try {
        for (const log of await logsOf(rpc, filter, from, to)) found.set(logKey(log), log);
        answered.push(node);
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        failure = error;
      }
    }),
  );
  if (answered.length === 0) throw failure;
  requireEnough(answered, quorum);
  return [...found.values()];
}

async function logsOf(rpc: Rpc, filter: ContractLogFilter, from: bigint, to: bigint): Promise<RpcLog[]> {
  if (from > to) return [];
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
  try {
    return await rpc<RpcLog[]>("eth_getLogs", [{ ...filter, ...range }]);
  } catch (error) {
    if (from === to || !isRefusal(error)) throw error;
    const middle = (from + to) / 2n;
    return [await logsOf(rpc, filter, from, middle), await logsOf(rpc, filter, middle + 1n, to)].flat();
  }
}
