import { eq } from "drizzle-orm";
import { type Hex, hashTypedData, maxUint256, parseSignature, serializeSignature } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as makeKey } from "@/app/v1/api-keys/route";
import { POST as activate, GET, PATCH } from "@/app/v2/payouts/recurring/[id]/route";
import { POST as create } from "@/app/v2/payouts/route";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { benchOn } from "@/contracts/testing/bench";
import { aSafe, signAsSafe } from "@/contracts/testing/safes";
import { RECURRING_ABI } from "@/contracts/testing/schedules";
import { auditLog, keyUses, recurringPayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { AccountName } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { dueInstalments } from "@/server/recurring-payouts/instalments/due-instalments";
import { failInstalment } from "@/server/recurring-payouts/instalments/fail";
import { submitInstalments } from "@/server/recurring-payouts/instalments/submit";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { approvalsTo } from "@/server/recurring-payouts/signing/allowance";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import type { SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";
import { aTenant, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { type ApiOnChain, BASE_IS_DOWN, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { executeAll } from "@/server/testing/evm/execute-all";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aClientId, balanceOf, call, signAndSend } from "@/server/testing/paying";
import { refusedFields } from "@/server/testing/refused-fields";
import { aSchedule, instalmentCall } from "@/server/testing/schedules";
import { send } from "@/server/testing/send";
import { executeInstalmentsLoop } from "@/server/worker/instalments/execute-instalments";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const network = "sepolia";
const DAY = 86_400;
/** Holds the relayer role on local chains. */
const RELAYER = 0;
const CONTRACT: Hex = EVM_NETWORKS[network].contracts.recurring?.address ?? "0x";
const FEE: Hex = "0x1111111111111111111111111111111111111111";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let tenant: { platformId: string; apiKey: string };
let stranger: { platformId: string; apiKey: string };

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(network, {
    ...BASE_IS_DOWN,
    RPC_URL_TRON: "http://127.0.0.1:9",
  }));
  tenant = await aTenant(api);
  stranger = await aTenant(api);
});

afterAll(() => stop?.());

type Headers = Record<string, string>;
const key = (): Headers => ({ "x-api-key": tenant.apiKey });
const at = (id: string) => ({ params: Promise.resolve({ id }) });
const path = (id: string) => `/v2/payouts/recurring/${id}`;
const addressOf = (who: AccountName) => chain.accounts[who].address;
const usdc = () => tokenAddress("USDC-sepolia");

/** Far enough ahead of every chain's time that nothing is due by itself. */
const later = () => new Date(Date.now() + 3_000 * DAY * 1_000);

function body(changes: Record<string, unknown> = {}, recurrence: Record<string, unknown> = {}) {
  return {
    payee: addressOf("recipient"),
    amount: "10",
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    recurrence: {
      startDate: later().toISOString(),
      frequency: "MONTHLY",
      totalPayments: 3,
      payer: addressOf("payer"),
      ...recurrence,
    },
    ...changes,
  };
}

const post = (of: unknown, headers = key()) => create(call("POST", "/v2/payouts", headers, of));
const handIn = (id: string, permitSignature: unknown, headers = key()) =>
  activate(call("POST", path(id), headers, { permitSignature }), at(id));
const patch = (id: string, action: unknown, headers = key()) =>
  PATCH(
    new Request(`http://127.0.0.1${path(id)}`, {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ action }),
    }),
    at(id),
  );
const read = async (id: string, headers = key()) =>
  (await GET(call("GET", path(id), headers), at(id))).json();

