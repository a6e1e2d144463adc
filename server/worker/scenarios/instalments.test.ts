import { eq, inArray } from "drizzle-orm";
import { encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { platforms, recurringInstalments, recurringPayments, requests } from "@/db/schema";
import { startFaultyNode } from "@/local/evm-node/faulty-node";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction, type Tx } from "@/server/context";
import { searchPayments } from "@/server/payments/searching/search";
import { auditSchedules } from "@/server/recurring-payouts/audit";
import { endCancelledByPayer, endExpired } from "@/server/recurring-payouts/ending/end";
import { type DueInstalment, dueInstalments } from "@/server/recurring-payouts/instalments/due-instalments";
import { failInstalment } from "@/server/recurring-payouts/instalments/fail";
import {
  noteTransaction,
  releaseInstalments,
  type Submission,
  submitInstalments,
} from "@/server/recurring-payouts/instalments/submit";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { cancelCall } from "@/server/recurring-payouts/signing/contract";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import type { RequestRow } from "@/server/requests/draft";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { aSchedule, instalmentCall, storedAttempts } from "@/server/testing/schedules";
import { watchSchedules } from "@/server/worker/instalments/watch-schedules";

const network = "sepolia";
const DAY = 86_400;
/** Holds the relayer role on local chains. */
const RELAYER = 0;

let chain: TestChain;
let ledger: TestLedger;

beforeAll(async () => {
  chain = await startTestChain({ network });
  ledger = await startLedger(chain);
  await approve(1_000_000n);
});
afterAll(async () => {
  await ledger?.close();
  await chain?.stop();
});

const contract = () => EVM_NETWORKS[network].contracts.recurring?.address ?? "0x";
const usdc = async () => bytes((await aRow()).token);
let anyRow: ScheduleRow | undefined;
async function aRow(): Promise<ScheduleRow> {
  anyRow ??= await aSchedule(ledger.app, chain, { platformId: ledger.platformId, status: "pending" });
  return anyRow;
}

async function approve(amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [contract(), amount] });
  const hash = await chain.wallet("payer").sendTransaction({ to: await usdc(), data });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ledger.ctx, work);
const schedule = (permit: Parameters<typeof aSchedule>[2]["permit"] = {}) =>
  aSchedule(ledger.app, chain, { platformId: ledger.platformId, permit });

async function chainTime(): Promise<Date> {
  const { timestamp } = await chain.publicClient.getBlock();
  return new Date(Number(timestamp) * 1_000);
}

async function pass(seconds: number): Promise<void> {
  await chain.rpc("evm_increaseTime", seconds);
  await chain.mine();
}

async function due(of: ScheduleRow, perSchedule = 1): Promise<DueInstalment[]> {
  const at = await chainTime();
  const all = await dueInstalments(ledger.ctx, {
    network,
    at,
    contract: contract(),
    limit: 100,
    perSchedule,
  });
  return all.filter(({ scheduleId }) => scheduleId === of.id);
}

async function submit(wanted: readonly DueInstalment[]): Promise<Submission[]> {
  const at = await chainTime();
  return inTx((tx) => submitInstalments(tx, { network, at }, wanted));
}

async function trigger(instalment: DueInstalment): Promise<Hex> {
  const hash = await chain.wallet(RELAYER).writeContract(instalmentCall(instalment));
  const receipt = await chain.publicClient.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error("instalment reverted");
  return hash;
}

/** Submits, sends and watches what is due of a schedule. */
async function payNext(of: ScheduleRow): Promise<Hex> {
  const [next] = await due(of);
  if (!next) throw new Error("nothing is due");
  const submissions = await submit([next]);
  const hash = await trigger(next);
  await inTx((tx) => noteTransaction(tx, submissions, hash));
  await ledger.watch();
  return hash;
}

async function reload({ id }: ScheduleRow): Promise<ScheduleRow> {
  const [row] = await ledger.app.database.db
    .select()
    .from(recurringPayments)
    .where(eq(recurringPayments.id, id));
  if (!row) throw new Error("schedule is gone");
  return row;
}

