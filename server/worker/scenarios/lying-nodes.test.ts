import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { type Fault, type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import type { Doubt } from "@/server/chains/evidence";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { batchPayment } from "@/server/chains/evm/calldata";
import type { RpcLog, RpcReceipt } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { auditChain } from "@/server/payments/audit";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";

/** Blocks after which a local chain calls a payment final. A node takes the longer for each, the more it has. */
const FINAL = 40;
/** Blocks after which what was recorded is compared again. */
const COMPARED = 200;

let node: TestChain;
let liar: FaultyNode;
let ledger: TestLedger;
let doubts: Doubt[] = [];

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  liar = await startFaultyNode(node.rpcUrl);
  ledger = await startLedger(node);
  await allowBatch();
});
afterEach(() => {
  liar.behave(null);
  doubts = [];
});
afterAll(async () => {
  await ledger?.close();
  await liar?.close();
  await node?.stop();
});

const hex = (text: string): Hex => `0x${text.slice(2)}`;
const usdc = () => hex(tokenById("USDC-sepolia")?.address ?? "");
const batch = () => EVM_NETWORKS.sepolia.contracts.batch?.address ?? "0x";

async function allowBatch(): Promise<void> {
  const hash = await node.wallet("payer").writeContract({
    address: usdc(),
    abi: erc20Abi,
    functionName: "approve",
    args: [batch(), 2n ** 255n],
  });
  await node.publicClient.waitForTransactionReceipt({ hash });
}

function adapterAt(...rpcUrls: string[]): EvmAdapter {
  return new EvmAdapter(EVM_NETWORKS.sepolia, {
    rpcUrls,
    confirmations: 1,
    startBlock: 0,
    compareEveryMs: 0,
    onDoubt: (doubt) => doubts.push(doubt),
  });
}

/** Pays both of them with one transaction: 10 USDC to the first, 5 to the second. */
async function payBoth(first: RequestRow, second: RequestRow): Promise<void> {
  const payments = [first, second].map((request, i) => ({
    token: usdc(),
    payee: hex(request.payee),
    amount: i === 0 ? 10_000_000n : 5_000_000n,
    reference: hex(request.paymentReference),
    fee: null,
  }));
  const hash = await node
    .wallet("payer")
    .sendTransaction({ ...batchPayment(batch(), payments), gas: 900_000n });
  await node.publicClient.waitForTransactionReceipt({ hash });
}

const word = (value: bigint) => value.toString(16).padStart(64, "0");
/** The log of a payment with another amount. */
const withAmount = (log: RpcLog, amount: bigint): RpcLog => ({
  ...log,
  data: `${log.data.slice(0, 2 + 128)}${word(amount)}${log.data.slice(2 + 192)}` as Hex,
});
const editLogs =
  (edit: (logs: RpcLog[]) => RpcLog[]): Fault =>
  ({ method }) =>
    method === "eth_getLogs"
      ? { edit: (result) => (Array.isArray(result) ? edit(result as RpcLog[]) : result) }
      : undefined;

/** A node that says of its newest blocks what `behind` was for the real one. */
function standsAt(behind: { latest: unknown; finalized: unknown }): Fault {
  return ({ method, params: [tag] }) =>
    method === "eth_getBlockByNumber" && (tag === "latest" || tag === "finalized")
      ? { result: behind[tag] }
      : undefined;
}

async function headsNow() {
  return {
    latest: await node.rpc("eth_getBlockByNumber", "latest", false),
    finalized: await node.rpc("eth_getBlockByNumber", "finalized", false),
  };
}

interface Requests {
  first: RequestRow;
  second: RequestRow;
  /** Nobody pays it. */
  unpaid: RequestRow;
}

/** What a node says wrongly about logs. */
const LOG_LIES: Record<string, (requests: Requests) => Fault> = {
  missing: () => editLogs(() => []),
  forged: ({ first, unpaid }) =>
    editLogs((logs) =>
      logs.flatMap((log) => {
        if (log.topics[1] !== first.topic1) return [log];
        const logIndex: Hex = `0x${(Number(log.logIndex) + 100).toString(16)}`;
        return [log, { ...log, topics: [log.topics[0] ?? "0x", hex(unpaid.topic1)], logIndex }];
      }),
    ),
  doubled: () => editLogs((logs) => [...logs, ...logs]),
  altered: ({ first }) =>
    editLogs((logs) =>
      logs.map((log) => (log.topics[1] === first.topic1 ? withAmount(log, 5_000_000_000n) : log)),
    ),
  reordered: ({ first, second }) =>
    editLogs((logs) => {
      const indexOf = (request: RequestRow) => logs.find((log) => log.topics[1] === request.topic1)?.logIndex;
      return logs.map((log) => {
        const other = { [first.topic1]: indexOf(second), [second.topic1]: indexOf(first) }[
          log.topics[1] ?? ""
        ];
        return other ? { ...log, logIndex: other } : log;
      });
    }),
};

