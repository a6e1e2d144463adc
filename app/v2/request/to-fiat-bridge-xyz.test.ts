import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as takeNotice } from "@/app/v2/offramp/notices/route";
import { POST as addAccount } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { PATCH as agree } from "@/app/v2/payer/[clientUserId]/route";
import { POST as register } from "@/app/v2/payer/route";
import { GET as pay } from "@/app/v2/request/[requestId]/pay/route";
import { GET as read } from "@/app/v2/request/[requestId]/route";
import { POST as create } from "@/app/v2/request/route";
import { apiKeys, offramps, payers, requests } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { tokenById } from "@/server/currencies/tokens";
import { scrape } from "@/server/http/monitoring/scrape";
import { syncDue } from "@/server/payers/sync";
import type { RequestRow } from "@/server/requests/draft";
import { syncDueOfframps } from "@/server/requests/offramp-transfers/sync";
import { auditSettlements } from "@/server/requests/settling/audit";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { type BridgeXyzServer, startBridgeXyzServer } from "@/server/testing/offramp/bridge-xyz-server";
import { BANK, PERSON as SOMEBODY } from "@/server/testing/offramp/person";
import { send } from "@/server/testing/send";

let node: TestChain;
let ledger: TestLedger;
let bridge: BridgeXyzServer;
let clock: ManualClock;
let key: Record<string, string>;
let account: string;
let usdc: string;

const USER = { clientUserId: "user-1" };
const PERSON = { ...USER, ...SOMEBODY };

beforeAll(async () => {
  [node, bridge] = await Promise.all([startTestChain({ network: "matic" }), startBridgeXyzServer()]);
  clock = new ManualClock();
  const env = {
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    OFFRAMP_BRIDGE_KEY: "sk-test",
    OFFRAMP_BRIDGE_URL: bridge.url,
    OFFRAMP_BRIDGE_WEBHOOK_KEY: bridge.noticeKey.replaceAll("\n", "\\n"),
    OFFRAMP_TIMEOUT_MS: "1000",
    PERSONAL_DATA_KEY: "ab".repeat(32),
  };
  ledger = await startLedger(node, {}, { env, now: clock.now });
  replaceApp(ledger.app);
  usdc = (await ledger.request("1")).paymentCurrency;
  key = { "x-api-key": (await aTenant({ app: ledger.app, close: ledger.close })).apiKey };
  await db().update(apiKeys).set({ offrampAccess: "production" });
  // The payer registers, is checked and agrees on the provider's pages, and has a bank account.
  expect((await post(register, PERSON)).status).toBe(200);
  const [row] = await db().select().from(payers).where(eq(payers.clientUserId, USER.clientUserId));
  const link = bridge.links.get(row?.providerLinkId ?? "");
  Object.assign(link ?? {}, { kyc_status: "approved", tos_status: "approved" });
  expect(await notice("kyc_link", row?.providerLinkId ?? "")).toBe(200);
  await syncDue(ledger.ctx, 50);
  const agreed = await send(agree, "/", {
    method: "PATCH",
    headers: key,
    body: { agreementCompleted: true },
    params: USER,
  });
  expect(agreed.body).toEqual({ success: true });
  account = (await post(addAccount, BANK, USER)).body.payment_detail.id;
});
afterAll(async () => {
  await ledger?.close();
  await node?.stop();
  await bridge?.close();
});
afterEach(() => {
  expect(bridge.instead).toEqual([]);
});

const db = () => ledger.app.database.db;
const post = (handler: Parameters<typeof send>[0], body: unknown, params: Record<string, string> = {}) =>
  send(handler, "/", { method: "POST", headers: key, body, params });
const idOf = (row: RequestRow) => row.requestId.slice(2);

