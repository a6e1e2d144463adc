import { and, asc, count, eq } from "drizzle-orm";
import { type Hex, keccak256, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainCursors, feeLegs, transfers, watcherParts, webhookEvents } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import { partOfReference } from "@/server/payments/watching/parts";
import { draftRequest, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { auditSettlements } from "@/server/requests/settling/audit";
import { payMany } from "@/server/testing/data/many-payments";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { type LedgerOptions, startLedger, type TestLedger } from "@/server/testing/ledger";
import { planResume, resume } from "@/server/worker/repairs/resume";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";
import { workAhead } from "@/server/worker/transfers/work-ahead";

/** Each is paid by so many payments, twenty to a transaction, with empty blocks between. */
const REQUESTS = 10;
const EACH = 4;
const GAP = 9;

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let asked: RequestRow[];
let startBlock: number;

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
  startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
  ledger = await openedLedger(2);
  asked = await Promise.all(Array.from({ length: REQUESTS }, () => ledger.request(String(EACH))));
  return () => ledger.close();
});

const openedLedger = (parts: number, options: LedgerOptions = {}) =>
  startLedger(
    node,
    { rpcUrls: [between.url], startBlock },
    { ...options, env: { RPC_URL_SEPOLIA: between.url, WATCHER_PARTS_SEPOLIA: String(parts) } },
  );

/** Another process on the same database, with another setting. */
const another = (parts: number) =>
  openedLedger(parts, { databaseUrl: ledger.app.config.databaseUrl, platformId: ledger.platformId });

const hexOf = (text: string): Hex => `0x${text.slice(2)}`;
const paymentOf = ({ paymentReference }: RequestRow) => ({
  recipient: node.accounts.recipient.address,
  amount: 1_000_000n,
  reference: hexOf(paymentReference),
});

/** Every request is paid in parts, one after another, and all of it is final. */
async function payAll(): Promise<void> {
  for (let i = 0; i < EACH; i++) await payMany(node, asked.map(paymentOf), GAP);
  await node.mine(100);
}

const watch = (of = ledger, owner = "watcher", memory = newWatcherMemory(), chain = of.chain) =>
  watchTransfers(of.ctx, chain, owner, memory);
const ahead = (owner: string, of = ledger) => workAhead(of.ctx, of.chain, owner);

/** The first pass makes the cursor, and the second one splits the network. */
async function split(of = ledger): Promise<void> {
  await of.app.database.db.insert(chainCursors).values({
    network: "sepolia",
    startBlock: BigInt(startBlock),
    nextBlock: BigInt(startBlock),
    finalizedBlock: BigInt(startBlock) - 1n,
    headBlock: BigInt(startBlock),
  });
  expect(await watch(of)).toBe("idle");
}

/** Lets the watcher alone go on to the newest block, whatever the parts are. */
async function watchToEnd(of = ledger, owner = "watcher"): Promise<void> {
  const memory = newWatcherMemory();
  const head = await node.publicClient.getBlockNumber();
  for (let i = 0; i < 50; i++) {
    await watch(of, owner, memory);
    memory.claimedAt = 0;
    if ((await cursor()).nextBlock > head) return;
  }
  throw new Error("the watcher does not come to the newest block");
}

async function cursor() {
  const [row] = await ledger.app.database.db.select().from(chainCursors);
  if (!row) throw new Error("no cursor");
  return row;
}

const parts = () => ledger.app.database.db.select().from(watcherParts).orderBy(asc(watcherParts.part));
const endLeases = () =>
  ledger.app.database.sql`update watcher_parts set lease_until = now() - interval '1 second'`;
const states = () =>
  ledger.app.database.db
    .select({ state: transfers.state, count: count() })
    .from(transfers)
    .groupBy(transfers.state);

/** How often receipts were asked for while `work` ran. */
async function receiptsAskedBy(work: () => Promise<unknown>): Promise<number> {
  let receipts = 0;
  between.behave(({ method }) => {
    if (method.includes("Receipt")) receipts += 1;
    return undefined;
  });
  await work();
  between.behave(null);
  return receipts;
}

async function expectAllPaidOnce(requests = asked): Promise<void> {
  const { db } = ledger.app.database;
  for (const request of requests) {
    expect((await ledger.reload(request)).status).toBe("paid");
    expect(await ledger.events(request)).toEqual([
      ...Array.from({ length: EACH - 1 }, () => "payment.partial"),
      "payment.confirmed",
    ]);
    const totals = (await ledger.bodies(request)).map(({ totalAmountPaid }) => totalAmountPaid);
    expect(totals).toEqual(Array.from({ length: EACH }, (_, i) => String(i + 1)));
  }
  const rows = await db
    .select({ sequence: webhookEvents.sequence })
    .from(webhookEvents)
    .orderBy(asc(webhookEvents.sequence));
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, i) => i + 1));
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect(await auditSums(ledger.ctx)).toEqual([]);
}

