import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { isRefusal, type Rpc, type RpcLog } from "@/server/chains/evm/rpc";

/** Topic 0 of `ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber)`. */
const SCHEDULE_CANCELLED: Hex = "0x6b3e01872ad8692cfd4a45e25ac6fc0881dad875133dd1aef8a2eddc5395edf1";

/**
 * Digests of the schedules that payers ended in the contract within a range of blocks, as all these nodes show them
 * together: what one leaves out is there all the same. Splits a range that a node refuses. Throws `ChainError` where
 * no node answers.
 */
export async function cancellationsOf(
  nodes: readonly Rpc[],
  contract: Hex,
  { from, to }: { from: bigint; to: bigint },
): Promise<Hex[]> {
  const found = new Set<Hex>();
  let failure: unknown = new ChainError("no node can be asked for logs");
  let answers = 0;
  await Promise.all(
    nodes.map(async (rpc) => {
      try {
        for (const digest of await read(rpc, contract, from, to)) found.add(digest);
        answers += 1;
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        failure = error;
      }
    }),
  );
  if (answers === 0) throw failure;
  return [...found];
}

async function read(rpc: Rpc, contract: Hex, from: bigint, to: bigint): Promise<Hex[]> {
  try {
    const logs = await rpc<RpcLog[]>("eth_getLogs", [
      {
        address: contract,
        topics: [SCHEDULE_CANCELLED],
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
      },
    ]);
    return logs.flatMap(({ topics: [, schedule] }): Hex[] =>
      schedule ? [`0x${schedule.slice(2).toLowerCase()}`] : [],
    );
  } catch (error) {
    if (from === to || !isRefusal(error)) throw error;
    const middle = (from + to) / 2n;
    const parts = [await read(rpc, contract, from, middle), await read(rpc, contract, middle + 1n, to)];
    return parts.flat();
  }
}
