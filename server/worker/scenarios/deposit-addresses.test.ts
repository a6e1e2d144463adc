import { eq } from "drizzle-orm";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { erc20Abi } from "@/contracts/abis";
import { depositAddresses, feeLegs, feeTransfers, requests, transfers } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import { TRANSFER } from "@/server/chains/evm/token-flows";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { depositsToCollect } from "@/server/dashboard/deposits/list";
import { shareArrivals } from "@/server/payments/deposit-addresses/share-arrivals";
import { wholeOf } from "@/server/payments/deposit-addresses/shares";
import { type DepositFact, standingOf } from "@/server/payments/deposit-addresses/standing";
import { sumFeeLegs } from "@/server/payments/recording/fee-legs";
import type { RequestRow } from "@/server/requests/draft";
import { nextStatus } from "@/server/requests/state";
import {
  allDifferences,
  collectCall,
  collectedFrom,
  type DepositDesk,
  depositDesk,
  depositStanding,
  type OfferedAddress,
} from "@/server/testing/deposits";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { rescan } from "@/server/worker/repairs/rescan";

const FEE_RECEIVER = "0xFEe0000000000000000000000000000000000001";
const PROTOCOL = "0xfEE0000000000000000000000000000000000002";
const { sepolia } = EVM_NETWORKS;
const UNIT = 1_000_000n;
const multicallAbi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[])",
]);

/** As the node sends it. */
const RawReceipt = z.looseObject({
  blockHash: z.string(),
  logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()) })),
});

const RangeAsked = z.tuple([
  z.object({
    fromBlock: z.string().optional(),
    toBlock: z.string().optional(),
    topics: z.array(z.unknown()),
  }),
]);
const Header = z.looseObject({ logsBloom: z.string() });

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let desk: DepositDesk;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  between = await startFaultyNode(node.rpcUrl);
});
afterAll(async () => {
  await between?.close();
  await node?.stop();
});
beforeEach(async () => {
  between.behave(null);
  const startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
  ledger = await startLedger(
    node,
    { rpcUrls: [between.url], startBlock },
    { env: { PROTOCOL_FEE_BPS: "100", PROTOCOL_FEE_EVM_ADDRESS: PROTOCOL } },
  );
  desk = depositDesk(ledger, node);
});
afterEach(async () => {
  between.behave(null);
  await ledger.close();
});

/** A request of 1,000 with a platform fee of 5 % and a protocol fee of 1 %, unless told otherwise: 1,060 in all. */
const aRequest = (amount = "1000", percentage = "5") =>
  ledger.request(amount, "USDC-sepolia", {
    fee: percentage === "0" ? null : { percentage, address: FEE_RECEIVER },
  });

async function statusOf(request: RequestRow): Promise<string> {
  await ledger.watch();
  return (await ledger.reload(request)).status;
}

async function standing(request: RequestRow) {
  await ledger.watch();
  return depositStanding(ledger, request);
}

/**
 * Ledger and chain say what the table of `standing.ts` says of the same facts: the status of each request, and what is at
 * each address.
 */
async function expectStandings(): Promise<void> {
  const { db } = ledger.app.database;
  for (const row of await db.select().from(depositAddresses)) {
    const [request] = await db.select().from(requests).where(eq(requests.id, row.requestId));
    if (!request) throw new Error("no request");
    const facts = (await ledger.transfersOf(request))
      // Dust whose only unit is a fee brings the payee nothing, and arrived all the same.
      .filter(({ mismatch, arrived }) => mismatch === null || arrived !== null)
      .filter(({ state }) => ["confirmed", "final"].includes(state))
      .map(({ arrived, amount, feeAmount }): DepositFact => {
        if (arrived === null)
          return { kind: "wallet_payment", amount: amount + feeAmount, isConfirmed: true };
        return { kind: "arrival", where: "home", asset: "token", amount: arrived, isConfirmed: true };
      });
    const collected = await collectedFrom(ledger, row.address);
    const all: DepositFact[] = collected > 0n ? [...facts, { kind: "collection", amount: collected }] : facts;
    const { event, toCollect, isTransferMissing } = standingOf(all, wholeOf(row));
    expect([request.status, isTransferMissing]).toEqual([nextStatus("created", event) ?? "created", false]);
    expect(await desk.balanceOf(row.address, row.token)).toBe(toCollect);
  }
}

