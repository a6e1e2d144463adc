import { encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { batchAbi, erc20Abi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import type { ShownTransaction } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { readReadiness } from "@/server/http/monitoring/readiness";
import { scrape } from "@/server/http/monitoring/scrape";
import { auditChain } from "@/server/payments/audit";
import { moneyOf } from "@/server/payments/counting/of-request";
import { claimablePayments, forgetUnclaimed } from "@/server/payments/recording/unclaimed";
import { releaseCursor } from "@/server/payments/watching/cursor";
import { draftRequest, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { takeBackup } from "@/server/testing/postgres/backup";
import type { LoopDefinition } from "@/server/worker/loop";
import { chainLoop } from "@/server/worker/transfers/chain-loop";
import { newWatcherMemory, type WatcherMemory } from "@/server/worker/transfers/memory";
import { observeChainLoop } from "@/server/worker/transfers/observe-chain";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const { batch } = EVM_NETWORKS.sepolia.contracts;
let node: TestChain;
let ledger: TestLedger;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(node);
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});

async function deploy(name: string, args: unknown[] = []): Promise<Hex> {
  const artifact = await readArtifact(name);
  const wallet = node.wallet("merchant");
  const hash = await wallet.deployContract({
    abi: artifact.abi as never,
    bytecode: artifact.bytecode,
    args,
  } as never);
  const { contractAddress } = await node.publicClient.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error(`${name} was not deployed`);
  return contractAddress;
}

/** A request of one USDC that is not stored yet. */
function draftLater() {
  const caller = systemCaller(ledger.platformId);
  const token = tokenById("USDC-sepolia");
  if (!token) throw new Error("no token");
  return draftRequest(
    { caller, config: ledger.app.config, now: ledger.app.now },
    { kind: "request", token, payee: node.accounts.recipient.address, payer: null, amount: 1_000_000n },
  );
}

describe("a payment", () => {
  test("is detected, confirmed and announced once, with payer, amounts and reference", async () => {
    const request = await ledger.request("10");
    const hash = await ledger.pay(request, "10");
    await ledger.watch();
    expect(await ledger.reload(request)).toMatchObject({ status: "paid", isListening: false });
    expect(await ledger.onlyBody(request)).toMatchObject({
      event: "payment.confirmed",
      amount: "10",
      totalAmountPaid: "10",
      expectedAmount: "10",
      txHash: hash,
      network: "sepolia",
      currency: "USDC",
      payerAddress: node.accounts.payer.address,
      paymentReference: request.paymentReference,
    });
  });

  test("of 60, 30 and 10 for 100 is partial twice, then confirmed", async () => {
    const request = await ledger.request("100");
    await ledger.pay(request, "60");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("partially_paid");
    await ledger.pay(request, "30", { from: "payer2" });
    await ledger.pay(request, "10");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual(["payment.partial", "payment.partial", "payment.confirmed"]);
    const totals = (await ledger.bodies(request)).map((body) => body.totalAmountPaid);
    expect(totals).toEqual(["60", "90", "100"]);
  });

  test("above the amount is confirmed with its excess; a second full payment is recorded, not announced again", async () => {
    const request = await ledger.request("5");
    await ledger.pay(request, "7.5");
    await ledger.watch();
    await ledger.pay(request, "5");
    await ledger.watch();
    const bodies = await ledger.bodies(request);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ event: "payment.confirmed", excessAmount: "2.5" });
    expect(await ledger.transfersOf(request)).toHaveLength(2);
  });

  test("in a worthless token with the right reference counts for nothing and is kept with its reason", async () => {
    const worthless = await deploy("TestToken", ["Fake", "USDC", 6]);
    const wallet = node.wallet("payer");
    const mint = await wallet.writeContract({
      address: worthless,
      abi: parseAbi(["function mint(address to, uint256 amount)"]),
      functionName: "mint",
      args: [wallet.account.address, 10n ** 12n],
    });
    await node.publicClient.waitForTransactionReceipt({ hash: mint });
    const request = await ledger.request("10");
    await ledger.pay(request, "10", { token: worthless });
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "token_mismatch" }]);
    expect(await ledger.events(request)).toEqual([]);
  });

  test("to the wrong recipient counts for nothing and is kept with its reason", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10", { to: node.accounts.payer2.address });
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "recipient_mismatch" }]);
  });

  test("of nothing by a stranger changes neither status, events nor totals, and is kept with its reason", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "0", { from: "payer2" });
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "zero_amount", amount: 0n }]);
    expect(await ledger.events(request)).toEqual([]);
    const { paid, payments } = await moneyOf(ledger.ctx, request.id);
    expect({ paid, payments }).toEqual({ paid: 0n, payments: [] });
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
    expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    await ledger.pay(request, "10");
    await ledger.watch();
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("of which nothing arrives counts for nothing", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    const arrivesNot = new Proxy(ledger.chain, {
      get: (chain, name) => {
        if (name === "evidence") return evidenceOfNothing;
        const value = Reflect.get(chain, name, chain);
        return typeof value === "function" ? value.bind(chain) : value;
      },
    });
    const evidenceOfNothing = async (shown: readonly ShownTransaction[]) =>
      (await ledger.chain.evidence(shown)).map(
        (payments) =>
          payments?.map(({ log, settlement }) => ({ log, settlement: { ...settlement, received: 0n } })) ??
          null,
      );
    await ledger.watch({ chain: arrivesNot });
    expect(await ledger.transfersOf(request)).toMatchObject([{ mismatch: "zero_amount" }]);
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.events(request)).toEqual([]);
  });

  test("event from another contract with the same code and reference is not even recorded", async () => {
    const impostor = await deploy("ERC20FeeProxy");
    const request = await ledger.request("10");
    await ledger.pay(request, "10", { proxy: impostor });
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.transfersOf(request)).toEqual([]);
  });

  test("on another chain with the same reference does not count here", async () => {
    const request = await ledger.request("10", "USDC-base");
    const here = { ...request, paymentCurrency: "USDC-sepolia", network: "sepolia" };
    await ledger.pay(here, "10");
    await ledger.watch();
    expect(await ledger.transfersOf(request)).toEqual([]);
    expect((await ledger.reload(request)).status).toBe("created");
  });

  test("twice in one transaction is two payments", async () => {
    const request = await ledger.request("10");
    const usdc = tokenById("USDC-sepolia")?.address as Hex;
    const wallet = node.wallet("payer");
    const spender = batch?.address as Hex;
    const approval = await wallet.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: "approve",
      args: [spender, maxUint256],
    });
    await node.publicClient.waitForTransactionReceipt({ hash: approval });
    const detail = (amount: bigint) => ({
      recipient: request.payee as Hex,
      requestAmount: amount,
      path: [usdc],
      paymentReference: request.paymentReference as Hex,
      feeAmount: 0n,
      maxToSpend: 0n,
      maxRateTimespan: 0n,
    });
    const hash = await wallet.sendTransaction({
      to: spender,
      data: encodeFunctionData({
        abi: batchAbi,
        functionName: "batchERC20Payments",
        args: [[detail(4_000_000n), detail(6_000_000n)], [], node.accounts.merchant.address],
      }),
    });
    await node.publicClient.waitForTransactionReceipt({ hash });
    await ledger.watch();
    const transfers = await ledger.transfersOf(request);
    expect(transfers.map(({ position, amount }) => [position, amount])).toEqual([
      [0, 4_000_000n],
      [1, 6_000_000n],
    ]);
    expect(transfers.every(({ payer }) => payer === wallet.account.address.toLowerCase())).toBe(true);
    expect(await ledger.events(request)).toEqual(["payment.partial", "payment.confirmed"]);
  });

  test("after 150 dust payments is still confirmed, and each dust payment is announced", async () => {
    const request = await ledger.request("10");
    const first = await ledger.signPayment(request, "0.000001");
    const sent = await node.publicClient.sendRawTransaction({ serializedTransaction: first });
    await node.publicClient.waitForTransactionReceipt({ hash: sent });
    const wallet = node.wallet("payer");
    const nonce = await node.publicClient.getTransactionCount({ address: wallet.account.address });
    await node.rpc("evm_setAutomine", false);
    const { to, input } = await node.publicClient.getTransaction({ hash: sent });
    for (let i = 0; i < 149; i++) {
      await wallet.sendTransaction({ to, data: input, gas: 200_000n, nonce: nonce + i });
    }
    await node.mine(10);
    await node.rpc("evm_setAutomine", true);
    await ledger.pay(request, "10");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("paid");
    const events = await ledger.events(request);
    expect(events.filter((name) => name === "payment.partial")).toHaveLength(150);
    expect(events.at(-1)).toBe("payment.confirmed");
    expect(events).toHaveLength(151);
  });

  test("mined before its request is visible is found once the request appears", async () => {
    const draft = draftLater();
    await ledger.pay(draft.row, "1");
    await ledger.watch();
    await inTransaction(ledger.ctx, (tx) => insertRequests(tx, [draft]));
    await ledger.watch();
    expect((await ledger.reload(draft.row)).status).toBe("paid");
    expect(await ledger.events(draft.row)).toEqual(["payment.confirmed"]);
  });
});

