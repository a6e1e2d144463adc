import { eq } from "drizzle-orm";
import { encodeDeployData, encodeFunctionData, type Hex, parseGwei } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  POST as activate,
  PATCH as cancel,
  GET as readSchedule,
} from "@/app/v2/payouts/recurring/[id]/route";
import { POST as create } from "@/app/v2/payouts/route";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { executorTransactions, recurringPayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import { developmentAccount } from "@/server/chains/development-accounts";
import type { TransactionNode } from "@/server/chains/transaction-node";
import { inTransaction } from "@/server/context";
import { auditExecutor } from "@/server/executor/audit";
import { newExecutorMemory } from "@/server/executor/executor";
import type { ExecutorParts } from "@/server/executor/parts";
import { createSigner } from "@/server/executor/signer";
import { endCancelledByPayer } from "@/server/recurring-payouts/ending/end";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { changedNode } from "@/server/testing/evm/changed-node";
import { executeAll } from "@/server/testing/evm/execute-all";
import { DAY, EXECUTOR, executorOn } from "@/server/testing/executing";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { call, signAndSend } from "@/server/testing/paying";
import { instalmentCall, storedAttempts } from "@/server/testing/schedules";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { watchSchedules } from "@/server/worker/instalments/watch-schedules";
import type { LoopDefinition } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let ledger: TestLedger;
let desk: ReturnType<typeof executorOn>;
let usdc: Hex;
let recipient: Hex;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  ledger = await startLedger(chain);
  desk = executorOn(chain, ledger);
  recipient = chain.accounts.recipient.address;
  usdc = bytes((await desk.schedule({}, { status: "pending" })).token);
  await desk.approve(usdc, 1_000_000n);
});
afterAll(async () => {
  await ledger?.close();
  await chain?.stop();
});

/** Leaves nothing behind that another test would find due, and no lease of a worker that is gone. */
async function clear(): Promise<void> {
  await chain.rpc("evm_setAutomine", true);
  await ledger.app.database.db
    .update(recurringPayments)
    .set({ status: "cancelled", nextAttemptAt: null })
    .where(eq(recurringPayments.status, "active"));
  await desk.endLease();
}

const received = () => desk.balance(usdc, recipient);

const attemptsOf = (schedule: ScheduleRow) => storedAttempts(ledger.app, schedule);

async function transactionsOf({ id }: ScheduleRow) {
  const all = await desk.transactions();
  return all.filter(({ instalments }) => instalments.some(({ scheduleId }) => scheduleId === id));
}

/** A node in front of the real one that does something else at a step. */
function nodeWith(changes: Partial<TransactionNode>): Partial<ExecutorParts> {
  return { node: changedNode(desk.parts.node, changes) };
}

const DIED = new Error("killed here");
const dies = () => Promise.reject(DIED);

async function deploy(name: string, ...args: unknown[]): Promise<Hex> {
  const { abi, bytecode } = await readArtifact(name);
  const hash = await chain.wallet(0).sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) });
  const { contractAddress } = await chain.publicClient.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error(`${name} was not deployed`);
  return contractAddress;
}