/** What the dashboard's list says that waits at an address, whole units; null where it is not listed. */
async function waitingAt({ address }: OfferedAddress): Promise<string | null> {
  const { groups } = await depositsToCollect(ledger.app.context(systemCaller(ledger.platformId)));
  const listed = groups.flatMap(({ deposits }) => deposits);
  return listed.find((deposit) => deposit.address.toLowerCase() === address.toLowerCase())?.amount ?? null;
}

/**
 * Collects from an address, replaces the block of the collection by an empty one, and lets the node show the collection
 * in that block, in logs and receipt alike: a reorganisation that nobody can notice. Returns the block's number.
 */
async function showGoneCollection(address: OfferedAddress): Promise<bigint> {
  const hash = await desk.collect(address);
  const receipt = RawReceipt.parse(await node.rpc("eth_getTransactionReceipt", hash));
  await node.reorg(1);
  const replaced = await node.publicClient.getBlock();
  expect(replaced.transactions).toEqual([]);
  const shown = RawReceipt.parse(
    JSON.parse(JSON.stringify(receipt).replaceAll(receipt.blockHash, replaced.hash)),
  );
  const proxy = sepolia.contracts.erc20FeeProxy.address.toLowerCase();
  between.behave(({ method, params }) => {
    const asked = JSON.stringify(params).toLowerCase();
    if (method === "eth_getTransactionReceipt" && asked.includes(hash)) return { result: shown };
    if (method !== "eth_getLogs" || !asked.includes(replaced.hash) || !asked.includes(proxy))
      return undefined;
    return { result: shown.logs.filter(({ address: contract }) => contract === proxy) };
  });
  return replaced.number;
}

/** Makes all blocks final, and has them compared with what is recorded. */
async function finalise(): Promise<void> {
  await node.mine(100);
  // What is new is read first.
  await ledger.watch();
  await ledger.watch();
}

async function expectAudited(): Promise<void> {
  await expectStandings();
  expect(await allDifferences(ledger)).toEqual([]);
}

