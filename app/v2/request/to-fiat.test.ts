import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as getPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { POST as addAccount } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { PATCH as agree, DELETE as erase } from "@/app/v2/payer/[clientUserId]/route";
import { POST as register } from "@/app/v2/payer/route";
import { POST as createBatch } from "@/app/v2/payouts/batch/route";
import { GET as pay } from "@/app/v2/request/[requestId]/pay/route";
import { GET as read } from "@/app/v2/request/[requestId]/route";
import { GET as routes } from "@/app/v2/request/[requestId]/routes/route";
import { POST as create } from "@/app/v2/request/route";
import { POST as setOfframp } from "@/app/v2/sandbox/offramps/[requestId]/route";
import { POST as setPayer } from "@/app/v2/sandbox/payers/[clientUserId]/route";
import { POST as setAccount } from "@/app/v2/sandbox/payment-details/[paymentDetailsId]/route";
import { apiKeys, ledgerEntries, offrampSandbox, offramps, requests, webhookEndpoints } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { ChainError } from "@/server/chains/chain-error";
import { auditLedger } from "@/server/ledger/audit";
import { newId } from "@/server/lib/ids";
import { syncDue } from "@/server/payers/sync";
import { readPublicReceipt } from "@/server/quittances/public-receipt";
import type { RequestRow } from "@/server/requests/draft";
import { syncDueOfframps } from "@/server/requests/offramp-transfers/sync";
import { auditSettlements } from "@/server/requests/settling/audit";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { BANK, PERSON as SOMEBODY } from "@/server/testing/offramp/person";
import { send } from "@/server/testing/send";
import { sealSecret } from "@/server/webhooks/endpoints/secret";

let node: TestChain;
let ledger: TestLedger;
let clock: ManualClock;
let a: Record<string, string>;
let b: Record<string, string>;
let account: string;
let usdc: string;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  clock = new ManualClock();
  ledger = await startLedger(
    node,
    {},
    { env: { NETWORK_PROFILE: "local", RATE_LIMITS: "off" }, now: clock.now },
  );
  replaceApp(ledger.app);
  usdc = (await ledger.request("1")).paymentCurrency;
  const { platformId, apiKey } = await aTenant({ app: ledger.app, close: ledger.close });
  a = { "x-api-key": apiKey };
  const id = newId(clock.now());
  const secret = sealSecret(ledger.app.config.keys, id, "s".repeat(64), randomBytes);
  const url = "https://shop.example/";
  await db().insert(webhookEndpoints).values({ id, platformId, url, secret, createdAt: clock.now() });
  b = { "x-api-key": (await aTenant({ app: ledger.app, close: ledger.close })).apiKey };
  await db().update(apiKeys).set({ offrampAccess: "sandbox" });
  for (const tenant of [a, b]) {
    await send(register, "/v2/payer", { method: "POST", headers: tenant, body: PERSON });
    await call(setPayer, tenant, { kycStatus: "approved" }, { clientUserId: "user-1" });
    await send(agree, "/", {
      method: "PATCH",
      headers: tenant,
      body: { agreementCompleted: true },
      params: USER,
    });
  }
  account = (await call(addAccount, a, BANK, USER)).body.payment_detail.id;
  await syncDue(ledger.ctx, 50);
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
});
afterEach(() => call(setPayer, a, { kycStatus: "approved" }, USER));

const USER = { clientUserId: "user-1" };
const PERSON = { ...USER, ...SOMEBODY };
const db = () => ledger.app.database.db;
const payer = () => node.accounts.payer.address;
const call = (
  handler: Parameters<typeof send>[0],
  headers: Record<string, string>,
  body: unknown,
  params: Record<string, string>,
) => send(handler, "/", { method: "POST", headers, body, params });