describe("on a chain where every pass sees a new block", () => {
  const unclaimed = async () => {
    const rows = await ledger.app.database.sql`select 1 from unclaimed_logs`;
    return rows.length;
  };

  async function passWithNewBlock(memory: WatcherMemory): Promise<void> {
    await node.mine();
    await watchTransfers(ledger.ctx, ledger.chain, "worker-1", memory);
  }

  test("a request that became visible after its payment is still found, in the next pass", async () => {
    const draft = draftLater();
    await ledger.pay(draft.row, "1");
    await ledger.watch();
    await inTransaction(ledger.ctx, (tx) => insertRequests(tx, [draft]));
    await passWithNewBlock(newWatcherMemory());
    expect(await ledger.events(draft.row)).toEqual(["payment.confirmed"]);
  });

  test("two payments in two blocks are both found, however few are claimed at once", async () => {
    const draft = draftLater();
    await ledger.pay(draft.row, "0.4");
    await ledger.pay(draft.row, "0.6");
    await ledger.watch();
    await inTransaction(ledger.ctx, (tx) => insertRequests(tx, [draft]));
    const [first] = await claimablePayments(ledger.ctx.db, "sepolia");
    await inTransaction(ledger.ctx, (tx) => forgetUnclaimed(tx, "sepolia", first ? [first] : []));
    expect(await claimablePayments(ledger.ctx.db, "sepolia")).toHaveLength(1);
    await passWithNewBlock(newWatcherMemory());
    expect((await ledger.transfersOf(draft.row)).map(({ amount }) => amount)).toEqual([600_000n]);
  });

  test("references that nobody can claim any more are forgotten", async () => {
    await ledger.pay(draftLater().row, "1");
    await ledger.watch();
    expect(await unclaimed()).toBeGreaterThan(0);
    await ledger.app.database.sql`update unclaimed_logs set seen_at = seen_at - interval '1 hour'`;
    await passWithNewBlock(newWatcherMemory());
    expect(await unclaimed()).toBe(0);
  });
});