describe("a plain transfer to the address of a request", () => {
  test("of the exact amount pays it: payee and fees as of a payment by a wallet, sender told, payer unknown", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    expect(address.amount).toBe("1060");
    const hash = await desk.send(address, 1_060n * UNIT, { from: "payer2" });
    expect(await standing(request)).toEqual({
      status: "paid",
      payee: [1000],
      fees: [50],
      leg: 10,
      events: ["payment.confirmed"],
    });
    const [row] = await ledger.transfersOf(request);
    expect(row).toMatchObject({
      type: "deposit",
      txHash: hash,
      payer: null,
      payerEoa: null,
      feeAddress: FEE_RECEIVER.toLowerCase(),
      sentFrom: node.accounts.payer2.address.toLowerCase(),
      depositAddress: address.address.toLowerCase(),
    });
    await expectAudited();
  });

  test("short, and the rest to the same address: two parts whose fees add up", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 500n * UNIT);
    expect(await standing(request)).toMatchObject({
      status: "partially_paid",
      payee: [471.698114],
      fees: [23.584905],
      leg: 4.716981,
      events: ["payment.partial"],
    });
    const again = await desk.offer(request);
    expect([again.address, again.amount]).toEqual([address.address, "560"]);
    await desk.send(again, 560n * UNIT);
    const { status, payee, fees, leg, events } = await standing(request);
    expect([status, leg, events]).toEqual(["paid", 10, ["payment.partial", "payment.confirmed"]]);
    expect([payee[0] ?? 0, payee[1] ?? 0].reduce((a, b) => a + b)).toBeCloseTo(1000, 6);
    expect([fees[0] ?? 0, fees[1] ?? 0].reduce((a, b) => a + b)).toBeCloseTo(50, 6);
    await expectAudited();
  });

  test("too much, and once more: all beyond the whole is the payee's, and named as excess", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_100n * UNIT);
    await desk.send(address, 7n * UNIT);
    expect(await standing(request)).toEqual({
      status: "paid",
      payee: [1040, 7],
      fees: [50, 0],
      leg: 10,
      events: ["payment.confirmed"],
    });
    await expectAudited();
  });

  test("beside a payment by a wallet in the same block: both count, once each", async () => {
    const request = await aRequest("1000", "0");
    const address = await desk.offer(request);
    const raw = await ledger.signPayment(request, "1000", { from: "payer2" });
    await node.rpc("evm_setAutomine", false);
    const sent = node.wallet("payer").writeContract({
      address: hex(address.tokenAddress),
      abi: erc20Abi,
      functionName: "transfer",
      args: [hex(address.address), 1_010n * UNIT],
      gas: 100_000n,
    });
    await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await sent;
    await node.mine();
    await node.rpc("evm_setAutomine", true);
    const { status, payee } = await standing(request);
    expect([status, payee.toSorted()]).toEqual(["paid", [1000, 1000]]);
    await expectAudited();
  });

  test("after a wallet has paid a part, asks for what is left and its fees", async () => {
    const request = await aRequest("1000", "0");
    await ledger.pay(request, "400");
    await ledger.watch();
    const address = await desk.offer(request);
    expect(address.amount).toBe("606");
    await desk.send(address, 606n * UNIT);
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [400, 600] });
    await expect(desk.offer(request)).rejects.toThrow("not offered: paid");
  });

  test("of another token, of nothing, or in the native coin pays nothing", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    const other = tokenById("FAU-sepolia")?.address;
    await desk.send(address, 5n * UNIT, { token: hex(other ?? "") });
    await desk.send(address, 0n);
    const value = await node.wallet("payer").sendTransaction({ to: hex(address.address), value: 10n ** 18n });
    await node.publicClient.waitForTransactionReceipt({ hash: value });
    expect(await standing(request)).toMatchObject({ status: "created", payee: [], events: [] });
  });

  test("a thousand of dust are parts, and the rest pays", async () => {
    const request = await aRequest("1", "0");
    const address = await desk.offer(request);
    for (let i = 0; i < 5; i++) {
      await inOneTransaction(
        address,
        Array.from({ length: 200 }, () => transferCall(address, 1n)),
      );
    }
    await desk.send(address, 1_010_000n - 1_000n);
    expect(await statusOf(request)).toBe("paid");
    const rows = await ledger.transfersOf(request);
    expect(rows).toHaveLength(1_001);
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(1_000_000n);
    expect(rows.reduce((sum, { arrived }) => sum + (arrived ?? 0n), 0n)).toBe(1_010_000n);
    await expectAudited();
  });
});

describe("a collection", () => {
  test("by a stranger brings payee and receivers exactly what was counted, and is not counted again", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 700n * UNIT);
    await ledger.watch();
    await desk.collect(address);
    await desk.send(address, 400n * UNIT);
    await desk.collect(address);
    const before = await standing(request);
    expect(before).toMatchObject({ status: "paid", leg: 10 });
    expect(before.payee.reduce((a, b) => a + b)).toBeCloseTo(1040, 6);
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(1_100n * UNIT);
    expect(await desk.balanceOf(address.address, address.tokenAddress)).toBe(0n);
    await expectAudited();
  });

  test("in the very transaction of the transfer is no second payment", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    const collect = collectCall(node, address);
    await inOneTransaction(address, [
      transferCall(address, 1_060n * UNIT),
      { target: collect.address, callData: encodeFunctionData(collect) },
    ]);
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000], fees: [50], leg: 10 });
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(1_060n * UNIT);
    await expectAudited();
  });

  test("that a reorganisation takes away leaves the payment, and the money waits again until it is collected", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await desk.collect(address);
    await ledger.watch();
    expect(await waitingAt(address)).toBeNull();
    await node.reorg(1);
    await node.mine(2);
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000], leg: 10 });
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(0n);
    expect(await waitingAt(address)).toBe("1060");
    await expectAudited();
    await desk.collect(address);
    await ledger.watch();
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(1_060n * UNIT);
    expect(await waitingAt(address)).toBeNull();
    await expectAudited();
  });

  test("that the final block does not have is forgotten when that is compared, and the money waits again", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await ledger.watch();
    await showGoneCollection(address);
    await ledger.watch();
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(1_060n * UNIT);
    expect(await waitingAt(address)).toBeNull();
    between.behave(null);
    // Its event, and that of the second fee.
    expect(await allDifferences(ledger)).toMatchObject([{ problem: "extra" }, { problem: "extra" }]);
    await finalise();
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(0n);
    expect(await waitingAt(address)).toBe("1060");
    await expectAudited();
    await desk.collect(address);
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000], leg: 10 });
    expect(await waitingAt(address)).toBeNull();
    await expectAudited();
  });

  test("that the final block does not have is forgotten by a rescan of it", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await ledger.watch();
    const block = await showGoneCollection(address);
    await ledger.watch();
    between.behave(null);
    expect(await waitingAt(address)).toBeNull();
    await rescan(ledger.ctx, ledger.chain, { from: block, to: block });
    expect(await waitingAt(address)).toBe("1060");
    await expectAudited();
  });

  test("that a node leaves out when its block is final is looked up by its receipt, and stays", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await desk.collect(address);
    await ledger.watch();
    between.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    await finalise();
    between.behave(null);
    expect(await ledger.transfersOf(request)).toMatchObject([{ state: "final" }]);
    expect(await collectedFrom(ledger, address.address.toLowerCase())).toBe(1_060n * UNIT);
    expect(await waitingAt(address)).toBeNull();
    await expectAudited();
  });
});