async function asOwner(functionName: "pause" | "unpause"): Promise<void> {
  const hash = await chain
    .wallet(0)
    .writeContract({ address: desk.contract, abi: recurringAbi, functionName });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

describe("a schedule that is paid as it should be", () => {
  afterAll(clear);
  let own: ScheduleRow;

  test("is not touched before the chain's own time says so, whatever the clock of the worker says", async () => {
    const firstExec = (await desk.now()) + 100 * DAY;
    own = await desk.schedule({ firstExec, totalExecutions: 33, deadline: BigInt(firstExec + 40 * DAY) });
    await desk.run();
    expect(await transactionsOf(own)).toEqual([]);
    await desk.pass(100 * DAY - 5);
    await desk.run();
    expect(await transactionsOf(own)).toEqual([]);
  });

  test("is paid once it is due, and nothing more until the next one is", async () => {
    const before = await received();
    await desk.pass(5);
    await desk.run();
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ processed: 1, status: "active" });
    expect(await received()).toBe(before + 1n);
    expect(await transactionsOf(own)).toMatchObject([
      { state: "mined", succeeded: true, paid: 1, failed: 0 },
    ]);
    expect(await desk.wallet()).toMatchObject({ state: "ok", reason: null });
  });

  test("catches up with 30 instalments in one transaction and in order after a chain stood still", async () => {
    const before = await received();
    await desk.pass(30 * DAY);
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ processed: 31 });
    expect(await received()).toBe(before + 30n);
    const [, second, ...others] = await transactionsOf(own);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ paid: 30, failed: 0 });
    expect(second?.instalments.map(({ index }) => index)).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 2),
    );
  });

  test("costs less gas for each in a batch than alone", async () => {
    const [first, second] = await transactionsOf(own);
    expect(first?.gasUsed).toBeLessThan(205_000n);
    expect(Number(second?.gasUsed) / 30).toBeLessThan(127_000);
  });

  test("is completed by its last instalment", async () => {
    await desk.pass(2 * DAY);
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ status: "completed", processed: 33 });
    const report = await auditExecutor(ledger.ctx, ledger.chain);
    expect(report).toMatchObject({ transactions: 3, instalments: 33, differences: [] });
  });
});

describe("one schedule does not stand in the way of others", () => {
  afterEach(clear);
  test("what cannot be paid is left out with its reason, and the others go out in one transaction", async () => {
    const feeToken = await deploy("FeeOnTransferToken", "Fee", "FEE", 6);
    const falseToken = await deploy("FalseToken", "False", "FLS", 6);
    for (const token of [feeToken, falseToken]) {
      const args = [chain.accounts.payer.address, 1_000_000n] as const;
      const mint = { address: token, abi: [MINT], functionName: "mint", args } as const;
      const hash = await chain.wallet(0).writeContract(mint);
      await chain.publicClient.waitForTransactionReceipt({ hash });
      await desk.approve(token, 1_000_000n);
    }
    const cases = {
      good: await desk.schedule(),
      noAllowance: await desk.schedule({}, { payer: "payer2" }),
      noFunds: await desk.schedule({ amount: 10n ** 18n }),
      takesFees: await desk.schedule({ token: feeToken, amount: 1_000n }),
      refuses: await desk.schedule({ token: falseToken }),
      alsoGood: await desk.schedule(),
    };
    await desk.run();
    const seen = await Promise.all(
      Object.entries(cases).map(async ([name, row]) => {
        const [attempt] = await attemptsOf(row);
        return [name, attempt?.outcome, attempt?.failure];
      }),
    );
    expect(seen).toEqual([
      ["good", "processed", null],
      ["noAllowance", "failed", "insufficient_allowance"],
      ["noFunds", "failed", "insufficient_funds"],
      ["takesFees", "failed", "inexact_transfer"],
      ["refuses", "failed", "transfer_refused"],
      ["alsoGood", "processed", null],
    ]);
    expect(await transactionsOf(cases.good)).toEqual(await transactionsOf(cases.alsoGood));
    expect(await transactionsOf(cases.noFunds)).toEqual([]);
    // After the documented wait it is tried again, by the chain's time.
    expect(await desk.reload(cases.noAllowance)).toMatchObject({ status: "active", failureCount: 1 });
    await desk.approve(usdc, 10n, "payer2");
    await desk.run();
    expect(await desk.reload(cases.noAllowance)).toMatchObject({ processed: 0 });
    await desk.pass(3_600);
    await desk.run();
    expect(await desk.reload(cases.noAllowance)).toMatchObject({ processed: 1, failureCount: 0 });
  });

  test("two that want the same money: the first is paid, the second fails with its reason", async () => {
    await desk.approve(usdc, 10n, "payer2");
    const first = await desk.schedule(
      { amount: 8n, firstExec: (await desk.now()) - 20 },
      { payer: "payer2" },
    );
    const second = await desk.schedule(
      { amount: 8n, firstExec: (await desk.now()) - 10 },
      { payer: "payer2" },
    );
    await desk.run();
    await desk.run();
    expect(await desk.reload(first)).toMatchObject({ processed: 1 });
    expect(await attemptsOf(second)).toMatchObject([
      { outcome: "failed", failure: "insufficient_allowance" },
    ]);
    expect(await transactionsOf(second)).toEqual([]);
  });

  test("an allowance that is lowered between simulation and mining: counted once, nothing is paid", async () => {
    await desk.approve(usdc, 100n, "payer2");
    const own = await desk.schedule({ amount: 50n }, { payer: "payer2" });
    const other = await desk.schedule();
    await chain.rpc("evm_setAutomine", false);
    await desk.one();
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [desk.contract, 0n] });
    await chain.wallet("payer2").sendTransaction({
      to: usdc,
      data,
      gas: 100_000n,
      maxPriorityFeePerGas: parseGwei("50"),
      maxFeePerGas: parseGwei("90"),
    });
    await chain.mine();
    await chain.rpc("evm_setAutomine", true);
    await desk.run();
    const [sent, ...more] = await transactionsOf(own);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ state: "mined", succeeded: true, paid: 1, failed: 1 });
    expect(await attemptsOf(own)).toEqual([
      { index: 1, number: 1, outcome: "failed", failure: "insufficient_allowance", txHash: sent?.hash },
    ]);
    expect(await desk.reload(own)).toMatchObject({ processed: 0, failureCount: 1 });
    expect(await desk.reload(other)).toMatchObject({ processed: 1 });
  });

  test("a payer who cancelled on chain while nobody looked: never paid, and ended here too", async () => {
    const own = await desk.schedule();
    const [due] = await desk.parts.book.due(ledger.ctx, {
      network: "sepolia",
      at: new Date((await desk.now()) * 1_000),
      contract: desk.contract,
      limit: 9,
      perSchedule: 1,
    });
    if (!due) throw new Error("nothing is due");
    const hash = await chain.wallet("payer").writeContract({
      address: desk.contract,
      abi: recurringAbi,
      functionName: "cancel",
      args: [due.permit],
    });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    await desk.run();
    expect(await transactionsOf(own)).toEqual([]);
    await watchSchedules(ledger.ctx, ledger.chain);
    expect(await desk.reload(own)).toMatchObject({ status: "cancelled", cancelledBy: "payer", processed: 0 });
  });
});

