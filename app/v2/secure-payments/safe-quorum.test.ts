import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { rejectionOf } from "@/server/chains/evm/safe/safe-transaction";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { hashOf } from "@/server/testing/evm/safe";

import { type SafeLinks, startSafeLinks } from "@/server/testing/evm/safe-links";

/** Topic 0 of `ExecutionSuccess` of a Safe. */
const EXECUTED = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";

let on: SafeLinks;

beforeAll(async () => {
  on = await startSafeLinks();
});
afterAll(() => on?.stop());
beforeEach(() => on.freshSafe());
afterEach(() => {
  on.time.offset = 0;
});

describe("of three nodes under a quorum of two", () => {
  let nodes: FaultyNode[];
  let adapter: EvmAdapter;

  beforeAll(async () => {
    nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(on.chain.rpcUrl)));
    adapter = new EvmAdapter(EVM_NETWORKS.sepolia, {
      rpcUrls: nodes.map(({ url }) => url),
      confirmations: 12,
      startBlock: 0,
      compareEveryMs: 0,
      quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null },
    });
  });
  afterAll(() => Promise.all((nodes ?? []).map((node) => node.close())));
  afterEach(() => {
    for (const node of nodes) node.behave(null);
  });

  test.each([0, 2])(
    "node %i makes up that the owners rejected it: it waits on, and is executed",
    async (liar) => {
      const { token, requestIds } = await on.aLink();
      const { transaction, intentId } = await on.propose(token);
      const rejected = await hashOf(on.chain, on.safe, rejectionOf(on.safe.address));
      nodes[liar]?.behave(({ method, params: [filter] }) => {
        const { address, toBlock } = (filter ?? {}) as { address?: string[]; toBlock?: string };
        if (method !== "eth_getLogs" || !Array.isArray(address)) return undefined;
        const made = {
          address: on.safe.address,
          topics: [EXECUTED, rejected],
          data: `0x${"00".repeat(32)}`,
          blockNumber: toBlock,
          blockHash: `0x${"ab".repeat(32)}`,
          transactionHash: `0x${"cd".repeat(32)}`,
          logIndex: "0x0",
        };
        return { edit: (logs) => [...(logs as unknown[]), made] };
      });
      for (let i = 0; i < 3; i++) {
        on.time.offset += 3_000;
        await on.settle(adapter);
      }
      expect(await on.intentOf(intentId)).toMatchObject({ state: "pending" });
      expect(await on.events(requestIds[0], "payment.failed")).toEqual([]);
      await on.execute(transaction);
      for (let i = 0; i < 2; i++) {
        on.time.offset += 3_000;
        await on.settle(adapter);
      }
      expect(await on.intentOf(intentId)).toMatchObject({ state: "executed" });
      expect(await on.events(requestIds[0], "payment.confirmed")).toHaveLength(1);
      expect((await on.read(token)).status).toBe(409);
    },
  );

  test.each([0, 2])("node %i hides that the owners rejected it: it has failed", async (liar) => {
    const { token } = await on.aLink();
    const { intentId } = await on.propose(token);
    nodes[liar]?.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    await on.execute(rejectionOf(on.safe.address));
    for (let i = 0; i < 3; i++) {
      on.time.offset += 3_000;
      await on.settle(adapter);
    }
    expect(await on.intentOf(intentId)).toEqual({ state: "failed", failure: "rejected" });
  });
});
