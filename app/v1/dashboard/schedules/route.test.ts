import { eq } from "drizzle-orm";
import Papa from "papaparse";
import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getChanges } from "@/app/v1/dashboard/changes/route";
import { GET as getOne, PATCH } from "@/app/v1/dashboard/schedules/[id]/route";
import { GET as getStop } from "@/app/v1/dashboard/schedules/[id]/stop/route";
import { erc20Abi } from "@/contracts/abis";
import { recurringPayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import type { ScheduleDetail, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { newId } from "@/server/lib/ids";
import { failInstalment } from "@/server/recurring-payouts/instalments/fail";
import type { TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { executeAll } from "@/server/testing/evm/execute-all";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { call } from "@/server/testing/paying";
import { aSchedule, type ScheduleChoices } from "@/server/testing/schedules";
import { send } from "@/server/testing/send";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";
import { GET as getCounts } from "./counts/route";
import { GET as getExport } from "./export/route";
import { GET, POST } from "./route";

const network = "sepolia";
const DAY = 86_400;
const CONTRACT: Hex = EVM_NETWORKS[network].contracts.recurring?.address ?? "0x";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
/** A new account for each test, so that lists hold what the test made. */
let own: TestSession;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(network, { RATE_LIMITS: "off" }));
});
afterAll(() => stop?.());
beforeEach(async () => {
  own = await aSession(api);
});

const ctx = () => api.app.context(systemCaller(""));

async function list(query = "", as: TestSession = own): Promise<ScheduleRow[]> {
  const { status, body } = await send(GET, `/v1/dashboard/schedules${query}`, { headers: as.cookie });
  expect(status).toBe(200);
  return body.schedules;
}

async function detail(id: string): Promise<ScheduleDetail> {
  const { status, body } = await send(getOne, `/v1/dashboard/schedules/${id}`, {
    headers: own.cookie,
    params: { id },
  });
  expect(status).toBe(200);
  return body;
}

function patch(id: string, action: string, as: TestSession = own) {
  return send(PATCH, `/v1/dashboard/schedules/${id}`, {
    method: "PATCH",
    headers: as.bearer,
    params: { id },
    body: { action },
  });
}

const stopOf = (id: string, as: TestSession = own) =>
  send(getStop, `/v1/dashboard/schedules/${id}/stop`, { headers: as.cookie, params: { id } });

/** A stored schedule, with what the test wants of its row changed. */
async function stored(
  changes: Partial<typeof recurringPayments.$inferInsert> = {},
  choices: Partial<ScheduleChoices> = {},
) {
  const row = await aSchedule(api.app, chain, { platformId: own.platformId, ...choices });
  const [changed] = await api.app.database.db
    .update(recurringPayments)
    .set({ reference: "rent", ...changes })
    .where(eq(recurringPayments.id, row.id))
    .returning();
  if (!changed) throw new Error("schedule is gone");
  return changed;
}

/** One base unit a day, the first in ten days by the chain's time. */
async function future(days = 10): Promise<{ firstExec: number }> {
  const { timestamp } = await chain.publicClient.getBlock();
  return { firstExec: Math.max(Number(timestamp), Math.floor(Date.now() / 1_000)) + days * DAY };
}

async function failOnce(row: { id: string; firstExec: number }, hours: number): Promise<void> {
  const at = new Date((row.firstExec + hours * 3_600) * 1_000);
  await inTransaction(ctx(), (tx) =>
    failInstalment(tx, { scheduleId: row.id, index: 1, failure: "insufficient_allowance", at }),
  );
}

async function ofEveryHealth() {
  const soon = await future();
  const due = { firstExec: Math.floor(Date.now() / 1_000) - 2_000 };
  const failed = await stored({ reference: "failed" });
  await failOnce(failed, 0);
  const paused = await stored({ reference: "paused" });
  for (const hours of [0, 1, 7]) await failOnce(paused, hours);
  return {
    pending: await stored({ reference: "unsigned", signature: null }, { status: "pending", permit: soon }),
    active: await stored({ reference: "on time" }, { permit: soon }),
    overdue: await stored({ reference: "overdue" }, { permit: due }),
    failed,
    paused,
    completed: await stored({ reference: "done", processed: 3 }, { status: "completed" }),
    cancelled: await stored({ reference: "ended", cancelledBy: "payer" }, { status: "cancelled" }),
  };
}

