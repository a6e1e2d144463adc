import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Fault, type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import type { Doubt } from "@/server/chains/evidence";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import type { RpcBlock, RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { Quorum } from "@/server/chains/quorum";
import { auditChain } from "@/server/payments/audit";
import type { RequestRow } from "@/server/requests/draft";
import { prepareRefund } from "@/server/requests/refunds/prepare";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";

/** Blocks after which a local chain calls a payment final, and after which what was recorded is compared again. */
const COMPARED = 200;

let node: TestChain;
let ledger: TestLedger;
/** Three nodes in front of the same chain, each of which can lie or die. */
let nodes: FaultyNode[];
let doubts: Doubt[] = [];

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  nodes = await Promise.all([0, 1, 2].map(() => startFaultyNode(node.rpcUrl)));
  ledger = await startLedger(node, {}, { env: { PRICE_SOURCES: "chainlink", PRICE_SOURCES_REQUIRED: "1" } });
});
afterEach(() => {
  for (const one of nodes) one.behave(null);
  doubts = [];
});
afterAll(async () => {
  await ledger?.close();
  await Promise.all((nodes ?? []).map((one) => one.close()));
  await node?.stop();
});

const DEAD: Fault = () => ({ error: "gone" });

function adapter(quorum: Partial<Quorum> = {}): EvmAdapter {
  return new EvmAdapter(EVM_NETWORKS.sepolia, {
    rpcUrls: nodes.map(({ url }) => url),
    confirmations: 1,
    startBlock: 0,
    compareEveryMs: 0,
    quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null, ...quorum },
    onDoubt: (doubt) => doubts.push(doubt),
  });
}

function nodeAt(place: number): FaultyNode {
  const one = nodes[place];
  if (!one) throw new Error(`there is no node ${place}`);
  return one;
}

/** Passes as the worker makes them: one that fails is followed by another. */
async function watchOn(chain: EvmAdapter, times = 3): Promise<void> {
  for (let i = 0; i < times; i++) await ledger.watch({ chain }).catch(() => undefined);
}

const word = (value: bigint) => value.toString(16).padStart(64, "0");
const withAmount = (log: RpcLog, amount: bigint): RpcLog => ({
  ...log,
  data: `${log.data.slice(0, 2 + 128)}${word(amount)}${log.data.slice(2 + 192)}` as Hex,
});

/** Changes logs, in answers about logs and in receipts alike. */
function everywhere(edit: (logs: RpcLog[]) => RpcLog[]): Fault {
  return ({ method }) => {
    if (method === "eth_getLogs") return { edit: (logs) => edit(logs as RpcLog[]) };
    if (method !== "eth_getTransactionReceipt") return undefined;
    return {
      edit: (result) => {
        const receipt = result as RpcReceipt | null;
        return receipt && { ...receipt, logs: edit(receipt.logs) };
      },
    };
  };
}

const logsOnly =
  (edit: (logs: RpcLog[]) => RpcLog[]): Fault =>
  ({ method }) =>
    method === "eth_getLogs" ? { edit: (logs) => edit(logs as RpcLog[]) } : undefined;

const ofRequest =
  ({ topic1 }: RequestRow) =>
  (log: RpcLog) =>
    log.topics[1] === topic1;