describe("a reorganisation", () => {
  test("takes a payment out: the request is open again at once, and once the loss is final it is told once", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("paid");
    await node.reorg(1);
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    await node.mine(200);
    await ledger.watch();
    expect(await ledger.events(request)).toEqual(["payment.confirmed", "payment.failed"]);
    expect((await ledger.bodies(request))[1]).toMatchObject({ subStatus: "reorged" });

    await ledger.pay(request, "10", { from: "payer2" });
    await ledger.watch();
    expect(await ledger.events(request)).toEqual([
      "payment.confirmed",
      "payment.failed",
      "payment.confirmed",
    ]);
  });

  test("puts a payment into another block and log index: the same payment, announced once", async () => {
    const request = await ledger.request("10");
    const raw = await ledger.signPayment(request, "10");
    const neighbour = await ledger.request("1");
    const other = await ledger.signPayment(neighbour, "1", { from: "payer2" });
    const hash = await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await node.publicClient.waitForTransactionReceipt({ hash });
    await node.mine(1);
    await ledger.watch();
    const [before] = await ledger.transfersOf(request);
    await node.reorg(2, [
      { raw: other, block: 1 },
      { raw, block: 1 },
    ]);
    await ledger.watch();
    const after = await ledger.transfersOf(request);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).toBe(before?.id);
    expect(after[0]?.blockHash).not.toBe(before?.blockHash);
    expect(after[0]?.logIndex).not.toBe(before?.logIndex);
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("with the same head number is noticed by the hash of the head", async () => {
    const request = await ledger.request("3");
    await ledger.pay(request, "3");
    await ledger.watch();
    const number = await node.publicClient.getBlockNumber();
    await node.reorg(1);
    expect(await node.publicClient.getBlockNumber()).toBe(number);
    await ledger.watch();
    expect((await ledger.reload(request)).status).toBe("created");
  });
});

