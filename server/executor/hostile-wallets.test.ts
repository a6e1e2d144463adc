import { eq } from "drizzle-orm";
import {
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  toFunctionSelector,
  zeroHash,
} from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { budgets, recurringPayments } from "@/db/schema";
import { ChainError } from "@/server/chains/chain-error";
import { type Call, TOOK_TOO_LONG, type TransactionNode } from "@/server/chains/transaction-node";
import { inTransaction } from "@/server/context";
import { newExecutorMemory } from "@/server/executor/executor";
import type { ExecutorParts } from "@/server/executor/parts";
import { createPlatform } from "@/server/platforms/create-platform";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { changedNode } from "@/server/testing/evm/changed-node";
import { DAY, executorOn } from "@/server/testing/executing";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { storedAttempts } from "@/server/testing/schedules";

/** How a wallet answers, see `contracts/src/test/HostileWallet.sol`. */
const ANSWERS = { Yes: 0, WithMuchGas: 1, Never: 2, WithoutGasPrice: 3, UpToBlock: 4 };

let chain: TestChain;
let ledger: TestLedger;
let desk: ReturnType<typeof executorOn>;
let usdc: Hex;
let later = 0;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(chain, {}, { now: () => new Date(Date.now() + later) });
  desk = executorOn(chain, ledger);
  usdc = bytes((await desk.schedule({}, { status: "pending" })).token);
  await desk.approve(usdc, 1_000_000n);
});
afterAll(async () => {
  await ledger?.close();
  await chain?.stop();
});
afterEach(async () => {
  await ledger.app.database.db
    .update(recurringPayments)
    .set({ status: "cancelled", nextAttemptAt: null })
    .where(eq(recurringPayments.status, "active"));
  await ledger.app.database.db.delete(budgets);
  await desk.endLease();
});

/** A contract wallet that has money and lets the recurring contract take it, and answers so. */
async function aWallet(answer: keyof typeof ANSWERS, limit = 0n) {
  const { abi, bytecode } = await readArtifact("HostileWallet");
  const hash = await chain.wallet(0).sendTransaction({ data: encodeDeployData({ abi, bytecode, args: [] }) });
  const { contractAddress: address } = await chain.publicClient.waitForTransactionReceipt({ hash });
  if (!address) throw new Error("the wallet was not deployed");
  const send = async (functionName: string, args: unknown[]) => {
    const sent = await chain.wallet(0).writeContract({ address, abi, functionName, args });
    await chain.publicClient.waitForTransactionReceipt({ hash: sent });
  };
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [desk.contract, 1_000_000n],
  });
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [address, 1_000n],
  });
  const paid = await chain.wallet("payer").sendTransaction({ to: usdc, data: transfer });
  await chain.publicClient.waitForTransactionReceipt({ hash: paid });
  await send("execute", [usdc, approve]);
  const set = (next: keyof typeof ANSWERS, nextLimit = 0n) => send("set", [ANSWERS[next], nextLimit]);
  await set(answer, limit);
  return { address, set };
}

async function several(count: number, permit: Parameters<typeof desk.schedule>[0]): Promise<ScheduleRow[]> {
  const rows: ScheduleRow[] = [];
  for (let i = 0; i < count; i++) rows.push(await desk.schedule(permit));
  return rows;
}

const attemptsOf = (schedule: ScheduleRow) => storedAttempts(ledger.app, schedule);

const sentFor = async ({ id }: ScheduleRow) =>
  (await desk.transactions()).filter(({ instalments }) => instalments.some((one) => one.scheduleId === id));

/** A node in front of the real one that does something else with calls. */
function withCalls(calls: TransactionNode["calls"]): Partial<ExecutorParts> {
  return { node: changedNode(desk.parts.node, { calls }) };
}

const unpause = (own: ScheduleRow) =>
  inTransaction(ledger.ctx, async (tx) => {
    const row = await desk.reload(own);
    if (row.status === "paused") await advanceSchedule(tx, row, { event: "unpaused", failureCount: 0 });
    else await advanceSchedule(tx, row, { failureCount: 0 });
  });