/** Ten ways in which a node can lie about the payment of a request, or about another one that nobody pays. */
const LIES: Record<string, (paid: RequestRow, unpaid: RequestRow) => Fault> = {
  "leaves the payment out": () => logsOnly(() => []),
  "leaves it out of its receipt too": (paid) =>
    everywhere((logs) => logs.filter((log) => !ofRequest(paid)(log))),
  "shows it twice": () => logsOnly((logs) => [...logs, ...logs]),
  "makes it larger in the log": (paid) =>
    logsOnly((logs) => logs.map((log) => (ofRequest(paid)(log) ? withAmount(log, 9_000_000n) : log))),
  "makes it larger in log, receipt and transfer alike": (paid) =>
    everywhere((logs) =>
      logs.map((log) => {
        if (ofRequest(paid)(log)) return withAmount(log, 9_000_000_000n);
        return log.data === `0x${word(10_000_000n)}` ? { ...log, data: `0x${word(9_000_000_000n)}` } : log;
      }),
    ),
  "gives it to another request in log and receipt alike": (paid, unpaid) =>
    everywhere((logs) =>
      logs.map((log) =>
        ofRequest(paid)(log) ? { ...log, topics: [log.topics[0] ?? "0x", unpaid.topic1 as Hex] } : log,
      ),
    ),
  "makes up a transaction with its receipt": (paid, unpaid) => {
    const forged: Hex = `0x${"cd".repeat(32)}`;
    let shown: RpcLog[] = [];
    const forge = (logs: RpcLog[]) =>
      logs
        .map((log) => ({ ...log, transactionHash: forged }))
        .map((log) =>
          ofRequest(paid)(log) ? { ...log, topics: [log.topics[0] ?? "0x", unpaid.topic1 as Hex] } : log,
        );
    return ({ method, params }) => {
      if (method === "eth_getLogs") {
        return {
          edit: (result) => {
            const logs = result as RpcLog[];
            if (logs.some(ofRequest(paid))) shown = forge(logs.filter(ofRequest(paid)));
            return [
              ...logs,
              ...shown.filter(({ blockNumber }) => logs.some((log) => log.blockNumber === blockNumber)),
            ];
          },
        };
      }
      if (method !== "eth_getTransactionReceipt" || params[0] !== forged) return undefined;
      const [first] = shown;
      return {
        result: first && {
          transactionHash: forged,
          blockHash: first.blockHash,
          blockNumber: first.blockNumber,
          from: node.accounts.payer.address,
          to: first.address,
          status: "0x1",
          logs: shown,
        },
      };
    };
  },
  "withholds receipts":
    () =>
    ({ method }) =>
      method === "eth_getTransactionReceipt" ? { result: null } : undefined,
  "says that it failed":
    () =>
    ({ method }) =>
      method === "eth_getTransactionReceipt"
        ? { edit: (receipt) => receipt && { ...(receipt as RpcReceipt), status: "0x0" } }
        : undefined,
  "has other blocks":
    () =>
    ({ method }) => {
      const other = (hash: Hex): Hex => `0xee${hash.slice(4)}`;
      if (method === "eth_getBlockByNumber" || method === "eth_getBlockByHash") {
        return {
          edit: (result) => {
            const block = result as RpcBlock | null;
            return block && { ...block, hash: other(block.hash), parentHash: other(block.parentHash) };
          },
        };
      }
      return method === "eth_getLogs"
        ? { edit: (logs) => (logs as RpcLog[]).map((log) => ({ ...log, blockHash: other(log.blockHash) })) }
        : undefined;
    },
  "claims to be far ahead and that all of it is final":
    () =>
    ({ method, params: [tag] }) =>
      method === "eth_getBlockByNumber" && (tag === "latest" || tag === "finalized")
        ? {
            edit: (result) => {
              const block = result as RpcBlock;
              return { ...block, number: `0x${(BigInt(block.number) + 1_000n).toString(16)}` };
            },
          }
        : undefined,
  "is of another chain":
    () =>
    ({ method }) =>
      method === "eth_chainId" ? { result: "0x1" } : undefined,
};

async function expectRight(paid: RequestRow, unpaid: RequestRow): Promise<void> {
  expect((await ledger.reload(paid)).status).toBe("paid");
  expect(await ledger.transfersOf(paid)).toMatchObject([{ amount: 10_000_000n, state: "final", quorum: 2 }]);
  expect(await ledger.events(paid)).toEqual(["payment.confirmed"]);
  expect((await ledger.reload(unpaid)).status).toBe("created");
  const counted = (await ledger.transfersOf(unpaid)).filter(
    ({ state }) => !["orphaned", "dropped"].includes(state),
  );
  expect(counted).toEqual([]);
  expect(await ledger.events(unpaid)).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
}

describe.each(["first", "last"])("of three nodes the %s", (place) => {
  const liar = () => nodeAt(place === "first" ? 0 : 2);

  test.each(Object.keys(LIES))(
    "%s, for ever: the right state in the end, and nothing wrong on the way",
    async (lie) => {
      const [paid, unpaid] = [await ledger.request("10"), await ledger.request("10")];
      const chain = adapter();
      await watchOn(chain, 1);
      liar().behave(LIES[lie]?.(paid, unpaid) ?? null);
      await ledger.pay(paid, "10");
      await watchOn(chain);
      expect(await ledger.events(unpaid)).toEqual([]);
      expect(
        (await ledger.bodies(paid)).map(({ amount }) => amount).filter((amount) => amount !== "10"),
      ).toEqual([]);
      await node.mine(COMPARED);
      await watchOn(chain);
      await expectRight(paid, unpaid);
    },
  );
});

describe("nodes that are gone", () => {
  test("one of three: goes on as if nothing was", async () => {
    const request = await ledger.request("10");
    const chain = adapter();
    nodeAt(0).behave(DEAD);
    await ledger.pay(request, "10");
    await watchOn(chain, 1);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("two of three: seen and not counted, then counted by itself", async () => {
    const request = await ledger.request("10");
    const chain = adapter();
    nodeAt(0).behave(DEAD);
    nodeAt(1).behave(DEAD);
    await ledger.pay(request, "10");
    await watchOn(chain);
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "seen", attestedBy: 1, quorum: 2 }]);
    expect(await ledger.events(request)).toEqual([]);
    await node.mine(COMPARED);
    await watchOn(chain);
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "seen" }]);
    nodeAt(1).behave(null);
    await watchOn(chain);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "final", attestedBy: 2 }]);
  });

  test("what the only one left makes up is seen, never counted, and taken back when two say no", async () => {
    const [paid, unpaid] = [await ledger.request("10"), await ledger.request("10")];
    const chain = adapter();
    await watchOn(chain, 1);
    nodeAt(0).behave(DEAD);
    nodeAt(1).behave(DEAD);
    nodeAt(2).behave(LIES["makes up a transaction with its receipt"]?.(paid, unpaid) ?? null);
    await ledger.pay(paid, "10");
    await watchOn(chain);
    expect(await ledger.events(unpaid)).toEqual([]);
    nodeAt(0).behave(null);
    nodeAt(1).behave(null);
    await watchOn(chain);
    await node.mine(COMPARED);
    await watchOn(chain);
    await expectRight(paid, unpaid);
  });
});