describe("more confirmations than it takes to be final", () => {
  test("make every payment final all the same, once it is confirmed", async () => {
    const own = await startTestChain({ network: "sepolia", slotsInAnEpoch: 1 });
    const books = await startLedger(own, { confirmations: 100 });
    try {
      await books.watch();
      const requests: RequestRow[] = [];
      for (let i = 0; i < 6; i++) {
        const request = await books.request("10");
        requests.push(request);
        await books.pay(request, "10");
        for (let step = 0; step < 4; step++) {
          await books.watch();
          await own.mine(5);
        }
      }
      const states = async () =>
        (await Promise.all(requests.map((request) => books.transfersOf(request)))).flatMap((rows) =>
          rows.map(({ state }) => state),
        );
      // Compared when their blocks were final, and not deep enough by then.
      expect(await states()).toContain("seen");
      await own.mine(120);
      await books.watch();
      expect(new Set(await states())).toEqual(new Set(["final"]));
      for (const request of requests) {
        expect((await books.reload(request)).status).toBe("paid");
        expect(await books.events(request)).toEqual(["payment.confirmed"]);
      }
    } finally {
      await books.close();
      await own.stop();
    }
  });
});

describe("a reorganisation deeper than finality", () => {
  test("stops the chain and raises the alarm; nothing is rewritten", async () => {
    const own = await startTestChain({ network: "sepolia" });
    const books = await startLedger(own);
    try {
      const request = await books.request("10");
      await books.pay(request, "10");
      await own.mine(200);
      await books.watch();
      const before = await books.transfersOf(request);
      expect(before).toMatchObject([{ state: "final" }]);
      await own.reorg(198);
      await books.watch();
      expect(await books.transfersOf(request)).toEqual(before);
      expect((await books.reload(request)).status).toBe("paid");
      const { rows } = await haltedReasons(books);
      expect(rows).toEqual([expect.stringMatching(/was final and has changed/)]);
      await own.mine(3);
      await books.watch();
      expect(await books.transfersOf(request)).toEqual(before);
    } finally {
      await books.close();
      await own.stop();
    }
  });
});

async function haltedReasons(books: TestLedger): Promise<{ rows: (string | null)[] }> {
  const rows = await books.app.database.sql<{ halted_reason: string | null }[]>`
    select halted_reason from chain_cursors`;
  return { rows: rows.map((row) => row.halted_reason) };
}