describe("what a wallet is asked in a rehearsal is what it is asked in a transaction", () => {
  test("15 schedules of a wallet that says yes only with much gas stop nobody, and fail", async () => {
    // More than it has as a part of a batch, and less than where it is called alone with the same limit.
    const wallet = await aWallet("WithMuchGas", 250_000n);
    const firstExec = (await desk.now()) - 3 * DAY;
    const deadline = BigInt(firstExec + 10 * DAY);
    const hostile = await several(15, { subscriber: wallet.address, firstExec, deadline });
    const honest = await desk.schedule();
    await desk.run();
    expect(await desk.reload(honest)).toMatchObject({ processed: 1 });
    for (const row of hostile) {
      expect(await desk.reload(row)).toMatchObject({ processed: 0, failureCount: 1 });
      expect(await attemptsOf(row)).toEqual([
        { index: 1, number: 1, outcome: "failed", failure: "transfer_refused", txHash: null },
      ]);
    }
  });

  test("one that says yes only while nobody pays for the gas costs the executor nothing", async () => {
    const wallet = await aWallet("WithoutGasPrice");
    const hostile = await desk.schedule({ subscriber: wallet.address });
    await desk.run();
    expect(await attemptsOf(hostile)).toMatchObject([{ outcome: "failed", txHash: null }]);
    expect(await sentFor(hostile)).toEqual([]);
  });

  test("one that uses up all gas is given no more than an instalment may use, and stops nobody", async () => {
    const wallet = await aWallet("Never");
    const hostile = await desk.schedule({ subscriber: wallet.address });
    const honest = await desk.schedule();
    const asked: Call[] = [];
    const unlimited = withCalls(async (calls) => {
      asked.push(...calls);
      // As a node does with a call that uses up its own limit: none of this request is answered in time.
      if (calls.some(({ gas }) => gas === undefined)) throw new ChainError("the request took too long");
      return desk.parts.node.calls(calls);
    });
    await desk.run(unlimited);
    expect(await desk.reload(honest)).toMatchObject({ processed: 1 });
    expect(await attemptsOf(hostile)).toMatchObject([{ outcome: "failed", failure: "transfer_refused" }]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test("a call that a node gives up is the failure of that schedule alone", async () => {
    const [hostile, honest] = [await desk.schedule(), await desk.schedule()];
    const slow = withCalls(async (calls) => {
      const answers = await desk.parts.node.calls(calls);
      return answers.map((answer, i) =>
        calls[i]?.data.includes(hostile.nonce.toString(16))
          ? { ok: false as const, data: null, message: TOOK_TOO_LONG }
          : answer,
      );
    });
    await desk.run(slow);
    expect(await desk.reload(honest)).toMatchObject({ processed: 1 });
    expect(await attemptsOf(hostile)).toMatchObject([{ outcome: "failed", failure: "transfer_refused" }]);
  });
});

describe("a token", () => {
  test("that is paused in the words of our own contract stops its own schedules alone", async () => {
    const [frozen, honest] = [await desk.schedule(), await desk.schedule()];
    const data = encodeErrorResult({ abi: recurringAbi, errorName: "EnforcedPause" });
    const batch = toFunctionSelector(getAbiItem({ abi: recurringAbi, name: "triggerRecurringPayments" }));
    const paused = withCalls(async (calls) => {
      const answers = await desk.parts.node.calls(calls);
      return answers.map((answer, i) => {
        const asked = calls[i]?.data ?? "0x";
        if (!asked.includes(frozen.nonce.toString(16))) return answer;
        return asked.startsWith(batch)
          ? { ok: true, data: zeroHash }
          : { ok: false, data, message: "reverted" };
      });
    });
    await desk.run(paused);
    expect(await desk.reload(honest)).toMatchObject({ processed: 1 });
    expect(await attemptsOf(frozen)).toMatchObject([{ outcome: "failed", txHash: null }]);
    expect(await desk.wallet()).toMatchObject({ state: "ok" });
  });
});

describe("the queue", () => {
  test("gives every account its turn, and in it every payer, however many schedules another one has", async () => {
    const { id: otherId } = await inTransaction(ledger.ctx, (tx) =>
      createPlatform(tx, { name: "Another", walletAddress: null }),
    );
    const firstExec = (await desk.now()) - 100;
    const many = await several(8, { firstExec });
    await desk.approve(usdc, 10n, "payer2");
    const second = await desk.schedule({ firstExec: firstExec + 50 }, { payer: "payer2" });
    const other = await desk.schedule({ firstExec: firstExec + 60 }, { platformId: otherId });
    const due = await desk.parts.book.due(ledger.ctx, {
      network: "sepolia",
      at: new Date((await desk.now()) * 1_000),
      contract: desk.contract,
      limit: 4,
      perSchedule: 1,
    });
    const ids = due.map(({ scheduleId }) => scheduleId);
    expect(ids.slice(0, 2).sort()).toEqual([many[0]?.id, other.id].sort());
    expect(ids.slice(2)).toEqual([second.id, many[1]?.id]);
  });
});

describe("instalments that are refused in a block", () => {
  /** A wallet that accepts until its instalment is mined. */
  async function refusedInBlocks(count: number) {
    const wallet = await aWallet("UpToBlock", 0n);
    const accept = async () => wallet.set("UpToBlock", (await chain.publicClient.getBlockNumber()) + 1n);
    const rows = await several(count, { subscriber: wallet.address, totalExecutions: 1 });
    return { wallet, accept, rows };
  }

  test("are counted for a day, over pauses, and then nothing of their payer is sent and an operator is told", async () => {
    const { accept, rows } = await refusedInBlocks(7);
    await accept();
    await desk.run();
    const burnt = async () => {
      const attempts = await Promise.all(rows.map(attemptsOf));
      return attempts.flat().filter(({ txHash }) => txHash !== null).length;
    };
    expect(await burnt()).toBe(5);
    for (const row of rows) await unpause(row);
    await accept();
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await burnt()).toBe(5);
    expect(await desk.wallet()).toMatchObject({
      state: "payers_refuse",
      reason: expect.stringMatching(/^7 due schedules wait/),
    });
    const honest = await desk.schedule();
    await desk.run();
    expect(await desk.reload(honest)).toMatchObject({ processed: 1 });
    later += DAY * 1_000;
    await accept();
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await burnt()).toBe(10);
  });

  test("a retry waits its hour also where the transaction carried a later instalment of the schedule", async () => {
    const own = await failsInBlock();
    await desk.run();
    await expectAnHourAfterItsBlock(own);
  });

  test("a retry waits its hour from the block that failed it, also where that came after the head was read", async () => {
    const own = await failsInBlock();
    const head = await desk.parts.chain.head();
    await chain.rpc("evm_setNextBlockTimestamp", head.latest.time.getTime() / 1_000 + 30);
    const chainOfBefore = { head: async () => head, blocks: desk.parts.chain.blocks.bind(desk.parts.chain) };
    await desk.run({ chain: chainOfBefore });
    await expectAnHourAfterItsBlock(own);
  });
});

/** Two instalments are due of a wallet that says yes until they are sent. */
async function failsInBlock(): Promise<ScheduleRow> {
  const wallet = await aWallet("UpToBlock");
  const firstExec = (await desk.now()) - DAY;
  const own = await desk.schedule({
    subscriber: wallet.address,
    firstExec,
    deadline: BigInt(firstExec + 10 * DAY),
    totalExecutions: 2,
  });
  await wallet.set("UpToBlock", (await chain.publicClient.getBlockNumber()) + 1n);
  return own;
}

async function expectAnHourAfterItsBlock(own: ScheduleRow): Promise<void> {
  const [sent] = await sentFor(own);
  expect(sent).toMatchObject({ failed: 2, paid: 0 });
  const row = await desk.reload(own);
  expect(row).toMatchObject({ status: "active", failureCount: 1 });
  const minedAt = await chain.publicClient.getBlock({ blockNumber: sent?.blockNumber ?? 0n });
  expect(row.nextAttemptAt?.getTime()).toBe((Number(minedAt.timestamp) + 3_600) * 1_000);
}

describe("a transaction of several schedules", () => {
  test("is sent without the one that somebody paused since its rehearsal", async () => {
    const [paused, ...others] = await several(3, {});
    if (!paused) throw new Error("no schedule");
    const { signer } = desk.parts;
    const pausing = {
      address: signer.address,
      sign: async (transaction: Parameters<typeof signer.sign>[0]) => {
        const row = await desk.reload(paused);
        if (row.status === "active")
          await inTransaction(ledger.ctx, (tx) =>
            advanceSchedule(tx, row, { event: "paused", pausedBy: "platform" }),
          );
        return signer.sign(transaction);
      },
    };
    await desk.one({ signer: pausing });
    const [sent] = await sentFor(others[0] ?? paused);
    expect(sent?.instalments.map(({ scheduleId }) => scheduleId).sort()).toEqual(
      others.map(({ id }) => id).sort(),
    );
    expect(await sentFor(paused)).toEqual([]);
    await desk.run();
    for (const row of others) expect(await desk.reload(row)).toMatchObject({ processed: 1 });
  });
});

describe("an executor that has due work and sends none", () => {
  test("says so after a minute, also where every pass fails", async () => {
    const memory = newExecutorMemory();
    await desk.schedule();
    const data = encodeErrorResult({ abi: recurringAbi, errorName: "ERC20RecurringPaymentProxy__NotDueYet" });
    const batch = toFunctionSelector(getAbiItem({ abi: recurringAbi, name: "triggerRecurringPayments" }));
    const notDue = withCalls(async (calls) =>
      calls.map((call) =>
        call.data.startsWith(batch) ? { ok: true, data: zeroHash } : { ok: false, data, message: "reverted" },
      ),
    );
    memory.isVerified = true;
    await desk.one(notDue, "worker-1", memory);
    expect(await desk.wallet()).toMatchObject({ state: "ok" });
    later += 61_000;
    await desk.one(notDue, "worker-1", memory);
    expect(await desk.wallet()).toMatchObject({
      state: "sends_nothing",
      reason: expect.stringMatching(/^1 instalments? .* due/),
    });
    const broken = withCalls(async () => {
      throw new ChainError("the node is out of order");
    });
    await expect(desk.one(broken, "worker-1", memory)).rejects.toThrow("out of order");
    expect(await desk.wallet()).toMatchObject({ reason: expect.stringMatching(/the node is out of order/) });
    await desk.run({}, "worker-1", memory);
    expect(await desk.wallet()).toMatchObject({ state: "ok", reason: null });
  });
});