describe("what else needs the quorum", () => {
  /** Two of three nodes are gone while it happens, and what the last one says tells nobody of it. */
  async function byOneAlone(
    chain: EvmAdapter,
    request: RequestRow,
    happen: () => Promise<unknown>,
  ): Promise<string[]> {
    nodeAt(0).behave(DEAD);
    nodeAt(1).behave(DEAD);
    await happen();
    await watchOn(chain);
    const told = await ledger.events(request);
    nodeAt(0).behave(null);
    nodeAt(1).behave(null);
    await node.mine(COMPARED);
    await watchOn(chain);
    return told;
  }

  test("a refund is told once enough providers show it", async () => {
    const request = await ledger.request("10");
    const chain = adapter();
    await ledger.pay(request, "10");
    await watchOn(chain);
    const asMerchant = { ...systemCaller(ledger.platformId), kind: "apiKey" as const };
    const { refund } = await prepareRefund(ledger.app.context(asMerchant), request.requestId.slice(2), {});
    const sentBack = { ...request, payee: refund.receiver, paymentReference: refund.paymentReference };
    const told = await byOneAlone(chain, request, () => ledger.pay(sentBack, "10", { from: "recipient" }));
    expect(told).toEqual(["payment.confirmed"]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed", "payment.refunded"]);
    expect((await ledger.reload(request)).status).toBe("refunded");
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });
});

describe("two nodes of one provider", () => {
  test("are one voice: what both lie alike does not count against one other", async () => {
    const [paid, unpaid] = [await ledger.request("10"), await ledger.request("10")];
    const chain = adapter({ providers: ["one", "one", "two"] });
    await watchOn(chain, 1);
    const lie = LIES["gives it to another request in log and receipt alike"]?.(paid, unpaid) ?? null;
    nodeAt(0).behave(lie);
    nodeAt(1).behave(lie);
    await ledger.pay(paid, "10");
    await watchOn(chain);
    expect(await ledger.events(unpaid)).toEqual([]);
    expect(doubts.map(({ problem }) => problem)).toContain("nodes_disagree");
    nodeAt(0).behave(null);
    nodeAt(1).behave(null);
    await node.mine(COMPARED);
    await watchOn(chain);
    await expectRight(paid, unpaid);
  });
});

test("who is outvoted is named, with block, and what each of them said", async () => {
  const request = await ledger.request("10");
  const chain = adapter();
  await watchOn(chain, 1);
  nodeAt(2).behave(LIES["says that it failed"]?.(request, request) ?? null);
  const txHash = await ledger.pay(request, "10");
  await watchOn(chain, 1);
  const doubt = doubts.find(({ problem }) => problem === "outvoted");
  expect(doubt).toMatchObject({ txHash, nodes: [3], blockNumber: await node.publicClient.getBlockNumber() });
  expect(doubt?.said?.find((one) => one.node === 3)?.says).toBe("[]");
  expect(doubt?.said?.find((one) => one.node === 1)?.says).toContain("10000000");
});

test.each([
  ["taken away", undefined],
  ["lowered", { needed: 2, providers: ["one", "two", "three"], aboveUsd: null }],
])("a payment that waits counts by the rule of now when the quorum is %s", async (_what, later) => {
  const request = await ledger.request("10");
  nodeAt(0).behave(DEAD);
  await ledger.pay(request, "10");
  await watchOn(adapter({ needed: 3 }), 2);
  expect(await ledger.events(request)).toEqual([]);
  const chain = new EvmAdapter(EVM_NETWORKS.sepolia, {
    rpcUrls: nodes.map(({ url }) => url),
    confirmations: 1,
    startBlock: 0,
    compareEveryMs: 0,
    quorum: later,
  });
  await watchOn(chain, 2);
  expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
});

test("below the sum one node is enough, above it two", async () => {
  const [small, large] = [await ledger.request("10"), await ledger.request("1000")];
  const chain = adapter({ aboveUsd: "100" });
  nodeAt(0).behave(DEAD);
  nodeAt(1).behave(DEAD);
  await ledger.pay(small, "10");
  await ledger.pay(large, "1000");
  await watchOn(chain);
  expect(await ledger.events(small)).toEqual(["payment.confirmed"]);
  expect(await ledger.events(large)).toEqual([]);
  nodeAt(0).behave(null);
  await watchOn(chain);
  expect(await ledger.events(large)).toEqual(["payment.confirmed"]);
});