describe("a node that cannot be trusted", () => {
  let faulty: FaultyNode;
  let adapter: EvmAdapter;
  beforeAll(async () => {
    faulty = await startFaultyNode(node.rpcUrl);
    adapter = new EvmAdapter(EVM_NETWORKS.sepolia, {
      rpcUrls: [faulty.url],
      confirmations: 1,
      startBlock: 0,
    });
  });
  afterEach(() => {
    faulty.behave(null);
    faulty.failRate(() => false);
    faulty.calls.clear();
  });
  afterAll(() => faulty?.close());

  test("and answers no logs for a block it does not have: the payment is not lost", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    faulty.behave(({ method }) => {
      if (method === "eth_getLogs") return { result: [] };
      if (method === "eth_getBlockByHash") return { result: null };
      return undefined;
    });
    await expect(ledger.watch({ chain: adapter })).rejects.toThrow(/does not have block/);
    faulty.behave(null);
    await ledger.watch({ chain: adapter });
    expect((await ledger.reload(request)).status).toBe("paid");
  });

  test("and answers no logs while it claims to have the block: doubted by the bloom filter, then found", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    faulty.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    await expect(ledger.watch({ chain: adapter })).rejects.toThrow(/bloom/);
    faulty.behave(null);
    await ledger.watch({ chain: adapter });
    expect((await ledger.reload(request)).status).toBe("paid");
  });

  test("and insists on an empty block: found when the range is compared at finality", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    faulty.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    for (let i = 0; i < 5; i++) await ledger.watch({ chain: adapter }).catch(() => undefined);
    await ledger.watch({ chain: adapter });
    faulty.behave(null);
    expect((await ledger.reload(request)).status).toBe("created");
    await node.mine(200);
    await ledger.watch({ chain: adapter });
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("and is far behind the head: nothing is undone", async () => {
    const request = await ledger.request("10");
    const behind = await node.publicClient.getBlock();
    await ledger.pay(request, "10");
    await node.mine(5);
    await ledger.watch();
    const old = {
      ...((await node.rpc("eth_getBlockByNumber", `0x${behind.number.toString(16)}`, false)) as object),
    };
    faulty.behave(({ method, params }) =>
      method === "eth_getBlockByNumber" && (params[0] === "latest" || params[0] === "finalized")
        ? { result: old }
        : undefined,
    );
    await ledger.watch({ chain: adapter });
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });

  test("and refuses large ranges: the range is split until it answers", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await node.mine(100);
    const seen: bigint[] = [];
    faulty.behave(({ method, params }) => {
      if (method !== "eth_getLogs") return undefined;
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      if (!fromBlock || !toBlock) return undefined;
      const span = BigInt(toBlock) - BigInt(fromBlock) + 1n;
      seen.push(span);
      return span > 10n ? { error: "query returned more than 10000 results" } : undefined;
    });
    await ledger.watch({ chain: adapter });
    expect(seen.some((span) => span > 10n)).toBe(true);
    expect((await ledger.reload(request)).status).toBe("paid");
  });

  test("and fails half of the time: slower, but nothing is lost or doubled", async () => {
    const requests = [await ledger.request("1"), await ledger.request("2"), await ledger.request("3")];
    let coin = 0;
    faulty.failRate(() => coin++ % 2 === 0);
    for (const request of requests) {
      await ledger.pay(request, "3");
      await ledger.watch({ chain: adapter }).catch(() => undefined);
    }
    for (let i = 0; i < 20; i++) await ledger.watch({ chain: adapter }).catch(() => undefined);
    for (const request of requests) {
      expect((await ledger.reload(request)).status).toBe("paid");
      expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    }
  });

  test("and stands still is left for one that goes on, and is asked again once it is level", async () => {
    await ledger.watch();
    const two = new EvmAdapter(EVM_NETWORKS.sepolia, {
      rpcUrls: [faulty.url, node.rpcUrl],
      confirmations: 1,
      startBlock: 0,
      compareEveryMs: 0,
    });
    const frozen = {
      latest: await node.rpc("eth_getBlockByNumber", "latest", false),
      finalized: await node.rpc("eth_getBlockByNumber", "finalized", false),
    };
    faulty.behave(({ method, params: [tag] }) => {
      const isHead = method === "eth_getBlockByNumber" && (tag === "latest" || tag === "finalized");
      return isHead ? { result: frozen[tag] } : undefined;
    });
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await node.mine(3);
    await ledger.watch({ chain: two });
    expect((await ledger.reload(request)).status).toBe("paid");
    expect((await two.compareNodes()).map(({ state }) => state)).toEqual(["behind", "ok"]);

    faulty.behave(null);
    expect((await two.compareNodes()).map(({ state }) => state)).toEqual(["ok", "ok"]);
    faulty.calls.clear();
    await two.blocks([1n]);
    expect(faulty.calls.get("eth_getBlockByNumber")).toBeGreaterThan(0);
  });

  test("and is on another chain is not asked for payments while another node can tell", async () => {
    faulty.behave(({ method }) => (method === "eth_chainId" ? { result: "0x1" } : undefined));
    const two = new EvmAdapter(EVM_NETWORKS.sepolia, {
      rpcUrls: [faulty.url, node.rpcUrl],
      confirmations: 1,
      startBlock: 0,
    });
    const request = await ledger.request("10");
    await ledger.pay(request, "10");
    await ledger.watch({ chain: two });
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(faulty.calls.get("eth_getLogs") ?? 0).toBe(0);
  });

  test("and is on another chain is refused before anything is read", async () => {
    faulty.behave(({ method }) => (method === "eth_chainId" ? { result: "0x1" } : undefined));
    const wrong = new EvmAdapter(EVM_NETWORKS.sepolia, { rpcUrls: [faulty.url] });
    await expect(watchTransfers(ledger.ctx, wrong, "worker-1")).rejects.toThrow(
      /is on chain 1, not 11155111/,
    );
  });
});