describe("a reorganisation", () => {
  test("that takes the first of two transfers away divides the other anew, and back again", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await desk.send(address, 500n * UNIT, { from: "payer2" });
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000, 500], fees: [50, 0] });
    const second = await node.publicClient.getBlock({ includeTransactions: true });
    const [transaction] = second.transactions;
    if (!transaction) throw new Error("no transfer");
    const raw = await rawOf(transaction.hash);
    await node.reorg(2, [{ raw, block: 1 }]);
    await node.mine(1);
    const { status, payee, fees, leg } = await standing(request);
    expect([status, payee, fees, leg]).toEqual(["partially_paid", [471.698114], [23.584905], 4.716981]);
    await expectAudited();
  });

  test("that takes the only transfer away opens the request again", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    expect(await statusOf(request)).toBe("paid");
    await node.reorg(1);
    await node.mine(1);
    expect(await standing(request)).toMatchObject({ status: "created", payee: [], leg: 0 });
    await expectAudited();
  });
});

describe("a node", () => {
  test("that hides a transfer until its block is final: found then, and what came later is divided anew", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    const hidden = await desk.send(address, 560n * UNIT);
    const block = (await node.publicClient.getTransactionReceipt({ hash: hidden })).blockNumber;
    await desk.send(address, 500n * UNIT);
    // The bloom filter of the header would tell: this node lies about that, too.
    between.behave(({ method }) =>
      method === "eth_getLogs"
        ? {
            edit: (logs) =>
              Array.isArray(logs) ? logs.filter((log) => BigInt(log.blockNumber) !== block) : logs,
          }
        : method === "eth_getBlockByNumber"
          ? { edit: (found) => (found && typeof found === "object" ? { ...found, logsBloom: "0x" } : found) }
          : undefined,
    );
    expect(await standing(request)).toMatchObject({ status: "partially_paid", payee: [471.698114] });
    between.behave(null);
    await node.mine(100);
    // Read on first, then compared.
    await ledger.watch();
    const { status, payee, leg } = await standing(request);
    expect([status, leg]).toEqual(["paid", 10]);
    expect(payee.reduce((a, b) => a + b)).toBeCloseTo(1000, 6);
    await expectAudited();
  });

  test("that refuses large ranges of transfers is asked for smaller ones, and for payments as before", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await desk.send(address, 1_060n * UNIT);
    await node.mine(60);
    const payments: bigint[] = [];
    between.behave(({ method, params }) => {
      const range = method === "eth_getLogs" ? RangeAsked.parse(params)[0] : null;
      if (!range?.fromBlock || !range.toBlock) return undefined;
      const blocks = BigInt(range.toBlock) - BigInt(range.fromBlock) + 1n;
      if (range.topics[0] !== TRANSFER) payments.push(blocks);
      else if (blocks > 3n) return { error: "query returned more than 10000 results" };
      return undefined;
    });
    expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000] });
    await node.mine(30);
    await ledger.watch();
    // A range ends where finality does; none is cut for the sake of transfers.
    expect(payments).toEqual([45n, 16n, 14n, 16n]);
  });

  test("that makes a transfer up is not believed", async () => {
    const request = await aRequest();
    const address = await desk.offer(request);
    await ledger.watch();
    const hash = await desk.send({ ...address, address: node.accounts.merchant.address }, 1_060n * UNIT);
    const receipt = RawReceipt.parse(await node.rpc("eth_getTransactionReceipt", hash));
    const [log] = receipt.logs;
    if (!log) throw new Error("no transfer");
    const to = `0x${address.address.slice(2).toLowerCase().padStart(64, "0")}`;
    const forged = { ...log, topics: [...log.topics.slice(0, 2), to] };
    between.behave(({ method, params }) =>
      method === "eth_getLogs" && JSON.stringify(params).includes(receipt.blockHash)
        ? { edit: (logs) => (Array.isArray(logs) ? [...logs, forged] : logs) }
        : undefined,
    );
    expect(await standing(request)).toMatchObject({ status: "created", payee: [] });
  });
});

