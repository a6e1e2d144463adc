import type { ScheduleEvents } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { logsOfAll } from "@/server/chains/evm/logs-of-all";
import { INSTALMENT_PAID } from "@/server/chains/evm/recurring/instalments";
import type { RpcLog } from "@/server/chains/evm/rpc";
import type { Voices } from "@/server/chains/evm/voices";

/** Topic 0 of `ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber)`. */
const SCHEDULE_CANCELLED: Hex = "0x6b3e01872ad8692cfd4a45e25ac6fc0881dad875133dd1aef8a2eddc5395edf1";

/**
 * What the recurring contract says of schedules within a range of blocks, as all these nodes show it together. Throws
 * `ChainError` where no node answers, or too few for a quorum.
 */
export async function scheduleEventsOf(
  voices: Pick<Voices, "nodes" | "quorum">,
  contract: Hex,
  range: { from: bigint; to: bigint },
): Promise<ScheduleEvents> {
  const topics = [[SCHEDULE_CANCELLED, INSTALMENT_PAID]];
  return decode(await logsOfAll(voices, { address: contract, topics }, range));
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