async function aRequest(headers = a, changes: object = {}): Promise<RequestRow> {
  const body = {
    amount: "10",
    invoiceCurrency: usdc,
    paymentCurrency: usdc,
    isCryptoToFiatAllowed: true,
    ...changes,
  };
  const created = await send(create, "/v2/request", { method: "POST", headers, body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return rowOf(created.body.requestId);
}

async function rowOf(requestId: string): Promise<RequestRow> {
  const [row] = await db()
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  if (!row) throw new Error("no request");
  return row;
}

const idOf = (row: RequestRow) => row.requestId.slice(2);
const status = async (row: RequestRow, headers = a) =>
  (await send(read, "/", { headers, params: { requestId: idOf(row) } })).body;
const prepare = (row: RequestRow, changes: Record<string, string> = {}, headers = a) => {
  const query = { ...USER, paymentDetailsId: account, wallet: payer(), ...changes };
  return send(pay, `/v2/request/${idOf(row)}/pay?${new URLSearchParams(query)}`, {
    headers,
    params: { requestId: idOf(row) },
  });
};
const outcome = (row: RequestRow, to: string, headers = a) =>
  call(setOfframp, headers, { outcome: to }, { requestId: idOf(row) });

/** Bound to its bank account, and paid on chain. */
async function aPaidRequest(): Promise<RequestRow> {
  const row = await aRequest();
  expect((await prepare(row)).status).toBe(200);
  const bound = await ledger.reload(row);
  await ledger.pay(bound, "10");
  await ledger.watch();
  return bound;
}

/** Asks the provider until nothing moves any more. */
async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) {
    clock.advance(60_000);
    await syncDueOfframps(ledger.ctx, 50, settleLinks);
  }
}

const steps = async (row: RequestRow) =>
  (await ledger.bodies(row)).map(({ event, subStatus }) => `${event} ${subStatus}`);
const HAPPY = [
  "payment.processing initiated",
  "payment.processing pending_internal_assessment",
  "payment.processing ongoing_checks",
  "payment.processing sending_fiat",
  "payment.processing fiat_sent",
  "payment.confirmed fiat_sent",
];