describe("where the header of a block seems to have a transfer to an address, and the block has none,", () => {
  /** Two requests: one with an address that something came to, and one that a wallet pays in the next block. */
  async function twoRequests() {
    const [other, request] = [await aRequest(), await aRequest("1000", "0")];
    await desk.send(await desk.offer(other), 500n * UNIT);
    await ledger.watch();
    const before = await node.publicClient.getBlock();
    await ledger.pay(request, "1000");
    const { number } = await node.publicClient.getBlock();
    return { request, number, before };
  }

  /** The header of a block with these bits beside its own. */
  function showBits(number: bigint, bits: bigint): void {
    const asked = `0x${number.toString(16)}`;
    between.behave(({ method, params }) =>
      method === "eth_getBlockByNumber" && (params[0] === asked || params[0] === "latest")
        ? {
            edit: (found) => {
              const { logsBloom, ...block } = Header.parse(found);
              const bloom = (BigInt(logsBloom) | bits).toString(16).padStart(512, "0");
              return { ...block, logsBloom: `0x${bloom}` };
            },
          }
        : undefined,
    );
  }

  test("that is doubted a few times and then believed, whatever else the block has", async () => {
    const { request, number, before } = await twoRequests();
    showBits(number, BigInt(before.logsBloom ?? 0));
    let doubts = 0;
    while (doubts < 20) {
      const failure = await ledger.watch().catch((error: unknown) => error);
      if (failure === undefined) break;
      expect(String(failure)).toContain("whose bloom filter has some");
      doubts += 1;
    }
    expect(doubts).toBe(5);
    expect(await statusOf(request)).toBe("paid");
  });

  test("that is not doubted in a block with so many logs that this happens by chance", async () => {
    const { request, number, before } = await twoRequests();
    const everyEighthBit = BigInt(`0x${"01".repeat(256)}`);
    const { db } = ledger.app.database;
    const [row] = await db.select().from(depositAddresses);
    if (!row) throw new Error("no address");
    const others = Array.from({ length: 60 }, (_, i) => ({
      ...row,
      address: `0x${(i + 1).toString(16).padStart(40, "0")}`,
    }));
    await db.insert(depositAddresses).values(others);
    showBits(number, BigInt(before.logsBloom ?? 0) | everyEighthBit);
    expect(await statusOf(request)).toBe("paid");
  });
});

test("a payment that is recorded and not in its final block is taken back with its fee", async () => {
  const request = await aRequest();
  const address = await desk.offer(request);
  await desk.send(address, 530n * UNIT);
  await ledger.watch();
  const { db } = ledger.app.database;
  const [real] = await ledger.transfersOf(request);
  const [leg] = await db.select().from(feeLegs).where(eq(feeLegs.requestId, request.id));
  if (!real || !leg) throw new Error("nothing was recorded");
  const lost = { txHash: `0x${"ab".repeat(32)}`, position: -3 };
  await inTransaction(ledger.ctx, async (tx) => {
    await tx.db.insert(transfers).values({ ...real, ...lost, id: "lost", logIndex: 9 });
    const { network, blockNumber } = real;
    await tx.db
      .insert(feeTransfers)
      .values({ ...lost, network, blockNumber, topic1: leg.topic1, amount: 2n * UNIT });
    await sumFeeLegs(tx, [leg.topic1]);
  });
  expect((await standing(request)).leg).toBe(7);
  await node.mine(100);
  // Read on first, then compared.
  await ledger.watch();
  expect(await standing(request)).toMatchObject({ payee: [500], leg: 5 });
  await expectAudited();
});