describe("200 a file of schedules", () => {
  test("holds what the list shows under the same filters, and nothing of another account", async () => {
    const file = async (query: string, as: TestSession = own) => {
      const answer = await getExport(call("GET", `/v1/dashboard/schedules/export${query}`, as.cookie));
      expect(answer.status).toBe(200);
      return Papa.parse<Record<string, string>>(await answer.text(), { header: true, skipEmptyLines: true })
        .data;
    };
    await stored({ reference: "=rent" });
    await stored({ status: "paused", pausedBy: "platform", reference: "wages" });
    const listed = await list();
    const lines = await file("");
    expect(lines.map((line) => line["Schedule ID"])).toEqual(listed.map(({ id }) => id));
    expect(lines.map((line) => line.Reference)).toEqual(["wages", "'=rent"]);
    expect(lines.map((line) => line["Amount of each"])).toEqual(listed.map(({ amount }) => amount));
    expect((await file("?health=paused")).map((line) => line.Status)).toEqual(["paused"]);
    const [first] = listed;
    for (const q of [
      first?.id.slice(0, 12),
      first?.payee.slice(0, 9),
      first?.payer.slice(0, 9).toLowerCase(),
    ]) {
      expect((await file(`?q=${q}`)).map((line) => line["Schedule ID"])).toContain(first?.id);
    }
    expect(await file("", await aSession(api))).toEqual([]);
    const counts = async (query: string, as: TestSession = own) =>
      (await send(getCounts, `/v1/dashboard/schedules/counts${query}`, { headers: as.cookie })).body;
    expect(await counts("?q=wag")).toEqual({
      total: 2,
      byHealth: { pending: 0, active: 0, late: 0, paused: 1, completed: 0, cancelled: 0 },
    });
    expect((await counts("", await aSession(api))).total).toBe(0);
  });
});