/** What a node says wrongly about where it is. */
const HEAD_LIES: Record<string, () => Promise<Fault>> = {
  frozen: async () => standsAt(await headsNow()),
  // Goes on, and never catches up.
  stale: async () => {
    const heads = [await headsNow()];
    await node.mine(2);
    heads.push(await headsNow());
    let asked = 0;
    return (call) => {
      if (call.method === "eth_getBlockByNumber" && call.params[0] === "latest") asked += 1;
      const head = heads[asked > 2 ? 1 : 0];
      return head ? standsAt(head)(call) : undefined;
    };
  },
  "wrong chain": async () => (call) => (call.method === "eth_chainId" ? { result: "0x1" } : undefined),
};

async function someRequests(): Promise<Requests> {
  return {
    first: await ledger.request("10"),
    second: await ledger.request("5"),
    unpaid: await ledger.request("10"),
  };
}

/** The two are paid once and for good, the third is not, and the ledger is what the chain is. */
async function expectRight({ first, second, unpaid }: Requests): Promise<void> {
  for (const [request, amount, position] of [
    [first, 10_000_000n, 0],
    [second, 5_000_000n, 1],
  ] as const) {
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.transfersOf(request)).toMatchObject([
      {
        amount,
        received: amount,
        position,
        state: "final",
        payer: node.accounts.payer.address.toLowerCase(),
      },
    ]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  }
  expect((await ledger.reload(unpaid)).status).toBe("created");
  expect(await ledger.transfersOf(unpaid)).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
}

/** Passes as the worker makes them: one that fails is followed by another. */
async function watchOn(chain: EvmAdapter, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await ledger.watch({ chain }).catch(() => undefined);
}

describe.each(["first", "second"])("of two nodes the %s lies for ever", (place) => {
  const two = () => (place === "first" ? adapterAt(liar.url, node.rpcUrl) : adapterAt(node.rpcUrl, liar.url));

  test.each(Object.keys(LOG_LIES))(
    "its logs are %s: the right state in the end, and the lie named",
    async (lie) => {
      const requests = await someRequests();
      await ledger.watch();
      const chain = two();
      liar.behave(LOG_LIES[lie]?.(requests) ?? null);
      await payBoth(requests.first, requests.second);
      await watchOn(chain, 3);
      await node.mine(FINAL);
      await watchOn(chain, 3);
      await expectRight(requests);
      expect(doubts.map(({ problem }) => problem)).toContainEqual(
        expect.stringMatching(/^(?:logs_differ|differs)$/),
      );
    },
  );

  test.each(Object.keys(HEAD_LIES))(
    "it is %s: the right state in the end, and the lie named",
    async (lie) => {
      const requests = await someRequests();
      await ledger.watch();
      const chain = two();
      liar.behave((await HEAD_LIES[lie]?.()) ?? null);
      await payBoth(requests.first, requests.second);
      await node.mine(FINAL);
      await watchOn(chain, 3);
      await expectRight(requests);
      const states = (await chain.compareNodes()).map(({ state }) => state);
      const named = lie === "wrong chain" ? "wrong_chain" : "behind";
      expect(states).toEqual(place === "first" ? [named, "ok"] : ["ok", named]);
    },
  );

  test("it forges a transaction that nobody has: nothing is credited, and the others go on", async () => {
    const requests = await someRequests();
    await ledger.watch();
    const chain = two();
    liar.behave(
      editLogs((logs) =>
        logs.flatMap((log) =>
          log.topics[1] === requests.first.topic1
            ? [
                log,
                {
                  ...log,
                  transactionHash: `0x${"cd".repeat(32)}`,
                  topics: [log.topics[0] ?? "0x", hex(requests.unpaid.topic1)],
                },
              ]
            : [log],
        ),
      ),
    );
    await payBoth(requests.first, requests.second);
    await watchOn(chain, 3);
    await node.mine(FINAL);
    await watchOn(chain, 3);
    await expectRight(requests);
    expect(doubts.map(({ problem }) => problem)).toContain("forged");
  });

  test("it withholds receipts: the payment waits, named, and counts once it does not", async () => {
    const requests = await someRequests();
    await ledger.watch();
    const chain = two();
    liar.behave(({ method }) => (method === "eth_getTransactionReceipt" ? { result: null } : undefined));
    await payBoth(requests.first, requests.second);
    // With the liar first its own receipts are not asked for while the other node bears the logs out.
    await watchOn(chain, 3);
    if (place === "second") {
      expect(await ledger.transfersOf(requests.first)).toEqual([]);
      expect(doubts.map(({ problem }) => problem)).toContain("nodes_disagree");
    }
    liar.behave(null);
    await node.mine(FINAL);
    await watchOn(chain, 3);
    await expectRight(requests);
  });
});