describe("a watcher that cannot read", () => {
  let faulty: FaultyNode;
  let books: TestLedger;
  let clock: ManualClock;
  let watch: LoopDefinition;
  let observe: LoopDefinition;
  const open = async (rpcUrls: string[]) => {
    clock = new ManualClock(Date.now());
    books = await startLedger(node, { rpcUrls, compareEveryMs: 0 }, { now: clock.now });
    await books.watch();
    watch = chainLoop(books.app, books.chain, "worker-1");
    observe = observeChainLoop(books.app, books.chain);
  };
  const pass = (loop: LoopDefinition) => loop.pass(new AbortController().signal);
  const readiness = async () => {
    const { watchers, reasons } = await readReadiness(books.ctx, ["sepolia"]);
    return [watchers.sepolia, reasons.sepolia];
  };
  beforeAll(async () => {
    faulty = await startFaultyNode(node.rpcUrl);
  });
  afterEach(async () => {
    faulty.behave(null);
    await books.close();
  });
  afterAll(() => faulty?.close());

  test("says so: the node has 300 new blocks and answers no logs", async () => {
    await open([faulty.url]);
    const read = await node.publicClient.getBlockNumber();
    const request = await books.request("10");
    faulty.behave(({ method }) => (method === "eth_getLogs" ? { error: "not in your plan" } : undefined));
    await books.pay(request, "10");
    await node.mine(300);
    for (let i = 0; i < 3; i++) await expect(pass(watch)).rejects.toThrow(/eth_getLogs failed/);
    await pass(observe);
    const lag = (await node.publicClient.getBlockNumber()) - read;
    expect(await readiness()).toEqual(["behind", `${lag} blocks behind the head`]);
    const text = await scrape(books.app);
    expect(text).toContain(`quittance_watcher_lag_blocks{network="sepolia"} ${lag}`);
    expect(text).toContain('quittance_watcher_failed_passes{network="sepolia"} 3');

    clock.advance(61_000);
    await expect(pass(watch)).rejects.toThrow();
    await pass(observe);
    const [state, reason] = await readiness();
    expect(state).toBe("failing");
    expect(reason).toMatch(/^no pass has ended well since 20\S+: eth_getLogs failed$/);
    expect(await scrape(books.app)).toContain('watcher_state{network="sepolia",state="failing"} 1');

    faulty.behave(null);
    while ((await pass(watch)) === "more");
    expect((await books.reload(request)).status).toBe("paid");
    expect(await readiness()).toEqual(["ok", undefined]);
  });

  test("says so when its only node stands still, and when it is gone", async () => {
    await open([faulty.url]);
    const latest = z
      .looseObject({ timestamp: z.string() })
      .parse(await node.rpc("eth_getBlockByNumber", "latest", false));
    faulty.behave(({ method, params: [tag] }) =>
      method === "eth_getBlockByNumber" && tag === "latest" ? { result: latest } : undefined,
    );
    const sixMinutesLater = Number(latest.timestamp) * 1000 + 360_000;
    clock.advance(sixMinutesLater - clock.now().getTime());
    await pass(watch);
    await pass(observe);
    // The time of a pass goes along with the next renewal of the lease.
    await books.app.database.sql`update chain_cursors set lease_until = now()`;
    await pass(watch);
    expect((await readiness())[0]).toBe("old_head");

    faulty.failRate(() => true);
    clock.advance(61_000);
    await pass(observe);
    await expect(pass(watch)).rejects.toThrow();
    faulty.failRate(() => false);
    expect((await readiness())[0]).toBe("failing");
    expect(await scrape(books.app)).toContain('node_state{network="sepolia",node="1",state="down"} 1');
  });

  test("goes on with the second of two nodes, and shows that the first stands still", async () => {
    await open([faulty.url, node.rpcUrl]);
    const latest = await node.rpc("eth_getBlockByNumber", "latest", false);
    faulty.behave(({ method, params: [tag] }) =>
      method === "eth_getBlockByNumber" && tag === "latest" ? { result: latest } : undefined,
    );
    const request = await books.request("10");
    await books.pay(request, "10");
    await node.mine(300);
    await pass(observe);
    while ((await pass(watch)) === "more");
    expect((await books.reload(request)).status).toBe("paid");
    const text = await scrape(books.app);
    expect(text).toContain('node_state{network="sepolia",node="1",state="behind"} 1');
    expect(text).toContain('node_state{network="sepolia",node="2",state="ok"} 1');
  });

  test("counts money that came and counts for nothing", async () => {
    await open([node.rpcUrl]);
    const request = await books.request("10");
    await books.pay(request, "10", { to: node.accounts.payer2.address });
    await books.watch();
    expect(await scrape(books.app)).toContain(
      'quittance_payments_uncounted{network="sepolia",reason="recipient_mismatch"} 1',
    );
  });

  test("leaves the failures of a worker that merely stands by out of it", async () => {
    await open([faulty.url]);
    faulty.failRate(() => true);
    await expect(pass(chainLoop(books.app, books.chain, "worker-2"))).rejects.toThrow();
    faulty.failRate(() => false);
    const rows = await books.app.database.sql`select from chain_observations where failed_passes > 0`;
    expect(rows).toHaveLength(0);
  });
});