describe("killed between two lines", () => {
  afterEach(clear);
  async function paidOnce(own: ScheduleRow, before: bigint): Promise<void> {
    await desk.endLease();
    await desk.run({}, "worker-2", newExecutorMemory());
    await desk.run({}, "worker-2", newExecutorMemory());
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    expect(await received()).toBe(before + 1n);
  }

  test("before anything was stored: nothing has happened", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    const signer = { address: desk.parts.signer.address, sign: dies };
    await expect(desk.one({ signer })).rejects.toThrow(DIED);
    expect(await transactionsOf(own)).toEqual([]);
    await paidOnce(own, before);
  });

  test("after it was stored and before a node had it: the same bytes are sent", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    const [stored] = await transactionsOf(own);
    expect(stored).toMatchObject({ state: "pending" });
    await paidOnce(own, before);
    expect((await transactionsOf(own)).map(({ hash }) => hash)).toEqual([stored?.hash]);
  });

  test("after a node had it and before that was known", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    const broadcast = async (raw: Hex) => {
      await desk.parts.node.broadcast(raw);
      return dies();
    };
    await expect(desk.one(nodeWith({ broadcast }))).rejects.toThrow(DIED);
    await paidOnce(own, before);
    expect(await transactionsOf(own)).toHaveLength(1);
  });

  test("after it was mined and before that was stored", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    await desk.one();
    await desk.endLease();
    await expect(desk.one(nodeWith({ receipts: dies }), "worker-2")).rejects.toThrow(DIED);
    await paidOnce(own, before);
    expect(await transactionsOf(own)).toHaveLength(1);
  });

  test("stopped by somebody before it was sent: its nonce is used up, and it is never paid", async () => {
    const [own, before] = [await desk.schedule({ totalExecutions: 2 }), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    await inTransaction(ledger.ctx, (tx) => endCancelledByPayer(tx, "sepolia", [bytes(own.digest)]));
    await desk.endLease();
    await desk.run();
    await desk.run();
    const [lost] = await transactionsOf(own);
    const sameNonce = (await desk.transactions()).filter(({ nonce }) => nonce === lost?.nonce);
    expect(sameNonce.map(({ state, instalments }) => [state, instalments.length])).toEqual([
      ["lost", 1],
      ["mined", 0],
    ]);
    expect(await received()).toBe(before);
    expect(await attemptsOf(own)).toMatchObject([{ outcome: "dropped" }]);
  });
});