describe("a payment to a bank account", () => {
  test("goes the whole way, and is confirmed only once the account has it", async () => {
    const row = await aRequest();
    expect(await status(row)).toMatchObject({ payee: null, isCryptoToFiatAllowed: true, offramp: null });
    const answer = await prepare(row);
    expect(answer.body.offramp).toMatchObject({
      subStatus: "awaiting_funds",
      sourceAmount: "10",
      destinationAmount: "9.15",
      destinationCurrency: "EUR",
      rate: "0.92",
      isEstimate: true,
      fees: [{ type: "exchange_fee", amount: "0.05", currency: "USDC" }],
    });
    const bound = await ledger.reload(row);
    expect(bound.payee.toLowerCase()).toBe(answer.body.offramp.depositAddress);
    expect((await prepare(row)).body.offramp.depositAddress).toBe(answer.body.offramp.depositAddress);
    await ledger.pay(bound, "10");
    await ledger.watch();
    expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "processing" });
    expect(await steps(row)).toEqual(HAPPY.slice(0, 1));
    await settle();
    expect(await status(row)).toMatchObject({
      hasBeenPaid: true,
      status: "paid",
      offramp: { subStatus: "fiat_sent" },
    });
    expect(await steps(row)).toEqual(HAPPY);
    expect((await ledger.bodies(row)).at(-1)).toMatchObject({
      isCryptoToFiat: true,
      totalAmountPaid: "10",
      paymentProcessor: "service-tech",
    });
    const { body } = await send(getPayment, "/", { headers: a, params: { requestId: idOf(row) } });
    expect(body.statusReason).toBe("The bank account has the money.");
    expect(body.offramp).toMatchObject({
      rate: "0.92",
      destinationAmount: "9.15",
      isEstimate: false,
      subStatus: "fiat_sent",
      payer: USER,
      bankAccount: { id: account, accountNumber: "••••3000", bankName: "First Bank", status: "approved" },
    });
    const way = ["awaiting_funds", ...HAPPY.slice(0, 5).map((step) => step.split(" ")[1])];
    const seen = (steps: { subStatus: string }[]) => steps.map(({ subStatus }) => subStatus);
    expect(seen(body.offramp.steps)).toEqual(way);
    const told = body.webhooks.map(({ event }: { event: string }) => event);
    expect(told).toEqual(HAPPY.map((step) => step.split(" ")[0]));
    const entries = body.timeline.filter(({ kind }: { kind: string }) => kind === "offramp");
    expect(seen(entries)).toEqual(way);
  });

  test("has a public receipt that says what arrived at the bank, and nothing of whose account it is", async () => {
    const row = await aPaidRequest();
    const receipt = () => readPublicReceipt(ledger.ctx, idOf(row));
    await expect(receipt()).rejects.toMatchObject({ status: 404 });
    await settle();
    const told = await receipt();
    expect(told).toMatchObject({ amount: "10", asked: "10", currency: "USDC", isPayeeMasked: false });
    expect(told.offramp).toEqual({
      amount: "9.15",
      currency: "EUR",
      rate: "0.92",
      isEstimate: false,
      fees: [{ type: "exchange_fee", amount: "0.05", currency: "USDC" }],
    });
    const personal = [...Object.values(PERSON), BANK.bankName, BANK.accountName, BANK.iban, account];
    // Those that no hash can hold by chance.
    const words = personal.filter((word) => word.length > 12 || (word.length > 4 && /[^0-9a-f]/i.test(word)));
    expect(words).toEqual(expect.arrayContaining(["Lovelace", "ada@people.example", BANK.iban]));
    const text = JSON.stringify({ ...told, merchant: null, contact: null });
    expect(words.filter((word) => text.includes(word))).toEqual([]);
    await outcome(row, "bounced");
    await expect(receipt()).rejects.toMatchObject({ status: 404 });
  });

  test("that the bank has before anything of it was seen here is in the journal", async () => {
    const row = await aRequest();
    await prepare(row);
    const [{ id = "", providerTransferId = "" } = {}] = await db()
      .select()
      .from(offramps)
      .where(eq(offramps.requestId, row.id));
    await db()
      .update(offrampSandbox)
      .set({ state: sql`${offrampSandbox.state} || '{"status": "fiat_sent"}'` })
      .where(eq(offrampSandbox.id, providerTransferId));
    await settle();
    expect(await status(row)).toMatchObject({ offramp: { subStatus: "fiat_sent" } });
    const entries = await db()
      .select({ part: ledgerEntries.part, currency: ledgerEntries.currency, amount: ledgerEntries.amount })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.source, id), eq(ledgerEntries.origin, "bank")));
    expect(entries).toEqual([{ part: "converted_to", currency: "EUR", amount: 9_15000000n }]);
    expect((await auditLedger(ledger.ctx)).filter(({ source }) => source === id)).toEqual([]);
  });

  test("that comes back after delivery is open again, and confirmed anew when it arrives", async () => {
    const row = await aPaidRequest();
    await settle();
    expect((await outcome(row, "bounced")).status).toBe(200);
    expect(await status(row)).toMatchObject({
      hasBeenPaid: false,
      status: "processing",
      offramp: { subStatus: "bounced" },
    });
    await outcome(row, "completed");
    await settle();
    expect(await status(row)).toMatchObject({ hasBeenPaid: true, offramp: { subStatus: "fiat_sent" } });
    expect((await steps(row)).slice(HAPPY.length)).toEqual([
      "payment.processing bounced",
      "payment.failed bounced",
      "payment.processing retry_required",
      "payment.processing sending_fiat",
      "payment.processing fiat_sent",
      "payment.confirmed fiat_sent",
    ]);
  });

  test.each([
    ["failed", "failed", "failed", "payment.failed failed"],
    ["retry_required", "processing", "retry_required", "payment.processing retry_required"],
    ["bounced", "processing", "bounced", "payment.processing bounced"],
    ["refunded", "refunded", "refunded", "payment.refunded undefined"],
  ])("that ends %s says so, and where the money is", async (to, state, subStatus, event) => {
    const row = await aRequest();
    await prepare(row);
    await outcome(row, to);
    const bound = await ledger.reload(row);
    await ledger.pay(bound, "10");
    await ledger.watch();
    await settle();
    const now = await status(row);
    expect(now).toMatchObject({ hasBeenPaid: false, status: state, offramp: { subStatus } });
    expect(now.offramp.explanation).toMatch(/provider/i);
    const told = await steps(row);
    expect(told.at(-1)).toBe(event);
    expect(told.filter((step) => step.startsWith("payment.confirmed"))).toEqual([]);
  });

  test("in part waits for the rest, and is not confirmed by what the provider makes of it", async () => {
    const row = await aRequest();
    await prepare(row);
    await ledger.pay(await ledger.reload(row), "4");
    await ledger.watch();
    await settle();
    expect(await status(row)).toMatchObject({
      hasBeenPaid: false,
      status: "partially_paid",
      paidAmount: "4",
    });
  });

  test("twice is confirmed once, the second as an excess", async () => {
    const row = await aPaidRequest();
    await ledger.pay(row, "10");
    await ledger.watch();
    await settle();
    expect(await status(row)).toMatchObject({ hasBeenPaid: true, excessAmount: "10" });
    expect((await steps(row)).filter((step) => step.startsWith("payment.confirmed"))).toHaveLength(1);
  });
});

