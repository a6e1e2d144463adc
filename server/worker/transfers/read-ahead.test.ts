import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainCursors } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { auditChain } from "@/server/payments/audit";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import type { RequestRow } from "@/server/requests/draft";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { newWatcherMemory, type WatcherMemory } from "@/server/worker/transfers/memory";
import { readAhead, takeAhead } from "@/server/worker/transfers/read-ahead";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

/** Blocks of a range: fewer than a watcher reads at once, because a chain has to be made of them. */
const RANGE = 20n;
/** So many newest blocks can be replaced. */
const NOT_FINAL = 64;

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let memory: WatcherMemory;
let first: RequestRow;
let second: RequestRow;
let start: bigint;

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
  memory = newWatcherMemory();
  start = (await node.publicClient.getBlockNumber()) + 1n;
  ledger = await startLedger(node, { rpcUrls: [between.url], startBlock: Number(start) });
  [first, second] = [await ledger.request("10"), await ledger.request("20")];
  return () => ledger.close();
});

/** One request is paid in the first range of final blocks, the other one in the second. */
async function payBoth(): Promise<void> {
  await ledger.pay(first, "10");
  await node.mine(Number(RANGE));
  await ledger.pay(second, "20");
  await node.mine(2 * Number(RANGE) + NOT_FINAL);
}

const pass = () => watchTransfers(ledger.ctx, ledger.chain, "worker-1", memory, { rangeBlocks: RANGE });
const passAll = async () => {
  while ((await pass()) === "more");
};

/** Notes the first block of each range of which payments are asked. */
function noteRanges(): bigint[] {
  const ranges: bigint[] = [];
  between.behave(({ method, params }) => {
    const from = method === "eth_getLogs" ? fromBlock(params[0]) : undefined;
    if (from !== undefined) ranges.push(from);
    return undefined;
  });
  return ranges;
}

function fromBlock(filter: unknown): bigint | undefined {
  const isRange = typeof filter === "object" && filter !== null && "fromBlock" in filter;
  return isRange ? BigInt(String(filter.fromBlock)) : undefined;
}

async function expectBothPaidOnce(): Promise<void> {
  for (const request of [first, second]) {
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    expect(await ledger.transfersOf(request)).toHaveLength(1);
  }
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
}

test("the node is asked for the next final blocks before those before them are committed", async () => {
  await payBoth();
  let isAsked = () => {};
  const asked = new Promise<void>((done) => {
    isAsked = done;
  });
  between.behave(({ method, params }) => {
    if (method === "eth_getLogs" && fromBlock(params[0]) === start + RANGE) isAsked();
    // Without its receipt the first payment is not committed.
    return method === "eth_getTransactionReceipt" ? { after: asked } : undefined;
  });
  await pass();
  expect((await ledger.reload(first)).status).toBe("paid");
  await passAll();
  await expectBothPaidOnce();
});

test("each final block is asked for once", async () => {
  await payBoth();
  const ranges = noteRanges();
  await passAll();
  expect(new Set(ranges).size).toBe(ranges.length);
  await expectBothPaidOnce();
});

test("blocks that can still be replaced are not read ahead", async () => {
  await payBoth();
  const head = await ledger.chain.head();
  expect(head.finalized).toBeLessThan(head.latest.number);
  const watch = NO_ADDRESSES;
  expect(readAhead(ledger.chain, head, { from: head.finalized + 1n, watch })).toBeNull();
  const ahead = readAhead(ledger.chain, head, { from: head.finalized - 5n, watch });
  expect((await ahead?.piece)?.to).toBe(head.finalized);
});

test("what could not be read ahead is read by the next pass", async () => {
  await payBoth();
  let refused = 0;
  between.behave(({ method, params }) => {
    if (method !== "eth_getLogs" || fromBlock(params[0]) === start || refused > 0) return undefined;
    refused += 1;
    return { error: "too many requests" };
  });
  await passAll();
  expect(refused).toBe(1);
  await expectBothPaidOnce();
});

describe("what was read ahead is left aside", () => {
  test("when the chain took it back before it was recorded", async () => {
    await ledger.pay(first, "10");
    await node.mine(Number(RANGE));
    const before = await node.snapshot();
    await ledger.pay(second, "20");
    await node.mine(2 * Number(RANGE) + NOT_FINAL);
    await pass();
    expect((await memory.ahead?.piece)?.payments).toHaveLength(1);
    await node.revert(before);
    await node.mine(2 * Number(RANGE) + NOT_FINAL + 1);
    await expect(pass()).rejects.toThrow("does not have the receipt");
    await passAll();
    expect((await ledger.reload(first)).status).toBe("paid");
    expect(await ledger.transfersOf(second)).toEqual([]);
    expect(await ledger.events(second)).toEqual([]);
  });

  test("when somebody else moved the cursor", async () => {
    await payBoth();
    await pass();
    const { db } = ledger.app.database;
    await db
      .update(chainCursors)
      .set({ nextBlock: start, finalizedBlock: start - 1n })
      .where(eq(chainCursors.network, "sepolia"));
    await passAll();
    await expectBothPaidOnce();
  });

  test("when an address was given out since, when a part ends before it, and after it was taken once", async () => {
    await payBoth();
    const head = await ledger.chain.head();
    const watch = { tokens: new Set<string>(), addresses: new Set<string>() };
    const wanted = { from: start, watch, rangeBlocks: RANGE };
    const read = () => {
      memory.ahead = readAhead(ledger.chain, head, wanted);
    };
    read();
    expect((await takeAhead(memory, wanted))?.to).toBe(start + RANGE - 1n);
    expect(await takeAhead(memory, wanted)).toBeNull();
    read();
    expect(await takeAhead(memory, { ...wanted, upTo: start + 5n })).toBeNull();
    read();
    expect(await takeAhead(memory, { ...wanted, from: start + 1n })).toBeNull();
    read();
    watch.addresses.add("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
    expect(await takeAhead(memory, wanted)).toBeNull();
    read();
    expect(await takeAhead(memory, { ...wanted, watch: { ...watch } })).toBeNull();
  });
});