describe("a chain on which nothing happens", () => {
  test("is still known to be watched: the time of the last pass moves", async () => {
    const lastPass = async () => {
      const [row] = await ledger.app.database.sql<
        { at: string }[]
      >`select last_pass_at::text as at from chain_cursors`;
      return row?.at;
    };
    await ledger.watch();
    const before = await lastPass();
    await ledger.app.database.sql`update chain_cursors set lease_until = now()`;
    await ledger.watch();
    expect(await lastPass()).not.toBe(before);
  });
});

describe("a service that was restored from a backup", () => {
  test("finds the payments since then again, with the same payment IDs and events", async () => {
    const [half, whole] = [await ledger.request("10"), await ledger.request("10")];
    await ledger.pay(half, "4");
    await ledger.watch();
    const restore = await takeBackup(ledger.app.database.sql);
    await ledger.pay(half, "6");
    await ledger.pay(whole, "10");
    await ledger.watch();
    const before = await Promise.all([half, whole].map(whatIsKnown));
    await restore();
    expect((await ledger.reload(whole)).status).toBe("created");
    await ledger.watch();
    expect(await Promise.all([half, whole].map(whatIsKnown))).toEqual(before);
    expect(before.map(({ events }) => events.length)).toEqual([2, 1]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });

  async function whatIsKnown(request: RequestRow) {
    const payments = await ledger.transfersOf(request);
    const sent = await ledger.app.database.sql<{ id: string; body: string }[]>`
      select id, body from webhook_events where body like ${`%${request.requestId.slice(2)}%`} order by sequence`;
    return {
      payments: payments.map(({ id, txHash }) => ({ id, txHash })),
      events: sent.map(({ id, body }) => {
        const { event, paymentId, totalAmountPaid } = JSON.parse(body);
        return { id, event, paymentId, totalAmountPaid };
      }),
    };
  }
});

describe("two workers on one database", () => {
  test("record and announce each payment once", async () => {
    const requests = await Promise.all(Array.from({ length: 5 }, () => ledger.request("1")));
    const owners = ["worker-1", "worker-2"];
    const passes: Promise<unknown>[] = [];
    for (const request of requests) {
      await ledger.pay(request, "1");
      for (const owner of owners) {
        passes.push(watchTransfers(ledger.ctx, ledger.chain, owner).catch(() => undefined));
      }
    }
    await Promise.all(passes);
    // Whichever of them holds the lease now gives it back, as at its end.
    for (const owner of owners) await releaseCursor(ledger.ctx, "sepolia", owner);
    await ledger.watch();
    for (const request of requests) {
      expect(await ledger.transfersOf(request)).toHaveLength(1);
      expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    }
  });
});
