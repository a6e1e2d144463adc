import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { Quorum } from "@/server/chains/quorum";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";

const PAYMENTS = 12;
const QUORUM: Quorum = { needed: 2, providers: ["one", "two", "three"], aboveUsd: null };

let node: TestChain;
let ledger: TestLedger;
/** Three nodes of the same chain, which count what they are asked. */
let nodes: FaultyNode[];
beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(node.rpcUrl)));
  ledger = await startLedger(node, {}, { env: { PRICE_SOURCES: "chainlink", PRICE_SOURCES_REQUIRED: "1" } });
});
afterAll(async () => {
  await ledger?.close();
  await Promise.all((nodes ?? []).map((one) => one.close()));
  await node?.stop();
});

const asked = () => nodes.reduce((sum, one) => sum + one.requests(), 0);

/** What all nodes are asked while payments come, a block each. */
async function askedFor(quorum: Quorum | undefined): Promise<number> {
  const chain = new EvmAdapter(EVM_NETWORKS.sepolia, {
    rpcUrls: nodes.map(({ url }) => url),
    confirmations: 1,
    startBlock: 0,
    ...(quorum ? { quorum } : {}),
  });
  // The first pass asks what is asked once.
  await ledger.watch({ chain });
  const before = asked();
  for (let i = 0; i < PAYMENTS; i++) {
    const request = await ledger.request("1");
    await ledger.pay(request, "1");
    await ledger.watch({ chain });
    expect(await ledger.events(request)).toContain("payment.confirmed");
  }
  return asked() - before;
}

test("two of three providers are asked at most 2.2 times as often in all as one", async () => {
  const alone = await askedFor(undefined);
  const agreeing = await askedFor(QUORUM);
  expect([alone, agreeing, agreeing / alone]).toEqual([
    alone,
    agreeing,
    expect.toSatisfy((ratio: number) => ratio <= 2.2),
  ]);
});