test("two workers record a part each before the watcher comes there, which then asks for no receipt", async () => {
  await payAll();
  await split();
  const { nextBlock } = await cursor();
  await ahead("one");
  const [first, second] = await parts();
  expect(first).toMatchObject({ part: 0, leaseOwner: "one" });
  expect(first?.nextBlock).toBeGreaterThan(nextBlock);
  expect(second).toMatchObject({ part: 1, leaseOwner: null });
  const own = asked.filter(({ topic1 }) => partOfReference(topic1, 2) === 0).length;
  expect(own).toBeGreaterThan(0);
  expect(await states()).toEqual([{ state: "final", count: own * EACH }]);

  await ahead("two");
  expect(await states()).toEqual([{ state: "final", count: REQUESTS * EACH }]);
  expect((await cursor()).nextBlock).toBe(nextBlock);
  // Nothing final is left: both give their parts back.
  expect([await ahead("one"), await ahead("two")]).toEqual(["idle", "idle"]);
  expect((await parts()).map(({ leaseOwner }) => leaseOwner)).toEqual([null, null]);

  expect(await receiptsAskedBy(() => watchToEnd())).toBe(0);
  await expectAllPaidOnce();
});

test("the watcher stays behind a part that a worker records, and does the one that nobody records", async () => {
  await payAll();
  await split();
  const memory = newWatcherMemory();
  memory.hasCalledParts = true;
  await ledger.app.database.sql`
    update watcher_parts set lease_owner = 'slow', lease_until = now() + interval '1 hour' where part = 0`;
  const { nextBlock } = await cursor();
  expect(await watch(ledger, "watcher", memory)).toBe("idle");
  expect((await cursor()).nextBlock).toBe(nextBlock);

  await ledger.app.database.sql`update watcher_parts set next_block = next_block + 15 where part = 0`;
  expect(await watch(ledger, "watcher", memory)).toBe("more");
  expect((await cursor()).nextBlock).toBe(nextBlock + 15n);

  // It has committed nothing for too long.
  await endLeases();
  await watchToEnd();
  await expectAllPaidOnce();
});

test("a worker that lost its part while it asked the node writes nothing of it", async () => {
  await payAll();
  await split();
  let taken: Promise<unknown> | undefined;
  between.behave(({ method }) => {
    if (!method.includes("Receipt") || taken) return undefined;
    taken = endLeases().then(() => ahead("other"));
    return { after: taken };
  });
  expect(await ahead("slow")).toBe("more");
  await taken;
  const [first] = await parts();
  expect(first?.leaseOwner).toBe("other");
  await watchToEnd();
  await expectAllPaidOnce();
});

test("a worker whose blocks the watcher has passed meanwhile writes nothing of them", async () => {
  await payAll();
  await split();
  let passed: Promise<unknown> | undefined;
  between.behave(({ method }) => {
    if (!method.includes("Receipt") || passed) return undefined;
    passed = endLeases().then(() => watchToEnd());
    return { after: passed };
  });
  expect(await ahead("slow")).toBe("more");
  await passed;
  expect((await parts())[0]).toMatchObject({ leaseOwner: null });
  await expectAllPaidOnce();
});

test("a node that fails in the middle of a part: the watcher and others go on, and nothing is doubled", async () => {
  await payAll();
  await split();
  const later = new Set(
    (await ledger.chain.logsOfRange(BigInt(startBlock), await node.publicClient.getBlockNumber()))
      .slice(REQUESTS * 2)
      .map(({ txHash }) => txHash.toString()),
  );
  between.behave(({ method, params }) =>
    method === "eth_getTransactionReceipt" && later.has(String(params[0])) ? { error: "busy" } : undefined,
  );
  await expect(ahead("one")).rejects.toThrow("eth_getTransactionReceipt failed");
  between.behave(null);
  await endLeases();
  await ahead("two");
  await watchToEnd();
  await expectAllPaidOnce();
});