async function created(changes = {}, recurrence = {}): Promise<RecurringPayoutCreated> {
  const response = await post(body(changes, recurrence));
  const answer = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Typed data as a public client gives it to a wallet. */
function typed({ domain, types, values }: RecurringPayoutCreated["recurringPaymentPermit"]) {
  return {
    domain: { ...domain, verifyingContract: domain.verifyingContract as Hex },
    types: types as Record<string, unknown>,
    primaryType: "SchedulePermit",
    message: { ...values } as Record<string, unknown>,
  };
}

type Typed = ReturnType<typeof typed>;
const sign = (data: Typed, who: AccountName = "payer") => chain.wallet(who).signTypedData(data);

async function activated(changes = {}, recurrence = {}): Promise<RecurringPayoutCreated> {
  const schedule = await created(changes, recurrence);
  const response = await handIn(schedule.id, await sign(typed(schedule.recurringPaymentPermit)));
  if (response.status !== 201) throw new Error(await response.text());
  return schedule;
}

async function refusal(response: Response | Promise<Response>): Promise<[number, unknown]> {
  const answer = await response;
  return [answer.status, (await answer.json()).message];
}

const allowance = (token: Hex, owner: Hex) =>
  chain.publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, CONTRACT],
  });

async function approve(token: Hex, amount: bigint, who: AccountName = "payer"): Promise<void> {
  const hash = await chain
    .wallet(who)
    .writeContract({ address: token, abi: erc20Abi, functionName: "approve", args: [CONTRACT, amount] });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

async function chainTime(): Promise<Date> {
  const { timestamp } = await chain.publicClient.getBlock();
  return new Date(Number(timestamp) * 1_000);
}

const ctx = () => api.app.context(systemCaller(""));

describe("creating", () => {
  test("answers with the permit that the contract checks, the dates and the approval it needs", async () => {
    const startDate = later();
    const { id, transactions, recurringPaymentPermit, metadata } = await created(
      { feePercentage: "2", feeAddress: FEE },
      { startDate: startDate.toISOString() },
    );
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const firstExec = Math.ceil(startDate.getTime() / 1_000);
    expect(recurringPaymentPermit).toMatchObject({
      domain: {
        name: "ERC20RecurringPaymentProxy",
        version: "1",
        chainId: 11155111,
        verifyingContract: CONTRACT,
      },
      values: {
        subscriber: addressOf("payer"),
        token: usdc(),
        recipient: addressOf("recipient"),
        feeAddress: FEE,
        amount: "10000000",
        feeAmount: "200000",
        gasFee: "0",
        periodSeconds: 2_592_000,
        firstExec,
        totalExecutions: 3,
        nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        deadline: firstExec + 4 * 2_592_000,
      },
    });
    // A month is 30 days: the dates say so.
    expect(metadata.paymentDates).toEqual(
      [0, 30, 60].map((days) => new Date((firstExec + days * DAY) * 1_000).toISOString()),
    );
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      totalNeededAllowance: "30600000",
      currentAllowance: "0",
      additionalAllowanceNeeded: "30600000",
      existingPaymentsAmount: "0",
    });
    await signAndSend(chain, "payer", transactions);
    expect(await allowance(usdc(), addressOf("payer"))).toBe(30_600_000n);
    const data = typed(recurringPaymentPermit);
    const digest = await chain.publicClient.readContract({
      address: CONTRACT,
      abi: recurringAbi,
      functionName: "scheduleOf",
      args: [data.message as unknown as SchedulePermit],
    });
    expect(hashTypedData(data)).toBe(digest);
    expect(await read(id)).toEqual({
      payerPageUrl: metadata.payerPageUrl,
      processedPayments: 0,
      totalPayments: 3,
      lastPaymentDate: null,
      nextPaymentDate: new Date(firstExec * 1_000).toISOString(),
      status: "pending",
      requests: [],
      payments: [],
    });
  });

  test("asks for no approval where the allowance is enough", async () => {
    await approve(usdc(), maxUint256);
    const { transactions, metadata } = await created();
    expect(transactions).toEqual([]);
    expect(metadata).toMatchObject({ stepsRequired: 1, additionalAllowanceNeeded: "0" });
    await approve(usdc(), 0n);
  });

  test.each([
    ["two to", 1, ["recurrence.totalPayments"]],
    ["and not more than 256 payments", 257, ["recurrence.totalPayments"]],
    ["of which a permit holds 255", 256, ["recurrence.totalPayments"]],
    ["and no part of one", 2.5, ["recurrence.totalPayments"]],
  ])("takes %s", async (_, totalPayments, fields) => {
    const response = await post(body({}, { totalPayments }));
    expect(response.status).toBe(400);
    expect(refusedFields(await response.json())).toEqual(fields);
  });

  test("takes 255 payments", async () => {
    const { metadata } = await created({}, { totalPayments: 255 });
    expect(metadata.totalNeededAllowance).toBe("2550000000");
    expect(metadata.paymentDates).toHaveLength(255);
  });

  test.each(["startDate", "frequency", "totalPayments", "payer"])("needs %s", async (field) => {
    const response = await post(body({}, { [field]: undefined }));
    expect(response.status).toBe(400);
    expect(refusedFields(await response.json())).toEqual([`recurrence.${field}`]);
  });

  test("refuses a start in the past, and a payer who is the payee, however written", async () => {
    const past = new Date(Date.now() - 3_600_000).toISOString();
    expect(refusedFields(await (await post(body({}, { startDate: past }))).json())).toEqual([
      "recurrence.startDate",
    ]);
    const payee = addressOf("payer").toLowerCase();
    expect(await refusal(post(body({ payee })))).toEqual([400, "payer and payee must be different"]);
  });

  test("refuses native coin and Tron", async () => {
    const of = (id: string) => ({ invoiceCurrency: id, paymentCurrency: id });
    expect(await refusal(post(body(of("ETH-sepolia"))))).toEqual([
      400,
      "Recurring payouts are not supported in ETH",
    ]);
    const [status, message] = await refusal(post(body(of("USDT-tron"))));
    expect(status).toBe(400);
    expect(message).toContain("Recurring payouts are not supported on Tron");
  });

  test("refuses another payer beside the one of the recurrence", async () => {
    const response = await post(body({ payerWallet: addressOf("payer2") }));
    expect(await refusal(response)).toEqual([400, "recurrence.payer names another payer"]);
    expect((await post(body({ payerWallet: addressOf("payer") }))).status).toBe(201);
  });

  test("creates nothing while the chain cannot be asked", async () => {
    const before = await api.app.database.db.$count(recurringPayments);
    const of = { invoiceCurrency: "USDC-base", paymentCurrency: "USDC-base" };
    expect((await post(body(of))).status).toBe(503);
    expect(await api.app.database.db.$count(recurringPayments)).toBe(before);
  });

  test("happens once under one Idempotency-Key", async () => {
    const headers = { ...key(), "idempotency-key": "schedule-1" };
    const same = body();
    const [first, second] = await Promise.all([post(same, headers), post(same, headers)]);
    expect((await first.json()).id).toBe((await second.json()).id);
  });
});