const attemptsOf = (schedule: ScheduleRow) => storedAttempts(ledger.app, schedule);

async function requestOf({ id }: ScheduleRow, index: number): Promise<RequestRow> {
  const rows = await ledger.app.database.db
    .select({ request: requests, index: recurringInstalments.index })
    .from(recurringInstalments)
    .innerJoin(requests, eq(requests.id, recurringInstalments.requestId))
    .where(eq(recurringInstalments.recurringPaymentId, id));
  const row = rows.find((one) => one.index === index);
  if (!row) throw new Error(`instalment ${index} is not open`);
  return row.request;
}

test("schedules that were signed for a contract of before hide none that can be executed", async () => {
  const former = await schedule();
  const own = await schedule();
  const { db } = ledger.app.database;
  const changed = { contract: `0x${"66".repeat(20)}`, nextAttemptAt: new Date(0) };
  await db.update(recurringPayments).set(changed).where(eq(recurringPayments.id, former.id));
  const query = { network, at: await chainTime(), contract: contract(), limit: 1 } as const;
  expect((await dueInstalments(ledger.ctx, query)).map(({ scheduleId }) => scheduleId)).toEqual([own.id]);
  await db.delete(recurringPayments).where(inArray(recurringPayments.id, [former.id, own.id]));
});

describe("a schedule of three", () => {
  let own: ScheduleRow;

  test("has its first instalment due at its first second and no earlier", async () => {
    own = await schedule({ firstExec: Number((await chainTime()).getTime() / 1_000) + DAY });
    expect(await due(own)).toEqual([]);
    await pass(DAY - 10);
    expect(await due(own)).toEqual([]);
    await pass(10);
    expect((await due(own)).map(({ index }) => index)).toEqual([1]);
  });

  test("is claimed by one of two workers", async () => {
    const wanted = await due(own);
    const claims = await Promise.all([submit(wanted), submit(wanted)]);
    expect(claims.flat()).toHaveLength(1);
    expect(await due(own)).toEqual([]);
    expect(await submit(wanted)).toEqual([]);
    const [submission] = claims.flat();
    if (!submission) throw new Error("nobody claimed it");
    await inTx((tx) => releaseInstalments(tx, [submission]));
    expect((await due(own)).map(({ index }) => index)).toEqual([1]);
  });

  test("moves on with each payment of the contract, which is announced as an instalment", async () => {
    const hash = await payNext(own);
    expect(await reload(own)).toMatchObject({ status: "active", processed: 1 });
    expect((await reload(own)).nextAttemptAt).toEqual(new Date((own.firstExec + DAY) * 1_000));
    const request = await requestOf(own, 1);
    expect(await ledger.reload(request)).toMatchObject({ status: "paid", kind: "payout" });
    const [event] = await ledger.bodies(request);
    expect(event).toMatchObject({
      event: "payment.confirmed",
      recurringPayment: { id: own.id },
      payerAddress: chain.accounts.payer.address,
      txHash: hash,
    });
    const [transfer] = await ledger.transfersOf(request);
    expect(transfer).toMatchObject({ type: "recurring", amount: 1n });
    const ctx = { ...ledger.ctx, caller: { ...ledger.ctx.caller, platformId: ledger.platformId } };
    const { payments } = await searchPayments(ctx, { txHash: hash });
    expect(payments).toMatchObject([{ type: "recurring", recurringPaymentId: own.id }]);
    expect(await due(own)).toEqual([]);
  });

  test("catches up in order when it is behind, and completes", async () => {
    await pass(2 * DAY);
    const both = await due(own, 5);
    expect(both.map(({ index }) => index)).toEqual([2, 3]);
    expect(await submit([...both].reverse())).toHaveLength(2);
    for (const one of both) await trigger(one);
    await ledger.watch();
    expect(await reload(own)).toMatchObject({ status: "completed", processed: 3, nextAttemptAt: null });
    expect(await attemptsOf(own)).toMatchObject([
      { index: 1, number: 1, outcome: "dropped" },
      { index: 1, number: 2, outcome: "processed" },
      { index: 2, number: 1, outcome: "processed" },
      { index: 3, number: 1, outcome: "processed" },
    ]);
    expect(await due(own)).toEqual([]);
  });
});