describe("two workers", () => {
  afterEach(clear);
  test("at once: one of them sends", async () => {
    const own = await desk.schedule();
    await desk.endLease();
    const workers = ["worker-1", "worker-2", "worker-3"].map((name) =>
      desk.one({}, name, newExecutorMemory()),
    );
    await Promise.all(workers);
    await desk.endLease();
    await desk.run();
    expect(await transactionsOf(own)).toMatchObject([{ paid: 1 }]);
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
  });

  test("one that slept while it signed stores nothing and sends nothing", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    const { signer } = desk.parts;
    const slow = {
      address: signer.address,
      sign: async (transaction: Parameters<typeof signer.sign>[0]) => {
        await desk.endLease();
        await desk.run({}, "worker-2", newExecutorMemory());
        return signer.sign(transaction);
      },
    };
    expect(await desk.one({ signer: slow }, "worker-1")).toBe("idle");
    expect(await transactionsOf(own)).toHaveLength(1);
    expect(await received()).toBe(before + 1n);
    await desk.endLease();
  });
});

describe("what happens in the pool", () => {
  afterEach(clear);
  const raiseBaseFee = (gwei: string) =>
    chain.rpc("anvil_setNextBlockBaseFeePerGas", `0x${parseGwei(gwei).toString(16)}`);

  test("one that blocks leave out is replaced by one that pays more, and is paid once", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    await chain.rpc("evm_setAutomine", false);
    await desk.one();
    const [first] = await transactionsOf(own);
    for (let block = 0; block < 5; block++) {
      await raiseBaseFee("20");
      await chain.mine();
    }
    await desk.one();
    const [, second] = await transactionsOf(own);
    expect(second).toMatchObject({ nonce: first?.nonce, attempt: 2, data: first?.data });
    expect(second?.maxFee).toBeGreaterThan(((first?.maxFee ?? 0n) * 112n) / 100n);
    expect(second?.maxPriorityFee).toBeGreaterThan(((first?.maxPriorityFee ?? 0n) * 112n) / 100n);
    await chain.mine();
    await chain.rpc("evm_setAutomine", true);
    await desk.run();
    expect((await transactionsOf(own)).map(({ state }) => state)).toEqual(["lost", "mined"]);
    expect(await received()).toBe(before + 1n);
    expect(await attemptsOf(own)).toMatchObject([{ outcome: "processed", txHash: second?.hash }]);
    await raiseBaseFee("1");
    await chain.mine();
  });

  test("gas above the ceiling: waits and says so, and goes on once it costs less", async () => {
    const own = await desk.schedule();
    await raiseBaseFee("200");
    await chain.mine();
    await desk.run();
    expect(await transactionsOf(own)).toEqual([]);
    expect(await desk.wallet()).toMatchObject({
      state: "fee_above_ceiling",
      reason: expect.stringMatching(/above the ceiling of 100 gwei/),
    });
    await raiseBaseFee("1");
    await chain.mine();
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    expect(await desk.wallet()).toMatchObject({ state: "ok" });
  });

  test("a new key: what the old one has sent is followed, and the new one does not wait for it", async () => {
    const [first, before] = [await desk.schedule(), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    const second = await desk.schedule();
    await desk.endLease();
    // The owner of a local contract has the role as well.
    const signer = createSigner({ kind: "key", key: developmentAccount(0).privateKey });
    await desk.run({ signer }, "worker-2", newExecutorMemory());
    await desk.run({ signer }, "worker-2", newExecutorMemory());
    expect(await transactionsOf(first)).toMatchObject([
      { sender: EXECUTOR.address.toLowerCase(), state: "mined", paid: 1 },
    ]);
    expect(await transactionsOf(second)).toMatchObject([
      { sender: signer.address.toLowerCase(), state: "mined", paid: 1 },
    ]);
    expect(await received()).toBe(before + 2n);
  });

  test("a new key: what the old one offered too little for is given up, and its instalments are paid", async () => {
    const [own, before] = [await desk.schedule({ totalExecutions: 1 }), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    const [stored] = await transactionsOf(own);
    await desk.endLease();
    const { node } = desk.parts;
    const pool = nodeWith({
      broadcast: async (raw) =>
        raw === stored?.raw ? { kind: "underpriced", minimumTip: null } : node.broadcast(raw),
    });
    const signer = createSigner({ kind: "key", key: developmentAccount(0).privateKey });
    for (let pass = 0; pass < 3; pass++) await desk.run({ ...pool, signer }, "worker-2");
    expect(await transactionsOf(own)).toMatchObject([
      { sender: signer.address.toLowerCase(), state: "mined", paid: 1 },
    ]);
    expect((await attemptsOf(own)).map(({ outcome }) => outcome)).toEqual(["dropped", "processed"]);
    // Somebody gives the old one to a node all the same: it pays nothing, and nothing is held against the payer.
    await node.broadcast(bytes(stored?.raw ?? "0x"));
    await desk.run({ signer }, "worker-2");
    expect(await received()).toBe(before + 1n);
    expect(await desk.reload(own)).toMatchObject({ status: "completed", processed: 1, failureCount: 0 });
    const former = (await desk.transactions()).find(({ id }) => id === stored?.id);
    expect(former).toMatchObject({ state: "mined", paid: 0, failed: 1 });
  });

  test("a nonce that somebody with the same key took: the instalment is paid with the next one", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    const hash = await chain.wallet(9).sendTransaction({ to: EXECUTOR.address, value: 1n });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    await desk.endLease();
    await desk.run();
    await desk.run();
    const [lost, paid] = await transactionsOf(own);
    expect([lost?.state, paid?.state, Number(paid?.nonce) - Number(lost?.nonce)]).toEqual([
      "lost",
      "mined",
      1,
    ]);
    expect(await received()).toBe(before + 1n);
    expect((await attemptsOf(own)).map(({ outcome }) => outcome)).toEqual(["dropped", "processed"]);
  });

  test("a stranger's transaction that waits with the same key: nothing is put behind it", async () => {
    const own = await desk.schedule();
    await chain.rpc("evm_setAutomine", false);
    await chain.wallet(9).sendTransaction({ to: EXECUTOR.address, value: 1n, gas: 21_000n });
    await desk.one();
    expect(await transactionsOf(own)).toEqual([]);
    expect(await desk.wallet()).toMatchObject({ state: "foreign_transaction" });
    await chain.mine();
    await chain.rpc("evm_setAutomine", true);
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
  });

  test("a chain that forgot an older transaction of the executor: the gap is closed, and the rest goes on", async () => {
    const [own, before] = [await desk.schedule(), await received()];
    await expect(desk.one(nodeWith({ broadcast: dies }))).rejects.toThrow(DIED);
    const [stored] = await transactionsOf(own);
    const nonce = Number(stored?.nonce) - 1;
    await chain.rpc("anvil_setNonce", EXECUTOR.address, `0x${nonce.toString(16)}`);
    await desk.endLease();
    for (let pass = 0; pass < 4; pass++) await desk.run();
    expect(await received()).toBe(before + 1n);
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    const fillers = (await desk.transactions()).filter((row) => row.nonce === BigInt(nonce));
    // Here the older one is in its block all the same, so that one counts.
    expect(fillers.at(-1)).toMatchObject({ to: EXECUTOR.address.toLowerCase(), data: "0x", instalments: [] });
  });

  test("a reorganisation takes a mined instalment away: it is sent again and paid once", async () => {
    const [own, before] = [await desk.schedule({ totalExecutions: 2 }), await received()];
    await desk.run();
    expect(await received()).toBe(before + 1n);
    await chain.mine();
    await ledger.watch();
    await chain.reorg(2);
    expect(await received()).toBe(before);
    await desk.run();
    await desk.run();
    expect(await received()).toBe(before + 1n);
    expect(await transactionsOf(own)).toMatchObject([{ state: "mined", paid: 1 }]);
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    expect((await auditExecutor(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  });
});

describe("an executor that cannot work says why, and blames no schedule", () => {
  afterEach(clear);
  test("little gas is a warning, none at all waits for an operator", async () => {
    const own = await desk.schedule();
    const balance = await chain.publicClient.getBalance({ address: EXECUTOR.address });
    const set = (wei: bigint) => chain.rpc("anvil_setBalance", EXECUTOR.address, `0x${wei.toString(16)}`);
    await set(parseGwei("1000"));
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await desk.wallet()).toMatchObject({ state: "out_of_gas", executionsLeft: 0 });
    expect(await attemptsOf(own)).toEqual([]);
    const { baseFee } = await desk.parts.node.fees();
    await set((2n * baseFee + parseGwei("2")) * 1_000_000n);
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    expect(await desk.wallet()).toMatchObject({
      state: "low_balance",
      reason: expect.stringMatching(/ETH, gas for/),
    });
    await set(balance);
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await desk.wallet()).toMatchObject({ state: "ok" });
  });

  test("a contract with other code, or without the role: off", async () => {
    const own = await desk.schedule();
    const wrong = await deploy("FalseToken", "False", "FLS", 6);
    await desk.run({ contract: wrong }, "worker-1", newExecutorMemory());
    expect(await desk.wallet()).toMatchObject({ state: "wrong_contract" });
    await desk.run({ contract: recipient }, "worker-1", newExecutorMemory());
    expect(await desk.wallet()).toMatchObject({ reason: expect.stringMatching(/there is no contract at/) });
    const { signer } = desk.parts;
    const stranger = { address: chain.accounts.merchant.address, sign: signer.sign };
    await desk.run({ signer: stranger }, "worker-1", newExecutorMemory());
    expect(await desk.wallet()).toMatchObject({ state: "not_relayer" });
    expect(await attemptsOf(own)).toEqual([]);
    await desk.run({}, "worker-1", newExecutorMemory());
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
  });

  test("a contract that its owner paused: waits", async () => {
    const own = await desk.schedule();
    await asOwner("pause");
    await desk.run();
    expect(await desk.wallet()).toMatchObject({ state: "contract_paused" });
    expect(await attemptsOf(own)).toEqual([]);
    await asOwner("unpause");
    await desk.run();
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
  });

  test("another relayer was faster: the payment is found, the audit names it, and the schedule goes on", async () => {
    const own = await desk.schedule({ totalExecutions: 2 });
    const moment = { network: "sepolia", at: new Date((await desk.now()) * 1_000) } as const;
    const [due] = await desk.parts.book.due(ledger.ctx, {
      ...moment,
      contract: desk.contract,
      limit: 9,
      perSchedule: 1,
    });
    if (!due) throw new Error("nothing is due");
    const hash = await chain.wallet(0).writeContract(instalmentCall({ ...due, platformId: "" }));
    await chain.publicClient.waitForTransactionReceipt({ hash });
    await desk.run();
    await ledger.watch();
    expect(await desk.reload(own)).toMatchObject({ processed: 1 });
    const report = await auditExecutor(ledger.ctx, ledger.chain);
    expect(report?.differences).toEqual([{ txHash: hash, problem: "not_ours" }]);
  });
});

test("the audit finds a transaction that the chain does not have, and one with another outcome", async () => {
  const { db } = ledger.app.database;
  const [first, second] = (await desk.transactions()).filter(({ state }) => state === "mined");
  if (!first || !second) throw new Error("nothing was mined");
  await db
    .update(executorTransactions)
    .set({ hash: `0x${"ab".repeat(32)}` })
    .where(eq(executorTransactions.id, first.id));
  await db.update(executorTransactions).set({ paid: 99 }).where(eq(executorTransactions.id, second.id));
  const problems = (await auditExecutor(ledger.ctx, ledger.chain))?.differences.map(({ problem }) => problem);
  expect(problems?.sort()).toEqual(["not_on_chain", "not_ours", "not_ours", "other_outcome"]);
});

describe("over HTTP, from the signature to the end", () => {
  let api: TestApi;
  let headers: Record<string, string>;
  let loop: LoopDefinition;
  const memory = newWatcherMemory();

  beforeAll(async () => {
    api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: chain.rpcUrl });
    headers = { "x-api-key": (await aTenant(api)).apiKey };
    const [own] = executeInstalmentsLoop(api.app, adapter());
    if (!own) throw new Error("no executor on sepolia");
    loop = own;
  });
  afterAll(() => api?.close());

  function adapter(): ChainAdapter {
    const found = api.app.chains.find("sepolia");
    if (!found) throw new Error("no adapter");
    return found;
  }

  /** What a worker does: the executor, then the watcher. */
  async function work(): Promise<void> {
    await executeAll(loop, chain);
    const ctx = api.app.context(systemCaller(""));
    while ((await watchTransfers(ctx, adapter(), "worker", memory)) === "more");
  }

  const json = async (response: Response | Promise<Response>) => (await response).json();
  const path = (id: string) => `/v2/payouts/recurring/${id}`;
  const at = (id: string) => ({ params: Promise.resolve({ id }) });
  const read = (id: string) => json(readSchedule(call("GET", path(id), headers), at(id)));

  /** Creates a schedule of three days that begins in an hour, and signs it as its payer. */
  async function signed(): Promise<{ id: string; firstExec: number }> {
    const firstExec = (await desk.now()) + 3_600;
    const recurrence = {
      startDate: new Date(firstExec * 1_000).toISOString(),
      frequency: "DAILY",
      totalPayments: 3,
      payer: chain.accounts.merchant.address,
    };
    const currency = { invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
    const body = { payee: recipient, amount: "10", ...currency, recurrence };
    const created = await json(create(call("POST", "/v2/payouts", headers, body)));
    await signAndSend(chain, "merchant", created.transactions);
    const { domain, types, values } = created.recurringPaymentPermit;
    const permitSignature = await chain
      .wallet("merchant")
      .signTypedData({ domain, types, primaryType: "SchedulePermit", message: values });
    const response = activate(call("POST", path(created.id), headers, { permitSignature }), at(created.id));
    expect((await response).status).toBe(201);
    return { id: created.id, firstExec };
  }

  async function until(second: number): Promise<void> {
    await chain.rpc("evm_setNextBlockTimestamp", second);
    await chain.mine();
  }

  test("three instalments, each on its day by the chain's time", async () => {
    const { id, firstExec } = await signed();
    for (let index = 1; index <= 3; index++) {
      await until(firstExec + (index - 1) * DAY - 1);
      await work();
      expect(await read(id)).toMatchObject({ processedPayments: index - 1 });
      await until(firstExec + (index - 1) * DAY);
      await work();
      expect(await read(id)).toMatchObject({ processedPayments: index });
    }
    const done = await read(id);
    expect(done).toMatchObject({ status: "completed", nextPaymentDate: null });
    expect(done.payments).toHaveLength(3);
  });

  test("a payer who cancels on chain after the first has stopped it for good", async () => {
    const { id, firstExec } = await signed();
    await until(firstExec);
    await work();
    const before = await received();
    const request = new Request(`http://127.0.0.1${path(id)}`, {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ action: "cancel" }),
    });
    const { transactions } = await json(cancel(request, at(id)));
    await signAndSend(chain, "merchant", transactions);
    await desk.pass(5 * DAY);
    await work();
    expect(await read(id)).toMatchObject({ status: "cancelled", processedPayments: 1 });
    expect(await received()).toBe(before);
  });
});

const MINT = {
  type: "function",
  name: "mint",
  stateMutability: "nonpayable",
  inputs: [
    { name: "to", type: "address" },
    { name: "amount", type: "uint256" },
  ],
  outputs: [],
} as const;