test("counts every instalment for the limit of a key", async () => {
  const session = await aSession(api);
  const limited = async (dailyLimit: object) => {
    const { body } = await send(makeKey, "/v1/api-keys", {
      method: "POST",
      headers: session.bearer,
      body: { label: "Payroll", dailyLimit },
    });
    return { "x-api-key": body.value };
  };
  const few = await limited({ payments: 5 });
  expect((await post(body(), few)).status).toBe(201);
  const refused = await post(body(), few);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ limit: { payments: 5 } });
  expect(await api.app.database.db.select().from(keyUses)).toMatchObject([{ payments: 3, microUsd: 0n }]);
});

describe("the allowance", () => {
  test("is for all signed schedules of that payer and token, whoever created them", async () => {
    const payer = { payer: addressOf("payer2") };
    const mine = await created({}, payer);
    expect(mine.metadata.totalNeededAllowance).toBe("30000000");
    // Nobody has signed it: it counts for nothing, or anybody could raise what others ask for.
    expect((await created({}, payer)).metadata.existingPaymentsAmount).toBe("0");
    const signature = await sign(typed(mine.recurringPaymentPermit), "payer2");
    expect((await handIn(mine.id, signature)).status).toBe(201);
    const response = await post(body({ amount: "1" }, payer), { "x-api-key": stranger.apiKey });
    const theirs: RecurringPayoutCreated = await response.json();
    expect(theirs.metadata).toMatchObject({
      existingPaymentsAmount: "30000000",
      totalNeededAllowance: "33000000",
    });
    await signAndSend(chain, "payer2", theirs.transactions);
    expect(await allowance(usdc(), addressOf("payer2"))).toBe(33_000_000n);
  });

  test("is reset first where the token refuses to change it", () => {
    const usdt = tokenById("USDT-mainnet");
    if (!usdt?.address) throw new Error("no such token");
    const at = { address: bytes(usdt.address), contract: CONTRACT };
    const amounts = (current: bigint, target: bigint) =>
      approvalsTo(usdt, at, { current, target }).map(({ data }) => BigInt(`0x${data.slice(-64)}`));
    expect(amounts(5n, 9n)).toEqual([0n, 9n]);
    expect(amounts(9n, 5n)).toEqual([0n, 5n]);
    expect(amounts(0n, 9n)).toEqual([9n]);
    expect(amounts(9n, 0n)).toEqual([0n]);
    expect(amounts(9n, 9n)).toEqual([]);
  });
});