test("a split that changes in the middle of a catch-up loses nothing and counts nothing twice", async () => {
  await payAll();
  await split();
  const three = await another(3);
  const one = await another(1);
  let changed: Promise<unknown> | undefined;
  between.behave(({ method }) => {
    if (!method.includes("Receipt") || changed) return undefined;
    // A worker with another setting has the network while this one asks the node about its part.
    changed = ledger.app.database.sql`update chain_cursors set lease_until = now()`.then(() =>
      watch(three, "with three"),
    );
    return { after: changed };
  });
  expect(await ahead("of two")).toBe("more");
  await changed;
  expect((await parts()).map(({ parts, leaseOwner }) => [parts, leaseOwner])).toEqual([
    [3, null],
    [3, null],
    [3, null],
  ]);
  expect(await states()).toEqual([]);
  await ahead("of three", three);
  await ahead("again of three", three);
  // What they have recorded stands ahead of the cursor, and the next watcher knows of no parts.
  await ledger.app.database.sql`update chain_cursors set lease_until = now()`;
  await watch(one, "with one");
  expect(await parts()).toMatchObject([{ part: 0, parts: 1, leaseOwner: null }]);
  expect(await ahead("too late", three)).toBe("idle");
  await watchToEnd(one, "with one");
  // It falls behind once more, and what was recorded ahead is long behind it then.
  await node.mine(300);
  await watchToEnd(one, "with one");
  expect(await parts()).toEqual([]);
  await expectAllPaidOnce();
  await one.close();
  await three.close();
});

test("a network that falls behind while it is watched is shared once what was read is compared", async () => {
  await watchToEnd();
  await payAll();
  await node.mine(200);
  const memory = newWatcherMemory();
  const isSplit = async () => (await parts()).length === 2;
  for (let i = 0; i < 5 && !(await isSplit()); i++) await watch(ledger, "watcher", memory);
  expect(await isSplit()).toBe(true);
  expect(await states()).toEqual([]);
  await ahead("one");
  await ahead("two");
  expect(await states()).toEqual([{ state: "final", count: REQUESTS * EACH }]);
  await endLeases();
  expect(await receiptsAskedBy(() => watchToEnd())).toBe(0);
  await expectAllPaidOnce();
});

test("a request that is stored after a part has passed its payment is found by the watcher", async () => {
  const token = tokenById("USDC-sepolia");
  if (!token) throw new Error("no token");
  const caller = systemCaller(ledger.platformId);
  const context = { caller, config: ledger.app.config, now: ledger.app.now };
  const { row, ...draft } = draftRequest(context, {
    kind: "request",
    token,
    payee: node.accounts.recipient.address,
    payer: null,
    amount: 4_000_000n,
  });
  asked.push(row);
  await payAll();
  await split();
  await ahead("one");
  await ahead("two");
  await inTransaction(ledger.ctx, (tx) => insertRequests(tx, [{ row, ...draft }]));
  expect(await ledger.transfersOf(row)).toEqual([]);
  await watchToEnd();
  await expectAllPaidOnce();
});

test("the fee beside a payment is in its event, whatever part its own reference would be in", async () => {
  const references: Hex[] = [];
  for (const [i, request] of asked.entries()) {
    const reference = toHex(0xfee0_0000 + i, { size: 8 });
    const topic1 = keccak256(reference);
    references.push(reference);
    await ledger.app.database.db.insert(feeLegs).values({
      topic1,
      requestId: request.id,
      paymentReference: reference,
      type: "platform",
      address: node.accounts.merchant.address,
      percentage: "1",
    });
  }
  const isElsewhere = ({ topic1 }: RequestRow, i: number) =>
    partOfReference(topic1, 2) !== partOfReference(keccak256(references[i] ?? "0x"), 2);
  expect(asked.some(isElsewhere)).toBe(true);
  expect(asked.every(isElsewhere)).toBe(false);
  for (const [i, request] of asked.entries()) {
    const fee = {
      recipient: node.accounts.merchant.address,
      amount: 10_000n,
      reference: references[i] ?? "0x",
    };
    await payMany(node, [{ ...paymentOf(request), amount: 4_000_000n }, fee]);
  }
  await node.mine(100);
  await split();
  await ahead("one");
  await ahead("two");
  expect(await states()).toEqual([{ state: "final", count: REQUESTS }]);
  expect(await receiptsAskedBy(() => watchToEnd())).toBe(0);
  for (const request of asked) {
    expect((await ledger.onlyBody(request)).fees).toMatchObject([{ type: "platform", amount: "0.01" }]);
  }
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
});

test("a request with a deposit address is left to the watcher", async () => {
  const [request] = asked;
  if (!request) throw new Error("no request");
  await ledger.app.database.sql`
    insert into deposit_addresses (network, address, request_id, payee, token, fee_proxy, payment_reference, amount,
      fee_amount, leg_amount, created_at, watched_until)
    values ('sepolia', decode(repeat('01', 20), 'hex'), ${request.id}, decode(repeat('02', 20), 'hex'),
      decode(repeat('03', 20), 'hex'), decode(repeat('04', 20), 'hex'), decode(repeat('05', 8), 'hex'), 1, 0, 0, now(), now())`;
  await payAll();
  await split();
  await ahead("one");
  await ahead("two");
  expect(await ledger.transfersOf(request)).toEqual([]);
  const [others] = await ledger.app.database.db
    .select({ count: count() })
    .from(transfers)
    .where(and(eq(transfers.network, "sepolia"), eq(transfers.state, "final")));
  expect(others?.count).toBe((REQUESTS - 1) * EACH);
  await watchToEnd();
  await expectAllPaidOnce();
});