test("a transfer behind more events than a position can name is left alone, and the others of its block count", async () => {
  const request = await aRequest();
  const address = await desk.offer(request);
  const log = {
    txHash: hex(`0x${"cd".repeat(32)}`),
    blockNumber: 1n,
    blockHash: hex(`0x${"ef".repeat(32)}`),
    logIndex: 40_000,
    token: hex(address.tokenAddress.toLowerCase()),
    from: hex(node.accounts.payer.address.toLowerCase()),
    to: hex(address.address.toLowerCase()),
    amount: 1_060n * UNIT,
  };
  const blockTime = ledger.app.now();
  const { seen } = await shareArrivals(ledger.app.database.db, "sepolia", [
    { log, ordinal: 32_768, blockTime },
    { log: { ...log, logIndex: 50_000 }, ordinal: 32_767, blockTime },
  ]);
  expect(seen.map(({ log: { position, amount } }) => [position, amount])).toEqual([[-32_768, 1_000n * UNIT]]);
});

test("with more addresses than a node takes in one question, all transfers of the token are read, and ours found", async () => {
  const request = await aRequest();
  const address = await desk.offer(request);
  const { db } = ledger.app.database;
  const [row] = await db.select().from(depositAddresses);
  if (!row) throw new Error("no address");
  const others = Array.from({ length: 1_200 }, (_, i) => ({
    ...row,
    address: `0x${(i + 1).toString(16).padStart(40, "0")}`,
  }));
  await db.insert(depositAddresses).values(others);
  await desk.send(address, 1_060n * UNIT);
  await desk.send({ ...address, address: node.accounts.merchant.address }, 5n);
  expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000] });
});

test("an address whose time is over is not watched; a rescan finds what came", async () => {
  const request = await aRequest();
  const address = await desk.offer(request);
  const { db } = ledger.app.database;
  await db.update(depositAddresses).set({ watchedUntil: new Date(0) });
  await desk.send(address, 1_060n * UNIT);
  expect(await statusOf(request)).toBe("created");
  const to = await node.publicClient.getBlockNumber();
  await rescan(ledger.ctx, ledger.chain, { from: to, to });
  expect(await standing(request)).toMatchObject({ status: "paid", payee: [1000], leg: 10 });
  await expectAudited();
});

interface Inner {
  target: Hex;
  callData: Hex;
}

/** Moves base units from the payer to a deposit address, for a contract that the payer allows. */
function transferCall({ address, tokenAddress }: OfferedAddress, units: bigint): Inner {
  const callData = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transferFrom",
    args: [node.accounts.payer.address, hex(address), units],
  });
  return { target: hex(tokenAddress), callData };
}

/** Makes these calls through Multicall3, which may move the payer's tokens. */
async function inOneTransaction({ tokenAddress }: OfferedAddress, inner: readonly Inner[]): Promise<void> {
  const { multicall3 } = sepolia.contracts;
  if (!multicall3) throw new Error("no multicall");
  const wallet = node.wallet("payer");
  const approval = {
    address: hex(tokenAddress),
    abi: erc20Abi,
    functionName: "approve",
    args: [multicall3.address, 2n ** 200n],
  } as const;
  await node.publicClient.waitForTransactionReceipt({ hash: await wallet.writeContract(approval) });
  const hash = await wallet.writeContract({
    address: multicall3.address,
    abi: multicallAbi,
    functionName: "aggregate3",
    args: [inner.map((call) => ({ ...call, allowFailure: false }))],
  });
  const { status } = await node.publicClient.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
}

/** The signed bytes of a mined transaction. */
async function rawOf(hash: Hex): Promise<Hex> {
  const raw = await node.rpc("eth_getRawTransactionByHash", hash);
  if (typeof raw !== "string") throw new Error("no raw transaction");
  return hex(raw);
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