describe("activating", () => {
  test("needs the payer's signature of exactly this permit", async () => {
    const { id, recurringPaymentPermit } = await created({ feePercentage: "1", feeAddress: FEE });
    const data = typed(recurringPaymentPermit);
    const invalid = [400, "Invalid signature provided"];
    const other: Record<string, unknown> = {
      subscriber: addressOf("payer2"),
      token: tokenAddress("USDT-sepolia"),
      recipient: addressOf("merchant"),
      feeAddress: addressOf("merchant"),
      nonce: "0x01",
    };
    for (const field of Object.keys(data.message)) {
      const value = other[field] ?? String(BigInt(String(data.message[field])) + 1n);
      const changed = { ...data, message: { ...data.message, [field]: value } };
      expect([field, ...(await refusal(handIn(id, await sign(changed))))]).toEqual([field, ...invalid]);
    }
    const elsewhere = [
      { chainId: 1 },
      { verifyingContract: addressOf("merchant") },
      { name: "Another" },
      { version: "2" },
    ];
    for (const domain of elsewhere) {
      const changed = { ...data, domain: { ...data.domain, ...domain } };
      expect(await refusal(handIn(id, await sign(changed)))).toEqual(invalid);
    }
    expect(await refusal(handIn(id, await sign(data, "payer2")))).toEqual(invalid);
    for (const text of ["", "0x", "nonsense", `0x${"00".repeat(65)}`, `0x${"ff".repeat(64)}`]) {
      expect(await refusal(handIn(id, text))).toEqual(invalid);
    }
    const proper = parseSignature(await sign(data));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const twin = serializeSignature({
      r: proper.r,
      s: `0x${(order - BigInt(proper.s)).toString(16).padStart(64, "0")}`,
      yParity: proper.yParity === 0 ? 1 : 0,
    });
    expect(await refusal(handIn(id, twin))).toEqual(invalid);
    expect((await read(id)).status).toBe("pending");
    const response = await handIn(id, serializeSignature(proper));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      message: "Recurring payment activated successfully",
      id,
      status: "active",
    });
    const [noted] = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(noted).toMatchObject({ action: "recurring_payment.activated", platformId: tenant.platformId });
    expect(await refusal(handIn(id, await sign(data)))).toEqual([400, "Recurring payment is already active"]);
  });

  test("takes a recovery byte of 0 or 1 as the contract knows it", async () => {
    const { id, recurringPaymentPermit } = await created();
    const signature = await sign(typed(recurringPaymentPermit));
    const last = Number.parseInt(signature.slice(-2), 16) - 27;
    expect((await handIn(id, `${signature.slice(0, -2)}0${last}`)).status).toBe(201);
    const [row] = await api.app.database.db
      .select()
      .from(recurringPayments)
      .where(eq(recurringPayments.id, id));
    expect(row?.signature).toBe(signature);
  });

  test("takes the signature of a Safe, and the contract takes its instalment", async () => {
    const bench = benchOn(chain);
    const safe = await aSafe(bench, ["payer", "payer2", "merchant"], 2n);
    const startDate = new Date((await chainTime()).getTime() + DAY * 1_000);
    const { id, recurringPaymentPermit } = await created(
      { amount: "1" },
      { payer: safe, startDate: startDate.toISOString(), frequency: "DAILY" },
    );
    const digest = hashTypedData(typed(recurringPaymentPermit));
    const invalid = [400, "Invalid signature provided"];
    expect(await refusal(handIn(id, await signAsSafe(bench, safe, digest, ["payer"])))).toEqual(invalid);
    expect(await refusal(handIn(id, await sign(typed(recurringPaymentPermit))))).toEqual(invalid);
    const others = await signAsSafe(bench, safe, `0x${"ab".repeat(32)}`, ["payer", "payer2"]);
    expect(await refusal(handIn(id, others))).toEqual(invalid);
    const signature = await signAsSafe(bench, safe, digest, ["payer", "payer2"]);
    expect((await handIn(id, signature)).status).toBe(201);
    await chain.rpc("evm_increaseTime", DAY + 1);
    await chain.mine();
    const due = await dueInstalments(ctx(), {
      network,
      at: await chainTime(),
      contract: CONTRACT,
      limit: 10,
    });
    const own = due.find(({ scheduleId }) => scheduleId === id);
    if (!own) throw new Error("the Safe's instalment is not due");
    // Only money is missing: the signature was believed.
    const simulated = chain.publicClient.simulateContract({
      ...instalmentCall(own),
      abi: RECURRING_ABI,
      account: chain.wallet(RELAYER).account,
    });
    await expect(simulated).rejects.toThrow(/ERC20InsufficientAllowance/);
  });

  test("is too late once the payer has ended the schedule in the contract", async () => {
    const { id, recurringPaymentPermit } = await created();
    const data = typed(recurringPaymentPermit);
    const hash = await chain.wallet("payer").writeContract({
      address: CONTRACT,
      abi: recurringAbi,
      functionName: "cancel",
      args: [data.message as unknown as SchedulePermit],
    });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    const cancelled = [400, "Recurring payment is already cancelled"];
    expect(await refusal(handIn(id, await sign(data)))).toEqual(cancelled);
    expect((await read(id)).status).toBe("cancelled");
  });
});