describe("a single node", () => {
  test.each(["forged", "doubled", "altered", "reordered"])(
    "whose logs are %s is corrected by its receipts",
    async (lie) => {
      const requests = await someRequests();
      await ledger.watch();
      const chain = adapterAt(liar.url);
      liar.behave(LOG_LIES[lie]?.(requests) ?? null);
      await payBoth(requests.first, requests.second);
      await watchOn(chain, 2);
      await node.mine(FINAL);
      await watchOn(chain, 2);
      await expectRight(requests);
      expect(doubts.map(({ problem }) => problem)).toContain("differs");
    },
  );

  test("that shows a payment twice credits it once", async () => {
    const request = await ledger.request("10");
    await ledger.watch();
    liar.behave(editLogs((logs) => logs.flatMap((log) => [log, { ...log }])));
    await ledger.pay(request, "5");
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect(await ledger.transfersOf(request)).toMatchObject([{ amount: 5_000_000n }]);
    expect(await ledger.events(request)).toEqual(["payment.partial"]);
  });

  test("that leaves a recorded payment out when its block is final does not take it back", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    liar.behave(editLogs(() => []));
    await node.mine(COMPARED);
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "final" }]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("that cannot give the receipt keeps the payment waiting, and says so", async () => {
    const request = await ledger.request("10");
    await ledger.watch();
    await ledger.pay(request, "10");
    const chain = adapterAt(liar.url);
    liar.behave(({ method }) => (method === "eth_getTransactionReceipt" ? { result: null } : undefined));
    await expect(ledger.watch({ chain })).rejects.toThrow(/does not have the receipt/);
    expect(await ledger.transfersOf(request)).toEqual([]);
    expect(doubts).toMatchObject([{ problem: "no_receipt" }]);
    liar.behave(null);
    await ledger.watch({ chain });
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });
});

describe("a lie that was believed, because logs and receipt said the same", () => {
  /** Multiplies what the payment and its transfer say, in logs and receipts alike. */
  const exaggerate = (request: RequestRow, from: bigint, to: bigint): Fault => {
    const edit = (log: RpcLog): RpcLog => {
      if (log.topics[1] === request.topic1) return withAmount(log, to);
      return log.data === `0x${word(from)}` ? { ...log, data: `0x${word(to)}` } : log;
    };
    return ({ method }) => {
      if (method === "eth_getLogs") return { edit: (logs) => (logs as RpcLog[]).map(edit) };
      if (method !== "eth_getTransactionReceipt") return undefined;
      return {
        edit: (result) => {
          const receipt = result as RpcReceipt | null;
          return receipt && { ...receipt, logs: receipt.logs.map(edit) };
        },
      };
    };
  };

  test("is corrected when the range is compared: the full payment is withdrawn, the partial one announced", async () => {
    const request = await ledger.request("10");
    await ledger.watch();
    liar.behave(exaggerate(request, 1_000_000n, 10_000_000n));
    await ledger.pay(request, "1");
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect((await ledger.reload(request)).status).toBe("paid");
    liar.behave(null);
    await node.mine(COMPARED);
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect((await ledger.reload(request)).status).toBe("partially_paid");
    expect(await ledger.transfersOf(request)).toMatchObject([
      { amount: 1_000_000n, received: 1_000_000n, state: "final" },
    ]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed", "payment.failed", "payment.partial"]);
    expect((await ledger.bodies(request)).map(({ amount }) => amount)).toEqual(["10", "10", "1"]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });

  test("the other way round: what was too little is announced anew, and nothing is withdrawn", async () => {
    const request = await ledger.request("10");
    await ledger.watch();
    liar.behave(exaggerate(request, 10_000_000n, 1_000_000n));
    await ledger.pay(request, "10");
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect((await ledger.reload(request)).status).toBe("partially_paid");
    liar.behave(null);
    await node.mine(COMPARED);
    await ledger.watch({ chain: adapterAt(liar.url) });
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual(["payment.partial", "payment.confirmed"]);
    expect((await ledger.bodies(request)).map(({ amount }) => amount)).toEqual(["1", "10"]);
  });
});
