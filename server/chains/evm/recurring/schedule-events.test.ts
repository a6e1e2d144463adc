import { pad, toHex } from "viem";
import { expect, test } from "vitest";
import type { Hex } from "@/server/chains/contract-addresses";
import { INSTALMENT_PAID } from "@/server/chains/evm/recurring/instalments";
import { scheduleEventsOf } from "@/server/chains/evm/recurring/schedule-events";
import type { Rpc, RpcLog } from "@/server/chains/evm/rpc";

const CONTRACT: Hex = "0x52656375727269000000000000000000000000A1";
const DIGEST: Hex = `0x${"ab".repeat(32)}`;

function paid(index: number): RpcLog {
  return {
    address: CONTRACT,
    topics: [INSTALMENT_PAID, DIGEST],
    data: pad(toHex(index)),
    blockNumber: "0x10",
    blockHash: `0x${"11".repeat(32)}`,
    transactionHash: `0x${"22".repeat(32)}`,
    logIndex: "0x0",
  };
}

/** A node that shows these logs, after so many turns. */
function shows(logs: readonly RpcLog[], turns: number): Rpc {
  return async <T>() => {
    for (let i = 0; i < turns; i += 1) await Promise.resolve();
    return logs as T;
  };
}

test.each([
  ["before", 0],
  ["after", 10],
])(
  "a node that alters an instalment hides it from nobody, when it answers %s the others",
  async (_, turns) => {
    const nodes = [shows([paid(2)], 5), shows([paid(3)], turns)].map((rpc, i) => ({ node: i + 1, rpc }));
    const { paid: seen } = await scheduleEventsOf({ nodes, quorum: null }, CONTRACT, { from: 1n, to: 16n });
    expect(seen.map(({ index }) => index)).toContain(2);
  },
);