describe("the documented words", () => {
  test("for a schedule that is not there, or not ours", async () => {
    const own = await activated();
    const unknown = [404, "Recurring payment not found"];
    const foreign = { "x-api-key": stranger.apiKey };
    for (const [id, headers] of [
      ["01JXYJKCAHGFTDR15F2D072ESG", key()],
      ["nonsense", key()],
      [own.id, foreign],
    ] as const) {
      expect(await refusal(GET(call("GET", path(id), headers), at(id)))).toEqual(unknown);
      expect(await refusal(handIn(id, "0x", headers))).toEqual(unknown);
      expect(await refusal(patch(id, "cancel", headers))).toEqual(unknown);
      expect(await refusal(patch(id, "unpause", headers))).toEqual(unknown);
    }
    expect((await read(own.id)).status).toBe("active");
  });

  test("for a client ID, which reaches only what it created", async () => {
    const own = await activated();
    const clientId = await aClientId(api.app, tenant.platformId);
    expect((await GET(call("GET", path(own.id), { "x-client-id": clientId }), at(own.id))).status).toBe(404);
    const response = await post(body(), { "x-client-id": clientId });
    const { id } = await response.json();
    expect((await GET(call("GET", path(id), { "x-client-id": clientId }), at(id))).status).toBe(200);
    expect((await GET(call("GET", path(id), key()), at(id))).status).toBe(200);
  });

  test("for what the state does not allow", async () => {
    const { id } = await activated();
    expect(await refusal(patch(id, "pause"))).toEqual([400, "Invalid action: pause"]);
    expect(await refusal(patch(id, "unpause"))).toEqual([400, "Recurring payment is not paused"]);
    expect((await patch(id, "cancel")).status).toBe(200);
    expect(await refusal(patch(id, "cancel"))).toEqual([400, "Recurring payment is already cancelled"]);
    expect(await refusal(patch(id, "unpause"))).toEqual([400, "Recurring payment is not paused"]);
    await api.app.database.db
      .update(recurringPayments)
      .set({ status: "completed" })
      .where(eq(recurringPayments.id, id));
    expect(await refusal(patch(id, "cancel"))).toEqual([400, "Cannot cancel a completed recurring payment"]);
  });
});