async function aRequest(): Promise<RequestRow> {
  const body = { amount: "10", invoiceCurrency: usdc, paymentCurrency: usdc, isCryptoToFiatAllowed: true };
  const created = await post(create, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const [row] = await db()
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${created.body.requestId}`));
  if (!row) throw new Error("no request");
  return row;
}

const prepare = (row: RequestRow) => {
  const wallet = node.accounts.payer.address;
  const query = new URLSearchParams({ ...USER, paymentDetailsId: account, wallet });
  return send(pay, `/v2/request/${idOf(row)}/pay?${query}`, {
    headers: key,
    params: { requestId: idOf(row) },
  });
};
const status = async (row: RequestRow) =>
  (await send(read, "/", { headers: key, params: { requestId: idOf(row) } })).body;

type Words = Record<string, unknown>;
interface Transfer extends Words {
  source_deposit_instructions: Words;
  destination: Words | undefined;
}

/** The provider's own record of the transfer of a request. */
function transferOf(row: RequestRow): Transfer {
  const found = [...bridge.transfers.values()].find(
    ({ client_reference_id: reference }) => reference === idOf(row),
  );
  if (!found) throw new Error("the provider has no transfer of it");
  return found as Transfer;
}

/** What the provider says of the payer, who is asked about before each transfer. */
const payerAnswer = () => ({ status: 200, body: [...bridge.links.values()][0] });

let notices = 0;

/** A signed notice; what it says of the state is not believed. */
async function notice(category: string, id: string, options: { eventId?: string; forged?: true } = {}) {
  const raw = JSON.stringify({
    event_id: options.eventId ?? `event-${++notices}`,
    event_category: category,
    event_object_id: id,
    event_object: { state: "payment_processed" },
  });
  const headers = { "x-webhook-signature": bridge.sign(options.forged ? `${raw} ` : raw, clock.now()) };
  const url = "http://127.0.0.1/v2/offramp/notices";
  return (await takeNotice(new Request(url, { method: "POST", headers, body: raw }))).status;
}

/** The provider moves a transfer and tells it. */
async function move(row: RequestRow, state: string, receipt: object = {}): Promise<void> {
  const transfer = transferOf(row);
  Object.assign(transfer, { state, receipt });
  expect(await notice("transfer", String(transfer.id))).toBe(200);
  await syncDueOfframps(ledger.ctx, 50, settleLinks);
}

async function aPaidRequest(): Promise<RequestRow> {
  const row = await aRequest();
  expect((await prepare(row)).status).toBe(200);
  const bound = await ledger.reload(row);
  await ledger.pay(bound, "10");
  await ledger.watch();
  return bound;
}

const steps = async (row: RequestRow) =>
  (await ledger.bodies(row)).map(({ event, subStatus }) => `${event} ${subStatus ?? ""}`.trim());
const bodyOf = async (row: RequestRow, event: string) =>
  (await ledger.bodies(row)).findLast((body) => body.event === event);
const offrampsOf = (row: RequestRow) => db().select().from(offramps).where(eq(offramps.requestId, row.id));

const RECEIPT = { initial_amount: "10.0", exchange_fee: "0.1", developer_fee: "0.0", final_amount: "8.91" };
const PROCESSED = [
  "payment.processing initiated",
  "payment.processing pending_internal_assessment",
  "payment.processing ongoing_checks",
  "payment.processing sending_fiat",
];

describe("a payment through the provider's API", () => {
  test("goes the whole way, told step by step, and confirmed once the bank has it", async () => {
    const row = await aRequest();
    const { body, status: code } = await prepare(row);
    expect(code, JSON.stringify(body)).toBe(200);
    expect(body.offramp).toMatchObject({
      subStatus: "awaiting_funds",
      sourceAmount: "10",
      rate: "0.9",
      destinationAmount: "9",
      destinationCurrency: "EUR",
      isEstimate: true,
    });
    const asked = bridge.received.find(({ path }) => path === "/transfers");
    expect(asked?.idempotencyKey).toMatch(/^.{10,}$/);
    expect(asked?.body).toMatchObject({
      source: { payment_rail: "polygon", currency: "usdc" },
      destination: { payment_rail: "sepa", currency: "eur" },
      return_instructions: { address: node.accounts.payer.address },
      features: { flexible_amount: true, allow_any_from_address: true },
    });
    expect(asked?.body).not.toHaveProperty("amount");
    const bound = await ledger.reload(row);
    await ledger.pay(bound, "10");
    await ledger.watch();
    await move(row, "in_review");
    await move(row, "funds_received");
    await move(row, "payment_submitted");
    expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "processing" });
    // A notice of yesterday, a repeated one and a forged one: the provider is asked, and has no news.
    const id = String(transferOf(row).id);
    expect(await notice("transfer", id, { eventId: "again" })).toBe(200);
    expect(await notice("transfer", id, { eventId: "again" })).toBe(200);
    expect(await notice("transfer", id, { forged: true })).toBe(400);
    await syncDueOfframps(ledger.ctx, 50, settleLinks);
    expect(await steps(row)).toEqual(PROCESSED);
    await move(row, "payment_processed", RECEIPT);
    expect(await steps(row)).toEqual([
      ...PROCESSED,
      "payment.processing fiat_sent",
      "payment.confirmed fiat_sent",
    ]);
    expect(await bodyOf(row, "payment.processing")).toMatchObject({
      offrampId: id,
      paymentProcessor: "service-tech",
      rawPayload: { status: "payment_processed", providerId: id },
    });
    expect(await bodyOf(row, "payment.confirmed")).toMatchObject({
      isCryptoToFiat: true,
      totalAmountPaid: "10",
      fees: [{ type: "offramp", provider: "bridge", amount: "0.1", currency: "USDC" }],
      conversionRate: "0.9",
      convertedAmountSource: "10",
      convertedAmountDestination: "8.91",
      rateProvider: "bridge",
    });
    expect(await status(row)).toMatchObject({
      hasBeenPaid: true,
      status: "paid",
      fees: [{ type: "offramp", provider: "bridge", amount: "0.1", currency: "USDC" }],
      offramp: { subStatus: "fiat_sent", destinationAmount: "8.91", rate: "0.9", isEstimate: false },
    });
  });

  test("in a currency of which the provider tells no rate is paid without one, and the amount is known later", async () => {
    const { eur } = bridge.rates;
    delete bridge.rates.eur;
    const row = await aRequest();
    const { body } = await prepare(row);
    bridge.rates.eur = eur ?? "";
    expect(body.offramp).toMatchObject({ rate: null, destinationAmount: null, isEstimate: true });
  });

  test("in part is delivered in part by the provider, and the request waits for the rest", async () => {
    const row = await aRequest();
    await prepare(row);
    await ledger.pay(await ledger.reload(row), "4");
    await ledger.watch();
    await move(row, "payment_processed", { ...RECEIPT, initial_amount: "4.0", final_amount: "3.51" });
    expect(await status(row)).toMatchObject({
      hasBeenPaid: false,
      status: "partially_paid",
      paidAmount: "4",
      offramp: { subStatus: "fiat_sent", destinationAmount: "3.51", rate: "0.9" },
    });
    expect((await steps(row)).filter((step) => step.startsWith("payment.confirmed"))).toEqual([]);
    expect((await prepare(row)).status).toBe(400);
  });

  test("that the provider sends back says where the money went", async () => {
    const row = await aPaidRequest();
    await move(row, "payment_submitted");
    await move(row, "returned");
    expect(await status(row)).toMatchObject({ status: "processing", offramp: { subStatus: "bounced" } });
    await move(row, "refund_in_flight");
    await move(row, "refunded");
    expect((await steps(row)).slice(2)).toEqual([
      "payment.processing bounced",
      "payment.failed bounced",
      "payment.refunded",
    ]);
    expect(await bodyOf(row, "payment.refunded")).toMatchObject({
      requestId: idOf(row),
      refundedTo: node.accounts.payer.address.toLowerCase(),
      refundAmount: "10",
      currency: "USDC",
      paymentProcessor: "service-tech",
    });
    expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "refunded" });
  });

  test.each([
    ["undeliverable", "retry_required", "processing"],
    ["missing_return_policy", "retry_required", "processing"],
    ["error", "retry_required", "processing"],
    ["refund_failed", "failed", "failed"],
  ])("that is %s there is %s here", async (state, subStatus, requestStatus) => {
    const row = await aPaidRequest();
    await move(row, "payment_submitted");
    await move(row, state);
    const now = await status(row);
    expect(now).toMatchObject({ hasBeenPaid: false, status: requestStatus, offramp: { subStatus } });
    expect(now.offramp.explanation).toMatch(/provider/);
    const metrics = await scrape(ledger.app);
    const isShown = metrics.includes(`quittance_offramps{provider="bridge",state="${subStatus}"}`);
    expect(isShown).toBe(subStatus === "retry_required");
  });

  test("after the provider closed the address is told as failed, and a new address is bound before that", async () => {
    const row = await aRequest();
    await prepare(row);
    const stale = await ledger.reload(row);
    await move(row, "canceled");
    expect(await steps(row)).toEqual(["payment.failed failed"]);
    expect((await status(row)).offramp.explanation).toContain("closed the deposit address");
    // It comes late: nothing is made of it here, and that is said.
    await ledger.pay(stale, "10");
    await ledger.watch();
    expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "failed" });
    expect(await steps(row)).toEqual(["payment.failed failed", "payment.failed failed"]);
    expect((await bodyOf(row, "payment.failed"))?.failureReason).toContain("ask the provider");

    const other = await aRequest();
    await prepare(other);
    const closed = await ledger.reload(other);
    await move(other, "canceled");
    transferOf(other).client_reference_id = "closed";
    expect((await prepare(other)).status).toBe(200);
    const open = await ledger.reload(other);
    expect(open.payee).not.toBe(closed.payee);
    // To the stale address: not credited, and said so.
    await ledger.pay(closed, "10");
    await ledger.watch();
    expect(await status(other)).toMatchObject({
      status: "created",
      note: expect.stringContaining("not credited"),
    });
    await ledger.pay(open, "10");
    await ledger.watch();
    await move(other, "payment_processed", RECEIPT);
    expect(await status(other)).toMatchObject({ hasBeenPaid: true });
  });

  test("that comes to the closed address while a new one is asked for binds no other address", async () => {
    const row = await aRequest();
    await prepare(row);
    const closed = await ledger.reload(row);
    await move(row, "canceled");
    transferOf(row).client_reference_id = "closed";
    bridge.meanwhile.set("/transfers", async () => {
      await ledger.pay(closed, "10");
      await ledger.watch();
    });
    expect((await prepare(row)).status).toBe(409);
    expect((await ledger.reload(row)).payee).toBe(closed.payee);
    expect(await offrampsOf(row)).toHaveLength(1);
    expect((await bodyOf(row, "payment.failed"))?.failureReason).toContain("ask the provider");
    expect(await status(row)).toMatchObject({ hasBeenPaid: false, status: "failed" });
  });
});

describe("no calldata where the provider answers with", () => {
  const differs: [string, string, (transfer: Transfer) => unknown][] = [
    ["another network", "network", (one) => (one.source_deposit_instructions.payment_rail = "ethereum")],
    ["another token", "token", (one) => (one.source_deposit_instructions.currency = "usdt")],
    ["another amount", "amount", (one) => (one.source_deposit_instructions.amount = "9.99")],
    ["another currency", "currency", (one) => Object.assign(one.destination ?? {}, { currency: "usd" })],
    ["other rails", "rails", (one) => Object.assign(one.destination ?? {}, { payment_rail: "swift" })],
    [
      "another bank account",
      "bank account",
      (one) => Object.assign(one.destination ?? {}, { external_account_id: "account-9" }),
    ],
    ["another customer", "customer", (one) => (one.on_behalf_of = "customer-9")],
    ["another request", "request", (one) => (one.client_reference_id = "other")],
    ["no destination", "bank account", (one) => Object.assign(one, { destination: undefined })],
  ];

  test.each(differs)("%s", async (_, name, change) => {
    const row = await aRequest();
    // The first answer is lost after the work was done, so that the test can change what the second tells.
    bridge.instead.push(payerAnswer(), { status: 401, body: {}, isDone: true });
    expect((await prepare(row)).status).toBe(503);
    const transfer = transferOf(row);
    const as = structuredClone(transfer);
    change(transfer);
    const refused = await prepare(row);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(name);
    expect(await offrampsOf(row)).toEqual([]);
    expect((await ledger.reload(row)).payee).toBe("");
    // Once it says what was asked, there is calldata; and no more when it changes again before the payer pays.
    Object.assign(transfer, as);
    expect((await prepare(row)).status).toBe(200);
    change(transfer);
    expect((await prepare(row)).status).toBe(409);
    expect(await offrampsOf(row)).toHaveLength(1);
  });

  test("another deposit address than the bound one, or none", async () => {
    const row = await aRequest();
    await prepare(row);
    const instructions = transferOf(row).source_deposit_instructions;
    instructions.to_address = node.accounts.recipient.address;
    expect((await prepare(row)).status).toBe(409);
    delete instructions.to_address;
    expect((await prepare(row)).status).toBe(409);
  });

  test.each([
    ["the address of nobody", () => `0x${"0".repeat(40)}`, 503],
    ["the token's own address", () => tokenById(usdc)?.address ?? "", 409],
    ["no address", () => undefined, 503],
  ])("%s", async (_, address, code) => {
    const row = await aRequest();
    bridge.instead.push(payerAnswer(), { status: 401, body: {}, isDone: true });
    expect((await prepare(row)).status).toBe(503);
    transferOf(row).source_deposit_instructions.to_address = address();
    expect((await prepare(row)).status).toBe(code);
    expect(await offrampsOf(row)).toEqual([]);
  });
});

describe("a provider that fails while a request is bound", () => {
  const HTML = { status: 200, body: "<html>down</html>" };

  test.each([
    ["500 three times", () => [500, 502, 503].map((code) => ({ status: code, body: "" }))],
    ["429 for an hour", () => [{ status: 429, body: {}, headers: { "retry-after": "3600" } }]],
    ["HTML three times", () => [HTML, HTML, HTML]],
    ["another shape", () => [{ status: 201, body: { id: 7 } }]],
    ["a state nobody knows", () => [{ status: 201, body: { id: "x", state: "dancing" } }]],
    ["nothing in time", () => [{ status: 201, body: {}, delayMs: 1_500 }]],
  ])("%s: 503, nothing bound, and the next call goes through", async (_, replies) => {
    const row = await aRequest();
    bridge.instead.push(payerAnswer(), ...replies());
    expect((await prepare(row)).status).toBe(503);
    expect(await offrampsOf(row)).toEqual([]);
    expect((await prepare(row)).status).toBe(200);
    expect(await scrape(ledger.app)).toMatch(/quittance_offramp_failures_total\{provider="bridge"\} [1-9]/);
  });

  test("429 with a short wait and a lost answer are tried again, and make one transfer", async () => {
    const row = await aRequest();
    const before = bridge.transfers.size;
    bridge.instead.push(
      payerAnswer(),
      { status: 429, body: {}, headers: { "retry-after": "0" } },
      { status: 500, body: "", isDone: true },
    );
    expect((await prepare(row)).status).toBe(200);
    expect(bridge.transfers.size).toBe(before + 1);
  });

  test("while money is on its way: the state stays, and is found later", async () => {
    const row = await aPaidRequest();
    transferOf(row).state = "payment_submitted";
    clock.advance(30_000);
    bridge.instead.push(...[500, 500, 500].map((code) => ({ status: code, body: "" })));
    await syncDueOfframps(ledger.ctx, 1, settleLinks);
    bridge.instead.length = 0;
    clock.advance(120_000);
    await syncDueOfframps(ledger.ctx, 50, settleLinks);
    expect(await status(row)).toMatchObject({ offramp: { subStatus: "sending_fiat" } });
  });
});

test("statuses follow from transfers and deliveries, as the audit has it", async () => {
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
});