describe("what does not move a schedule", () => {
  test("an index that is not the next one, or not due", async () => {
    const own = await schedule();
    const [first] = await due(own);
    if (!first) throw new Error("nothing is due");
    expect(await submit([{ ...first, index: 2 }])).toEqual([]);
    expect(await submit([first, { ...first, index: 2 }])).toHaveLength(1);
  });

  test("somebody who pays the reference of an instalment past the contract", async () => {
    const own = await schedule();
    await submit(await due(own));
    const request = await requestOf(own, 1);
    await ledger.pay(request, "0.000001", { from: "payer2" });
    await ledger.watch();
    expect(await ledger.reload(request)).toMatchObject({ status: "paid" });
    expect(await reload(own)).toMatchObject({ status: "active", processed: 0 });
  });

  test("a disabled account", async () => {
    const own = await schedule();
    const { db } = ledger.app.database;
    const byId = eq(platforms.id, ledger.platformId);
    await db.update(platforms).set({ disabledAt: new Date() }).where(byId);
    expect(await due(own)).toEqual([]);
    await db.update(platforms).set({ disabledAt: null }).where(byId);
    expect(await due(own)).toHaveLength(1);
  });
});

describe("an instalment that fails", () => {
  let own: ScheduleRow;
  const fail = async (extra: { attempt?: number; txHash?: Hex } = {}) => {
    const at = await chainTime();
    return inTx((tx) =>
      failInstalment(tx, { scheduleId: own.id, index: 1, failure: "insufficient_allowance", at, ...extra }),
    );
  };

  test("is tried again after an hour, then after six, by the chain's time, and is announced each time", async () => {
    own = await schedule();
    const at = await chainTime();
    expect(await fail()).toEqual({ status: "active", retryAt: new Date(at.getTime() + 3_600_000) });
    expect(await due(own)).toEqual([]);
    // A second worker whose simulation failed at the same time.
    expect(await fail()).toBeNull();
    await pass(3_600);
    const [submission] = await submit(await due(own));
    if (!submission) throw new Error("nothing was submitted");
    const txHash: Hex = `0x${"ab".repeat(32)}`;
    const second = await fail({ attempt: submission.attempt, txHash });
    expect(second).toMatchObject({ status: "active" });
    expect(await fail({ attempt: submission.attempt, txHash })).toBeNull();
    await pass(3_600);
    expect(await due(own)).toEqual([]);
    await pass(5 * 3_600);
    expect(await due(own)).toHaveLength(1);
  });

  test("pauses its schedule at the third failure", async () => {
    expect(await fail()).toEqual({ status: "paused", retryAt: null });
    expect(await reload(own)).toMatchObject({
      status: "paused",
      failureCount: 3,
      failure: "insufficient_allowance",
      nextAttemptAt: null,
    });
    await pass(DAY);
    expect(await due(own)).toEqual([]);
    const events = await ledger.bodies(await requestOf(own, 1));
    expect(events.map(({ event }) => event)).toEqual(Array(3).fill("payment.failed"));
    expect(events[0]).toMatchObject({
      subStatus: "insufficient_allowance",
      failureReason: "The payer lets the recurring contract take less than the instalment",
      recurringPayment: { id: own.id },
      retryAfter: expect.any(String),
    });
    expect(events[2]).not.toHaveProperty("retryAfter");
    expect(await attemptsOf(own)).toMatchObject([
      { number: 1, outcome: "failed", txHash: null },
      { number: 2, outcome: "failed", txHash: `0x${"ab".repeat(32)}` },
      { number: 3, outcome: "failed", txHash: null },
    ]);
  });

  test("starts to count anew once one is paid", async () => {
    own = await schedule();
    await fail();
    await pass(3_600);
    await payNext(own);
    expect(await reload(own)).toMatchObject({ processed: 1, failureCount: 0, failure: null });
  });
});