test.each([
  ["in dollars", "fUSDC-sepolia"],
  ["in dollars by the token's other ID", "USDC-sepolia"],
])("asked %s is the same amount of USDC, and goes the whole way", async (_, paymentCurrency) => {
  const row = await aRequest(a, { amount: "12.5", invoiceCurrency: "USD", paymentCurrency });
  expect(await status(row)).toMatchObject({
    requestAmount: "12.5",
    invoiceCurrency: usdc,
    paymentCurrency: usdc,
  });
  expect((await prepare(row)).body.offramp).toMatchObject({ sourceAmount: "12.5", sourceCurrency: "USDC" });
  await ledger.pay(await ledger.reload(row), "12.5");
  await ledger.watch();
  await settle();
  expect(await status(row)).toMatchObject({ status: "paid", paidAmount: "12.5" });
});

describe("refused before anybody pays", () => {
  test.each([
    ["a payee", { payee: `0x${"1".repeat(40)}` }],
    ["another token", { invoiceCurrency: "FAU-sepolia", paymentCurrency: "FAU-sepolia" }],
    ["an amount in euros", { invoiceCurrency: "EUR" }],
    ["an amount in dollars that is finer than the token", { invoiceCurrency: "USD", amount: "10.0000001" }],
    ["a repetition", { recurrence: { startDate: "2027-01-01T00:00:00Z", frequency: "MONTHLY" } }],
  ])("a request with %s", async (_, changes) => {
    const body = { amount: "10", invoiceCurrency: usdc, paymentCurrency: usdc, isCryptoToFiatAllowed: true };
    const answer = await send(create, "/", { method: "POST", headers: a, body: { ...body, ...changes } });
    expect(answer.status).toBe(400);
  });

  test("calldata without payer, account or wallet, or for a part", async () => {
    const row = await aRequest();
    for (const left of ["clientUserId", "paymentDetailsId", "wallet"]) {
      const query = new URLSearchParams({ ...USER, paymentDetailsId: account, wallet: payer() });
      query.delete(left);
      const at = `/v2/request/${idOf(row)}/pay?${query}`;
      expect((await send(pay, at, { headers: a, params: { requestId: idOf(row) } })).status).toBe(400);
    }
    expect((await prepare(row, { amount: "3" })).status).toBe(400);
    const at = `/v2/request/${idOf(row)}/routes?wallet=${payer()}`;
    expect((await send(routes, at, { headers: a, params: { requestId: idOf(row) } })).status).toBe(400);
    expect((await call(createBatch, a, { requestIds: [idOf(row)] }, {})).status).toBe(400);
    expect((await ledger.reload(row)).payee).toBe("");
  });

  test("another account's payer, bank account and request", async () => {
    const own = await aRequest();
    const foreign = await aRequest(b);
    expect((await prepare(own, {}, b)).status).toBe(404);
    expect((await prepare(foreign, {}, b)).status).toBe(404);
    expect((await prepare(own, { clientUserId: "user-2" })).status).toBe(404);
    expect((await prepare(own, { paymentDetailsId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })).status).toBe(404);
    expect((await outcome(own, "failed", b)).status).toBe(404);
  });

  test("a payer whose approval was taken back, also after binding", async () => {
    const row = await aRequest();
    expect((await prepare(row)).status).toBe(200);
    await call(setPayer, a, { kycStatus: "rejected" }, USER);
    expect((await prepare(row)).status).toBe(400);
  });

  test("a bank account that is not approved, and another one than the bound", async () => {
    const { id } = (await call(addAccount, a, BANK, USER)).body.payment_detail;
    const row = await aRequest();
    expect((await prepare(row, { paymentDetailsId: id })).status).toBe(400);
    await call(setAccount, a, { status: "approved" }, { paymentDetailsId: id });
    expect((await prepare(row)).status).toBe(200);
    expect((await prepare(row, { paymentDetailsId: id })).status).toBe(409);
  });

  test("a deposit address that changes after it was bound", async () => {
    const row = await aRequest();
    await prepare(row);
    const bound = await ledger.reload(row);
    const [offramp] = await db().select().from(offramps).where(eq(offramps.requestId, row.id));
    const id = offramp?.providerTransferId ?? "";
    const [stored] = await db().select().from(offrampSandbox).where(eq(offrampSandbox.id, id));
    const state = { ...(stored?.state as object), depositAddress: payer().toLowerCase() };
    await db().update(offrampSandbox).set({ state }).where(eq(offrampSandbox.id, id));
    expect((await prepare(row)).status).toBe(409);
    expect((await ledger.reload(row)).payee).toBe(bound.payee);
    // Whoever pays elsewhere under this reference is told, and credited nothing.
    await ledger.pay(bound, "10", { to: payer() });
    await ledger.watch();
    expect(await status(row)).toMatchObject({
      status: "created",
      note: expect.stringContaining("not credited"),
    });
  });
});