describe("on a chain of its own, which loses many blocks:", () => {
  beforeEach(async () => {
    const [shared, front] = [node, between];
    node = await startTestChain({ network: "sepolia" });
    between = await startFaultyNode(node.rpcUrl);
    await ledger.close();
    startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
    ledger = await openedLedger(2);
    asked = [await ledger.request(String(EACH))];
    return async () => {
      await between.close();
      await node.stop();
      [node, between] = [shared, front];
    };
  });

  test("what a part recorded of blocks that the chain replaces is taken back when the watcher comes there", async () => {
    const [lost] = asked;
    if (!lost) throw new Error("no request");
    await node.mine(20);
    await ledger.pay(lost, String(EACH));
    await node.mine(100);
    await split();
    await ahead("one");
    await ahead("two");
    expect((await ledger.reload(lost)).status).toBe("paid");
    await node.reorg(110);
    await node.mine(10);
    await endLeases();
    await watchToEnd();
    // Its block was final for the parts, and is replaced by one that is final for the watcher: it is lost for good.
    expect(await ledger.transfersOf(lost)).toMatchObject([{ state: "dropped" }]);
    expect(await ledger.events(lost)).toEqual(["payment.confirmed", "payment.failed"]);
    expect((await ledger.reload(lost)).status).toBe("created");
    expect(await auditSums(ledger.ctx)).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });

  test("a reorganisation above the cursor takes back what was recorded ahead of it, and refuses what is being recorded", async () => {
    const [lost] = asked;
    if (!lost) throw new Error("no request");
    await node.mine(20);
    await ledger.pay(lost, String(EACH));
    await node.mine(100);
    await split();
    // The node of the watcher calls less final: it reads blocks that can be replaced, where parts have recorded.
    const cautious: ChainAdapter = new Proxy(ledger.chain, {
      get: (target, key) => {
        if (key === "head") {
          return async () => ({ ...(await target.head()), finalized: BigInt(startBlock) + 2n });
        }
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const memory = newWatcherMemory();
    await ahead("one");
    await ahead("two");
    expect((await ledger.reload(lost)).status).toBe("paid");
    for (let i = 0; i < 4; i++) await watch(ledger, "watcher", memory, cautious);
    expect((await cursor()).finalizedBlock).toBe(BigInt(startBlock) + 2n);
    await node.reorg(110);
    for (let i = 0; i < 4; i++) await watch(ledger, "watcher", memory, cautious);
    expect(await ledger.transfersOf(lost)).toMatchObject([{ state: "orphaned" }]);
    expect((await ledger.reload(lost)).status).toBe("created");
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });

  test("a network that halted and is resumed by an operator reads again what was recorded ahead", async () => {
    const [lost] = asked;
    if (!lost) throw new Error("no request");
    await node.mine(10);
    const depth = async (from: bigint) => Number((await node.publicClient.getBlockNumber()) - from);
    const bottom = await node.publicClient.getBlockNumber();
    await node.mine(40);
    await ledger.pay(lost, String(EACH));
    await node.mine(100);
    await split();
    const memory = newWatcherMemory();
    memory.hasCalledParts = true;
    await ledger.app.database.sql`
    update watcher_parts set lease_owner = 'held', lease_until = now() + interval '1 hour', next_block = next_block + 30`;
    expect(await watch(ledger, "watcher", memory)).toBe("more");
    await endLeases();
    await ahead("one");
    await ahead("two");
    expect((await ledger.reload(lost)).status).toBe("paid");
    await node.reorg(await depth(bottom));
    await node.mine(20);
    await watch(ledger, "watcher", memory);
    expect((await cursor()).haltedReason).not.toBeNull();
    // Nobody works ahead of a network that stands still.
    expect(await ahead("one")).toBe("idle");
    const plan = await planResume(ledger.ctx, ledger.chain, { from: BigInt(startBlock) });
    if (!plan) throw new Error("not halted");
    await resume(ledger.ctx, ledger.chain, plan);
    expect((await ledger.reload(lost)).status).toBe("created");
    await watchToEnd();
    expect(await ledger.transfersOf(lost)).toMatchObject([{ state: "orphaned" }]);
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });
});