describe("cancelling", () => {
  test("gives the payer what ends it in the contract and takes the rest of the allowance back", async () => {
    await approve(usdc(), 0n);
    const before = await neededBy("payer");
    const { id, transactions, recurringPaymentPermit } = await activated();
    await signAndSend(chain, "payer", transactions);
    expect(await allowance(usdc(), addressOf("payer"))).toBe(before + 30_000_000n);
    const answer = await (await patch(id, "cancel")).json();
    expect(answer).toMatchObject({
      id,
      status: "cancelled",
      metadata: {
        remainingPayments: 3,
        remainingAmount: "30000000",
        processedPayments: 0,
        totalPayments: 3,
      },
    });
    expect(answer.transactions).toHaveLength(2);
    await signAndSend(chain, "payer", answer.transactions);
    const digest = hashTypedData(typed(recurringPaymentPermit));
    const isCancelled = await chain.publicClient.readContract({
      address: CONTRACT,
      abi: recurringAbi,
      functionName: "isCancelled",
      args: [digest],
    });
    expect(isCancelled).toBe(true);
    expect(await allowance(usdc(), addressOf("payer"))).toBe(before);
    expect(await read(id)).toMatchObject({ status: "cancelled", nextPaymentDate: null });
  });

  test("never lowers the allowance below what the payer's other schedules need", async () => {
    const before = await neededBy("payer");
    await approve(usdc(), before + 5n);
    const { id } = await activated({ amount: "100" });
    const { transactions } = await (await patch(id, "cancel")).json();
    await signAndSend(chain, "payer", transactions);
    expect(await allowance(usdc(), addressOf("payer"))).toBe(before);
    const again = await activated({ amount: "100" });
    expect((await (await patch(again.id, "cancel")).json()).transactions).toHaveLength(1);
  });

  test("works while the chain cannot be asked", async () => {
    const row = await aSchedule(api.app, chain, { platformId: tenant.platformId });
    await api.app.database.db
      .update(recurringPayments)
      .set({ network: "base", paymentCurrency: "USDC-base" })
      .where(eq(recurringPayments.id, row.id));
    const response = await patch(row.id, "cancel");
    expect(response.status).toBe(200);
    expect((await response.json()).transactions).toHaveLength(1);
  });
});

/** A block at exactly this second. */
async function mineAt(second: number): Promise<void> {
  await chain.rpc("evm_setNextBlockTimestamp", second);
  await chain.mine();
}

async function neededBy(who: AccountName): Promise<bigint> {
  return BigInt((await created({}, { payer: addressOf(who) })).metadata.existingPaymentsAmount ?? "0");
}

test("unpausing goes on with what was missed, in order", async () => {
  const row = await aSchedule(api.app, chain, { platformId: tenant.platformId });
  for (const hours of [0, 1, 7]) {
    const failedAt = new Date((row.firstExec + hours * 3_600) * 1_000);
    await inTransaction(ctx(), (tx) =>
      failInstalment(tx, { scheduleId: row.id, index: 1, failure: "insufficient_funds", at: failedAt }),
    );
  }
  expect(await read(row.id)).toMatchObject({
    status: "paused",
    nextPaymentDate: null,
    failureCount: 3,
    failureReason: "The payer's balance is smaller than the instalment",
  });
  const firstDate = new Date(row.firstExec * 1_000).toISOString();
  expect(await (await patch(row.id, "unpause")).json()).toEqual({
    id: row.id,
    status: "active",
    metadata: { processedPayments: 0, totalPayments: 3, nextPaymentDate: firstDate },
  });
  const due = await dueInstalments(ctx(), {
    network,
    at: new Date((row.firstExec + 2 * DAY) * 1_000),
    contract: CONTRACT,
    limit: 100,
    perSchedule: 5,
  });
  const own = due.filter(({ scheduleId }) => scheduleId === row.id);
  expect(own.map(({ index }) => index)).toEqual([1, 2, 3]);
  expect(await read(row.id)).not.toHaveProperty("failureCount");
  await patch(row.id, "cancel");
});