test("the knobs of a payment: slow, down, and up again; its payer is not erased while it is on its way", async () => {
  const row = await aPaidRequest();
  const knob = (body: object) => call(setOfframp, a, body, { requestId: idOf(row) });
  expect((await knob({ answers: "down" })).status).toBe(200);
  const before = (await status(row)).offramp.subStatus;
  await settle();
  expect((await status(row)).offramp.subStatus).toBe(before);
  expect((await knob({ answers: "slow" })).status).toBe(200);
  await knob({ answers: "normal" });
  const gone = { method: "DELETE" as const, headers: a, params: USER };
  const refused = await send(erase, "/", gone);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("on its way");
  await settle();
  expect(await status(row)).toMatchObject({ hasBeenPaid: true });
});

test("while no node can say whether the deposit came, the sandbox gives no answer, and is asked again", async () => {
  const row = await aPaidRequest();
  const chain = ledger.app.chains.find("sepolia");
  if (!chain) throw new Error("no chain");
  const funds = vi.spyOn(chain, "funds").mockRejectedValue(new ChainError("no node answers"));
  expect((await outcome(row, "failed")).status).toBe(503);
  await settle();
  expect(await status(row)).toMatchObject({ status: "processing" });
  funds.mockRestore();
  await settle();
  expect(await status(row)).toMatchObject({ status: "failed" });
});

test("canceled before it was paid: the address is closed, and paying it later is told", async () => {
  const row = await aRequest();
  await prepare(row);
  const bound = await ledger.reload(row);
  expect((await outcome(row, "canceled")).status).toBe(200);
  expect((await status(row)).offramp).toMatchObject({ subStatus: "failed" });
  await ledger.pay(bound, "10");
  await ledger.watch();
  expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "failed" });
  expect(await steps(row)).toEqual(["payment.failed failed", "payment.failed failed"]);
});

test("a payment before there is a deposit address stops no watcher and counts for nothing", async () => {
  const row = await aRequest();
  await ledger.pay(row, "10", { to: node.accounts.recipient.address });
  await ledger.watch();
  expect(await status(row)).toMatchObject({ status: "created", hasBeenPaid: false });
});

test("statuses follow from transfers and deliveries, as the audit has it", async () => {
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
});