describe("the list", () => {
  test("says how each schedule is doing, and is narrowed by it", async () => {
    await ofEveryHealth();
    const rows = await list();
    expect(rows.map(({ reference, health, reason }) => [reference, health, reason])).toEqual([
      ["ended", "cancelled", null],
      ["done", "completed", null],
      ["overdue", "late", "The instalment is due and was not paid yet"],
      ["on time", "active", null],
      ["unsigned", "pending", null],
      ["paused", "paused", "The payer lets the recurring contract take less than the instalment"],
      ["failed", "late", "The payer lets the recurring contract take less than the instalment"],
    ]);
    const names = async (query: string) => (await list(query)).map(({ reference }) => reference);
    expect(await names("?health=late")).toEqual(["overdue", "failed"]);
    expect(await names("?health=active,pending")).toEqual(["on time", "unsigned"]);
    expect(await names("?health=completed")).toEqual(["done"]);
    expect(await names("?sort=created&health=paused,cancelled")).toEqual(["paused", "ended"]);
  });

  test("goes page by page in every order, without losing or repeating one", async () => {
    await ofEveryHealth();
    for (const sort of ["-created", "created", "next"]) {
      const whole = (await list(`?sort=${sort}`)).map(({ id }) => id);
      const paged: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body } = await send(
          GET,
          `/v1/dashboard/schedules?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
          { headers: own.cookie },
        );
        paged.push(...body.schedules.map(({ id }: ScheduleRow) => id));
        cursor = body.nextCursor;
      }
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(7);
    }
    const dates = (await list("?sort=next")).map(({ nextPaymentDate }) => nextPaymentDate);
    const known = dates.filter((date) => date !== null);
    expect(dates).toEqual([...known.toSorted(), null, null, null]);
  });

  test("finds by reference, wallet, ID, request and transaction, and by network, token and day", async () => {
    const row = await stored({ reference: "100%_Supplier" }, { permit: await future() });
    await stored({ reference: "other" }, { payer: "payer2", payee: chain.accounts.merchant.address });
    const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id);
    for (const q of ["100%_s", row.id, row.id.toLowerCase(), row.payer, row.payee.slice(0, 12).toLowerCase()])
      expect(await found(q), q).toEqual([row.id]);
    expect(await found("100_")).toEqual([]);
    expect(await list("?network=sepolia&token=usdc")).toHaveLength(2);
    expect(await list("?network=base")).toEqual([]);
    expect(await list("?to=2020-01-01")).toEqual([]);
    for (const query of ["health=fine", "network=nowhere", "token=NONE", "cursor=x", "from=x", "limit=0"]) {
      const { status } = await send(GET, `/v1/dashboard/schedules?${query}`, { headers: own.cookie });
      expect(status, query).toBe(400);
    }
    const { body } = await send(GET, "/v1/dashboard/schedules?sort=created&limit=1", { headers: own.cookie });
    const other = await send(GET, `/v1/dashboard/schedules?sort=next&cursor=${body.nextCursor}`, {
      headers: own.cookie,
    });
    expect(other.status).toBe(400);
  });
});

test("a schedule of another account is not there, whatever is asked", async () => {
  const row = await stored();
  const stranger = await aSession(api);
  expect(await list("", stranger)).toEqual([]);
  expect(await list(`?q=${row.id}`, stranger)).toEqual([]);
  const read = await send(getOne, `/v1/dashboard/schedules/${row.id}`, {
    headers: stranger.cookie,
    params: { id: row.id },
  });
  expect([read.status, read.body.message]).toEqual([404, "Recurring payment not found"]);
  expect((await stopOf(row.id, stranger)).status).toBe(404);
  for (const action of ["pause", "unpause", "cancel"])
    expect((await patch(row.id, action, stranger)).status, action).toBe(404);
  expect((await list())[0]).toMatchObject({ id: row.id, status: "active" });
});

test("every instalment and every attempt, from the first failure to a paid one", async () => {
  const usdc = tokenAddress("USDC-sepolia");
  const approve = async (amount: bigint) => {
    const hash = await chain
      .wallet("payer")
      .writeContract({ address: usdc, abi: erc20Abi, functionName: "approve", args: [CONTRACT, amount] });
    await chain.publicClient.waitForTransactionReceipt({ hash });
  };
  const adapter = api.app.chains.find(network);
  const [executor] = adapter ? executeInstalmentsLoop(api.app, adapter) : [];
  if (!adapter || !executor) throw new Error("no executor");
  const memory = newWatcherMemory();
  const work = async () => {
    await executeAll(executor, chain);
    while ((await watchTransfers(ctx(), adapter, "worker", memory)) === "more");
  };
  await approve(0n);
  const { timestamp } = await chain.publicClient.getBlock();
  const firstExec = Number(timestamp) + 100;
  const row = await stored({ reference: "salary" }, { permit: { amount: 2_500_000n, firstExec } });
  expect((await detail(row.id)).instalments.map(({ state }) => state)).toEqual([
    "scheduled",
    "scheduled",
    "scheduled",
  ]);
  await chain.rpc("evm_setNextBlockTimestamp", firstExec);
  await chain.mine();
  await work();
  const failed = await detail(row.id);
  expect(failed.schedule).toMatchObject({ health: "late", processedPayments: 0, amount: "2.5" });
  expect(failed.healthReason).toBe(
    "Instalment 1 could not be paid: the payer lets the recurring contract take less than the instalment. 1 of 3 attempts failed; the next one follows by itself.",
  );
  expect(failed.instalments[0]).toMatchObject({
    state: "retrying",
    triedAt: new Date((firstExec + 3_600) * 1_000).toISOString(),
    attempts: [{ number: 1, outcome: "failed", failure: "insufficient_allowance", txHash: null, gas: null }],
  });
  await approve(7_500_000n);
  await chain.rpc("evm_setNextBlockTimestamp", firstExec + 3_600);
  await chain.mine();
  await work();
  const { schedule, instalments, timeline, money, permit } = await detail(row.id);
  expect(schedule).toMatchObject({ health: "active", processedPayments: 1, reason: null });
  const [first, second] = instalments;
  expect(first).toMatchObject({
    index: 1,
    state: "paid",
    triedAt: null,
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    attempts: [
      { outcome: "failed" },
      {
        outcome: "processed",
        txHash: first?.txHash,
        gas: { symbol: "ETH", instalments: expect.any(Number), cost: expect.stringMatching(/^0\.\d+$/) },
      },
    ],
  });
  expect(Number(first?.attempts[1]?.gas?.used)).toBeGreaterThan(21_000);
  expect(second).toMatchObject({
    index: 2,
    requestId: null,
    dueAt: new Date((firstExec + DAY) * 1_000).toISOString(),
  });
  expect(money).toEqual({ fee: "0", feeAddress: null, total: "7.5", paid: "2.5", remaining: "5" });
  expect(permit.values).toMatchObject({ amount: "2500000", totalExecutions: 3 });
  expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(["created", "failed", "paid", "signed"]);
  expect(await list(`?q=${first?.txHash}`)).toHaveLength(1);
  expect(await list(`?q=${first?.requestId?.slice(0, 12)}`)).toHaveLength(1);
  expect(await list(`?q=0x${"ab".repeat(32)}`)).toEqual([]);
});

describe("pausing, resuming and cancelling", () => {
  test("pausing begins nothing until it is resumed, and says who did it", async () => {
    const row = await stored();
    const paused = await patch(row.id, "pause");
    expect([paused.status, paused.body]).toEqual([
      200,
      {
        id: row.id,
        status: "paused",
        metadata: { processedPayments: 0, totalPayments: 3, nextPaymentDate: null },
      },
    ]);
    const [after] = await api.app.database.db
      .select()
      .from(recurringPayments)
      .where(eq(recurringPayments.id, row.id));
    expect(after).toMatchObject({ status: "paused", nextAttemptAt: null, failureCount: 0 });
    expect((await list())[0]).toMatchObject({ health: "paused", reason: "Paused by the platform" });
    const again = await patch(row.id, "pause");
    expect([again.status, again.body.message]).toEqual([400, "Recurring payment is not active"]);
    expect((await patch(row.id, "unpause")).body).toMatchObject({ status: "active" });
    const { timeline, schedule } = await detail(row.id);
    expect(timeline.map(({ kind }) => kind)).toEqual(["created", "signed", "paused", "resumed"]);
    expect(schedule.reason).not.toBe("Paused by the platform");
  });

  test("a schedule that never started, has ended or is paused cannot be paused", async () => {
    for (const status of ["pending", "paused", "completed", "cancelled"] as const) {
      const row = await stored({}, { status });
      expect((await patch(row.id, "pause")).status, status).toBe(400);
    }
  });

  test("cancelling gives what ends it in the contract, until the payer has sent it", async () => {
    const row = await stored();
    expect((await stopOf(row.id)).body.message).toBe("Recurring payment is not cancelled");
    const { body } = await patch(row.id, "cancel");
    expect(body.status).toBe("cancelled");
    const stop = await stopOf(row.id);
    expect(stop.body.isStoppedOnChain).toBe(false);
    expect(stop.body.transactions[0]).toEqual(body.transactions[0]);
    const [cancel] = stop.body.transactions;
    const hash = await chain.wallet("payer").sendTransaction({ to: cancel.to, data: cancel.data });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    expect((await stopOf(row.id)).body).toEqual({ isStoppedOnChain: true, transactions: [] });
    expect((await detail(row.id)).healthReason).toContain("It was cancelled by the platform.");
  });
});

test("a session creates a schedule, once under one key, and open pages notice each change", async () => {
  const version = async () =>
    (await send(getChanges, "/v1/dashboard/changes", { headers: own.cookie })).body.version;
  const body = {
    payee: chain.accounts.recipient.address,
    amount: "50",
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    reference: "Supplier",
    recurrence: {
      startDate: new Date((await future()).firstExec * 1_000).toISOString(),
      frequency: "MONTHLY",
      totalPayments: 12,
      payer: chain.accounts.payer.address,
    },
  };
  const seen = [await version()];
  const create = () =>
    send(POST, "/v1/dashboard/schedules", {
      method: "POST",
      headers: { ...own.bearer, "idempotency-key": "one" },
      body,
    });
  const first = await create();
  expect([first.status, (await create()).body.id]).toEqual([201, first.body.id]);
  expect(await list()).toMatchObject([
    {
      id: first.body.id,
      health: "pending",
      amount: "50",
      currency: "USDC",
      totalPayments: 12,
      reference: "Supplier",
      source: { kind: "manual" },
    },
  ]);
  seen.push(await version());
  await patch(first.body.id, "cancel");
  seen.push(await version());
  expect(new Set(seen).size).toBe(3);
  const { recurrence, ...single } = body;
  const plain = await send(POST, "/v1/dashboard/schedules", {
    method: "POST",
    headers: own.bearer,
    body: single,
  });
  expect([plain.status, recurrence.totalPayments]).toEqual([400, 12]);
  expect(
    (await send(GET, `/v1/dashboard/schedules?q=${newId(new Date())}`, { headers: own.cookie })).body,
  ).toEqual({ schedules: [], nextCursor: null });
});