test("an instalment that a reorganisation takes back is due again, and is announced once when it returns", async () => {
  const own = await schedule({ totalExecutions: 2 });
  const hash = await payNext(own);
  const raw = await rawTransaction(hash);
  await chain.mine();
  await ledger.watch();
  await chain.reorg(2);
  await ledger.watch();
  expect(await reload(own)).toMatchObject({ status: "active", processed: 0 });
  expect(await attemptsOf(own)).toMatchObject([{ index: 1, number: 1, outcome: "reorged", txHash: hash }]);
  expect(await due(own)).toHaveLength(1);
  await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await ledger.watch();
  expect(await reload(own)).toMatchObject({ status: "active", processed: 1 });
  expect(await attemptsOf(own)).toMatchObject([{ index: 1, number: 1, outcome: "processed", txHash: hash }]);
  expect(await ledger.events(await requestOf(own, 1))).toEqual(["payment.confirmed"]);
});

async function rawTransaction(hash: Hex): Promise<Hex> {
  const raw = await chain.rpc("eth_getRawTransactionByHash", hash);
  if (typeof raw !== "string") throw new Error("no raw transaction");
  return `0x${raw.slice(2)}`;
}

describe("what the contract says", () => {
  const watch = () => watchSchedules(ledger.ctx, ledger.chain);
  const cancel = async (of: ScheduleRow) => {
    const { to, data } = cancelCall(of);
    const hash = await chain.wallet("payer").sendTransaction({ to, data });
    await chain.publicClient.waitForTransactionReceipt({ hash });
  };

  test("ends the schedules that payers cancelled before anybody looked, and while nobody did", async () => {
    const [first, second, third] = [await schedule(), await schedule(), await schedule()];
    await cancel(first);
    await watch();
    expect(await reload(first)).toMatchObject({ status: "cancelled", cancelledBy: "payer" });
    expect(await reload(second)).toMatchObject({ status: "active" });
    await cancel(second);
    await chain.mine(200);
    while ((await watch()) === "more");
    expect(await reload(second)).toMatchObject({ status: "cancelled", cancelledBy: "payer" });
    expect(await reload(third)).toMatchObject({ status: "active" });
    // In a block that a reorganisation put below the last one that was read.
    await chain.mine(3);
    await watch();
    const { to, data } = cancelCall(third);
    const wallet = chain.wallet("payer");
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to, data }));
    await chain.reorg(3, [{ raw, block: 0 }]);
    await watch();
    expect(await reload(third)).toMatchObject({ status: "cancelled", cancelledBy: "payer" });
  });

  test("believes no event that the contract does not bear out", async () => {
    const own = await schedule();
    class LyingChain extends EvmAdapter {
      override scheduleEvents = async () => ({
        cancelled: [bytes(own.digest)],
        paid: [{ digest: bytes(own.digest), index: 1, blockNumber: 1n }],
      });
    }
    const lying = new LyingChain(EVM_NETWORKS[network], { rpcUrls: [chain.rpcUrl] });
    await chain.mine();
    await watchSchedules(ledger.ctx, lying);
    expect(await reload(own)).toMatchObject({ status: "active" });
    expect(await attemptsOf(own)).toEqual([]);
    await expect(requestOf(own, 1)).rejects.toThrow("not open");
  });

  test("is taken in where instalments were paid without us, by a stolen key or before a restore", async () => {
    const own = await schedule({ totalExecutions: 3 });
    await pass(DAY);
    const both = await due(own, 2);
    const hashes = [];
    for (const one of both) hashes.push(await trigger(one));
    await ledger.watch();
    expect(await reload(own)).toMatchObject({ processed: 0 });
    while ((await watch()) === "more");
    await ledger.watch();
    expect(await reload(own)).toMatchObject({ status: "active", processed: 2 });
    expect(await attemptsOf(own)).toMatchObject([
      { index: 1, outcome: "processed", txHash: hashes[0] },
      { index: 2, outcome: "processed", txHash: hashes[1] },
    ]);
    expect(await ledger.events(await requestOf(own, 1))).toEqual(["payment.confirmed"]);
    while ((await watch()) === "more");
    expect(await ledger.events(await requestOf(own, 2))).toEqual(["payment.confirmed"]);
  });

  test("is compared with the ledger by the audit", async () => {
    await watch();
    const audit = async (of: ScheduleRow) => {
      const found = await auditSchedules(ledger.ctx, ledger.chain);
      return found.flatMap((one) => (one.recurringPaymentId === of.id ? one.problem : []));
    };
    const own = await schedule({ totalExecutions: 2 });
    expect(await audit(own)).toEqual([]);
    const [next] = await due(own);
    if (!next) throw new Error("nothing is due");
    await submit([next]);
    await trigger(next);
    expect(await audit(own)).toEqual(["behind"]);
    await ledger.watch();
    expect(await audit(own)).toEqual([]);
    const { db } = ledger.app.database;
    const change = (values: Partial<ScheduleRow>) =>
      db.update(recurringPayments).set(values).where(eq(recurringPayments.id, own.id));
    await change({ processed: 2 });
    expect(await audit(own)).toEqual(["instalments", "ahead"]);
    await change({ processed: 1, amount: 2n });
    expect(await audit(own)).toEqual(["permit"]);
    await change({ amount: 1n });
    await cancel(own);
    expect(await audit(own)).toEqual(["cancelled"]);
    await watch();
    expect(await audit(own)).toEqual([]);
  });
});