test("three instalments over HTTP from the signature to the end", async () => {
  const startDate = new Date((await chainTime()).getTime() + 2 * DAY * 1_000);
  const recurrence = { payer: addressOf("merchant"), startDate: startDate.toISOString(), frequency: "DAILY" };
  const schedule = await created({ amount: "10", feePercentage: "2", feeAddress: FEE }, recurrence);
  await signAndSend(chain, "merchant", schedule.transactions);
  const signature = await sign(typed(schedule.recurringPaymentPermit), "merchant");
  expect((await handIn(schedule.id, signature)).status).toBe(201);
  const adapter = api.app.chains.find(network);
  if (!adapter) throw new Error("no adapter");
  const memory = newWatcherMemory();
  const [executor] = executeInstalmentsLoop(api.app, adapter);
  if (!executor) throw new Error("no executor");
  /** The worker: pays what is due, and sees what was paid. */
  const work = async () => {
    await executeAll(executor, chain);
    memory.claimedAt = 0;
    while ((await watchTransfers(ctx(), adapter, "worker", memory)) === "more");
  };
  const received = () => balanceOf(chain, usdc(), addressOf("recipient"));
  const before = await received();
  const firstExec = Math.ceil(startDate.getTime() / 1_000);
  for (let index = 1; index <= 3; index++) {
    const second = firstExec + (index - 1) * DAY;
    await mineAt(second - 1);
    await work();
    expect(await read(schedule.id)).toMatchObject({ processedPayments: index - 1, status: "active" });
    await mineAt(second);
    await work();
    expect(await read(schedule.id)).toMatchObject({ processedPayments: index, totalPayments: 3 });
    expect((await received()) - before).toBe(BigInt(index) * 10_000_000n);
  }
  await mineAt(firstExec + 30 * DAY);
  await work();
  expect((await received()) - before).toBe(30_000_000n);
  const done = await read(schedule.id);
  expect(done).toMatchObject({ status: "completed", nextPaymentDate: null });
  expect(done.lastPaymentDate).not.toBeNull();
  expect(done.requests).toHaveLength(3);
  expect(done.payments).toHaveLength(3);
  expect(done.payments[0]).toMatchObject({ amount: "10", txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect(await allowance(usdc(), addressOf("merchant"))).toBe(0n);
});

describe("raced 200 times", () => {
  const ROUNDS = 200;
  const AT_ONCE = 10;

  async function rounds(round: () => Promise<void>): Promise<void> {
    for (let i = 0; i < ROUNDS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, round));
  }

  test("a cancellation against the execution: what was begun before it may be mined, nothing is begun after", async () => {
    let begun = 0;
    await rounds(async () => {
      const row = await aSchedule(api.app, chain, { platformId: tenant.platformId });
      const wanted = [{ scheduleId: row.id, index: 1 }];
      const now = new Date(row.firstExec * 1_000);
      const [response, submitted] = await Promise.all([
        patch(row.id, "cancel"),
        inTransaction(ctx(), (tx) => submitInstalments(tx, { network, at: now }, wanted)),
      ]);
      expect(response.status).toBe(200);
      begun += submitted.length;
      expect(await inTransaction(ctx(), (tx) => submitInstalments(tx, { network, at: now }, wanted))).toEqual(
        [],
      );
      expect((await read(row.id)).requests).toHaveLength(submitted.length);
    });
    expect(begun).toBeLessThanOrEqual(ROUNDS);
  });

  test("an unpausing against a cancellation: cancelled stays cancelled", async () => {
    await rounds(async () => {
      const row = await aSchedule(api.app, chain, { platformId: tenant.platformId, status: "paused" });
      const [cancelled, unpaused] = await Promise.all([patch(row.id, "cancel"), patch(row.id, "unpause")]);
      expect(cancelled.status).toBe(200);
      expect([200, 400]).toContain(unpaused.status);
      const [stored] = await api.app.database.db
        .select()
        .from(recurringPayments)
        .where(eq(recurringPayments.id, row.id));
      expect(stored).toMatchObject({ status: "cancelled", nextAttemptAt: null });
    });
  });
});
