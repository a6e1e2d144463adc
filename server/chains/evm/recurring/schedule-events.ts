import type { ScheduleEvents } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { INSTALMENT_PAID } from "@/server/chains/evm/recurring/instalments";
import { isRefusal, type Rpc, type RpcLog } from "@/server/chains/evm/rpc";

/** Topic 0 of `ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber)`. */
const SCHEDULE_CANCELLED: Hex = "0x6b3e01872ad8692cfd4a45e25ac6fc0881dad875133dd1aef8a2eddc5395edf1";

/**
 * What the recurring contract says of schedules within a range of blocks, as all these nodes show it together: what
 * one leaves out is there all the same, what one makes up as well. Splits a range that a node refuses. Throws
 * `ChainError` where no node answers.
 */
export async function scheduleEventsOf(
  nodes: readonly Rpc[],
  contract: Hex,
  { from, to }: { from: bigint; to: bigint },
): Promise<ScheduleEvents> {
  const found = new Map<string, RpcLog>();
  let failure: unknown = new ChainError("no node can be asked for logs");
  let answers = 0;
  await Promise.all(
    nodes.map(async (rpc) => {
      try {
        for (const log of await read(rpc, contract, from, to)) found.set(keyOf(log), log);
        answers += 1;
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        failure = error;
      }
    }),
  );
  if (answers === 0) throw failure;
  return decode([...found.values()]);
}

function decode(logs: readonly RpcLog[]): ScheduleEvents {
  const events: ScheduleEvents = { cancelled: [], paid: [] };
  for (const { topics, data, blockNumber } of logs) {
    const [topic0, schedule] = topics;
    if (!schedule) continue;
    const digest: Hex = `0x${schedule.slice(2).toLowerCase()}`;
    if (topic0 === SCHEDULE_CANCELLED) events.cancelled.push(digest);
    else if (topic0 === INSTALMENT_PAID && data.length === 66) {
      events.paid.push({ digest, index: Number(BigInt(data)), blockNumber: BigInt(blockNumber) });
    }
  }
  return events;
}

async function read(rpc: Rpc, contract: Hex, from: bigint, to: bigint): Promise<RpcLog[]> {
  try {
    return await rpc<RpcLog[]>("eth_getLogs", [
      {
        address: contract,
        topics: [[SCHEDULE_CANCELLED, INSTALMENT_PAID]],
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
      },
    ]);
  } catch (error) {
    if (from === to || !isRefusal(error)) throw error;
    const middle = (from + to) / 2n;
    const parts = [await read(rpc, contract, from, middle), await read(rpc, contract, middle + 1n, to)];
    return parts.flat();
  }
}

function keyOf({ blockHash, transactionHash, logIndex }: RpcLog): string {
  return [blockHash, transactionHash, logIndex].join(":").toLowerCase();
}