describe("a schedule that is over", () => {
  test("is not due after its payer cancelled it, also while an instalment waits", async () => {
    const own = await schedule();
    expect(await inTx((tx) => endCancelledByPayer(tx, network, [bytes(own.digest)]))).toEqual([own.id]);
    expect(await inTx((tx) => endCancelledByPayer(tx, network, [bytes(own.digest)]))).toEqual([]);
    expect(await reload(own)).toMatchObject({
      status: "cancelled",
      cancelledBy: "payer",
      nextAttemptAt: null,
    });
    expect(await due(own)).toEqual([]);
  });

  test("ends when its permit has run out, by the chain's time", async () => {
    const own = await schedule();
    const expire = async () => {
      const at = await chainTime();
      return inTx((tx) => endExpired(tx, { network, at, limit: 1_000 }));
    };
    await expire();
    expect(await reload(own)).toMatchObject({ status: "active" });
    await pass(4 * DAY + 10);
    expect(await expire()).toBeGreaterThan(0);
    expect(await reload(own)).toMatchObject({ status: "cancelled", cancelledBy: "deadline" });
    expect(await due(own)).toEqual([]);
  });

  test("does not end because one of several nodes, or the only one, is ahead in time", async () => {
    const firstExec = Math.floor((await chainTime()).getTime() / 1_000);
    const own = await schedule({ firstExec, totalExecutions: 1, deadline: BigInt(firstExec + 300) });
    const fast = await startFaultyNode(chain.rpcUrl);
    fast.behave(({ method }) =>
      method === "eth_getBlockByNumber" ? { edit: (block) => laterBy(600, block) } : undefined,
    );
    try {
      const adapterOf = (...rpcUrls: string[]) => new EvmAdapter(EVM_NETWORKS[network], { rpcUrls });
      await watchSchedules(ledger.ctx, adapterOf(fast.url, chain.rpcUrl));
      expect(await reload(own)).toMatchObject({ status: "active" });
      await watchSchedules(ledger.ctx, adapterOf(fast.url), { isOwnClockAsked: true });
      expect(await reload(own)).toMatchObject({ status: "active" });
      await watchSchedules(ledger.ctx, adapterOf(fast.url));
      expect(await reload(own)).toMatchObject({ status: "cancelled", cancelledBy: "deadline" });
    } finally {
      await fast.close();
    }
  });
});

function laterBy(seconds: number, block: unknown): unknown {
  if (typeof block !== "object" || block === null || !("timestamp" in block)) return block;
  return { ...block, timestamp: `0x${(Number(block.timestamp) + seconds).toString(16)}` };
}
