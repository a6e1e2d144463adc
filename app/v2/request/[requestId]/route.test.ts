import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET, PATCH } from "@/app/v2/request/[requestId]/route";
import { feeLegs, requests } from "@/db/schema";
import type { RequestFacts, RequestRow } from "@/server/requests/draft";
import { addPeriods } from "@/server/requests/recurring-invoices/recurrence";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, PAYEE, tokenOf, wireId } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";

const PROTOCOL = "0x2222222222222222222222222222222222222222";
const FEE = "0x1111111111111111111111111111111111111111";
const PAYER = "0x52908400098527886e0f7030069857d2e4169ee7";
const UNKNOWN = `01${"ab".repeat(32)}`;

let api: TestApi;
let a: Tenant;
let b: Tenant;

beforeAll(async () => {
  api = await startTestApi({ PROTOCOL_FEE_BPS: "5", PROTOCOL_FEE_EVM_ADDRESS: PROTOCOL });
  [a, b] = await twoTenants(api);
});
afterAll(() => api?.close());

const get = (id: string, headers: Record<string, string>) =>
  GET(new Request("http://127.0.0.1/v2/request/x", { headers }), {
    params: Promise.resolve({ requestId: id }),
  });

const patch = (id: string, headers: Record<string, string>, body: unknown) =>
  PATCH(
    new Request("http://127.0.0.1/v2/request/x", {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ requestId: id }) },
  );

async function read(row: RequestRow, headers = a.key) {
  const response = await get(wireId(row), headers);
  expect(response.status).toBe(200);
  return response.json();
}

describe("200 with everything about a request", () => {
  test('that nothing was paid of: amounts are "0", what is unknown is null', async () => {
    const row = await aRequest(api.app, a);
    expect(await read(row)).toEqual({
      requestId: wireId(row),
      paymentReference: row.paymentReference,
      hasBeenPaid: false,
      status: "created",
      isListening: false,
      txHash: null,
      payee: PAYEE,
      requestAmount: "100",
      invoiceCurrency: "USDC-sepolia",
      paymentCurrency: "USDC-sepolia",
      paidAmount: "0",
      receivedAmount: "0",
      excessAmount: "0",
      refundedAmount: "0",
      underpaidAmount: "0",
      payerAddress: null,
      payerEoaAddress: null,
      detectionSource: null,
      note: null,
      payments: [],
      fees: [],
      customerInfo: null,
      reference: null,
      recurrence: null,
      isRecurrenceStopped: false,
      isCryptoToFiatAllowed: false,
      isCryptoToFiatAvailable: false,
      offramp: null,
      amountInUsd: null,
      conversionRate: null,
      rateSource: "unknown",
      conversionBreakdown: null,
    });
  });

  test("paid in parts and too much: sums, excess and the transaction that settled it (RS-06, RS-08)", async () => {
    const row = await aRequest(api.app, a, {}, { status: "paid", detectionSource: "service-network" });
    const first = await aTransfer(api.app, row, { amount: 60_000_000n });
    const second = await aTransfer(api.app, row, {
      amount: 50_500_000n,
      payer: PAYER,
      received: 50_000_000n,
    });
    const third = await aTransfer(api.app, row, { amount: 5_000_000n });
    const body = await read(row);
    expect(body).toMatchObject({
      hasBeenPaid: true,
      paidAmount: "115.5",
      receivedAmount: "115",
      excessAmount: "15.5",
      txHash: second.txHash,
      payerAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      detectionSource: "service-network",
    });
    expect(body.payments.map((payment: { id: string }) => payment.id)).toEqual([
      first.id,
      second.id,
      third.id,
    ]);
    expect(body.payments[1]).toMatchObject({
      amount: "50.5",
      sourceNetwork: "sepolia",
      destinationTxHash: null,
      payerAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      timestamp: second.blockTime.toISOString(),
      type: "direct",
      receivedAmount: "50",
      excessAmount: "10.5",
      currency: "USDC-sepolia",
    });
    expect(body.payments[2].excessAmount).toBe("5");
  });

  test("seen but not settled is shown, and is not paid", async () => {
    const row = await aRequest(api.app, a, {}, { status: "processing" });
    await aTransfer(api.app, row, { state: "seen", payer: PAYER });
    expect(await read(row)).toMatchObject({
      hasBeenPaid: false,
      status: "processing",
      txHash: null,
      paidAmount: "100",
      payments: [{ amount: "100" }],
    });
  });

  test.each(["token_mismatch", "recipient_mismatch", "conversion_mismatch"] as const)(
    "a transfer with a %s is explained and never credited",
    async (mismatch) => {
      const row = await aRequest(api.app, a);
      await aTransfer(api.app, row, { mismatch, amount: 10n ** 30n, feeAmount: 5n, feeAddress: FEE });
      expect(await read(row)).toMatchObject({
        paidAmount: "0",
        receivedAmount: "0",
        excessAmount: "0",
        payments: [],
        fees: [],
        payerAddress: null,
        note: `1 transfer with this reference did not match the request and is not credited: ${mismatch}`,
      });
    },
  );

  test.each(["orphaned", "dropped"] as const)("a transfer that is %s counts for nothing", async (state) => {
    const row = await aRequest(api.app, a);
    await aTransfer(api.app, row, { state });
    expect(await read(row)).toMatchObject({ paidAmount: "0", payments: [], hasBeenPaid: false });
  });

  test("fees are those that were really paid, by type (RS-12)", async () => {
    const row = await aRequest(api.app, a, {}, { status: "paid" });
    await aTransfer(api.app, row, { amount: 40_000_000n, feeAmount: 800_000n, feeAddress: FEE });
    await aTransfer(api.app, row, { amount: 60_000_000n, feeAmount: 30_000n, feeAddress: PROTOCOL });
    await api.app.database.db.insert(feeLegs).values({
      topic1: row.topic1,
      requestId: row.id,
      paymentReference: row.paymentReference,
      type: "protocol",
      address: PROTOCOL,
      percentage: "0.05",
      paid: 20_000n,
    });
    expect((await read(row)).fees).toEqual([
      { type: "protocol", provider: "service-network", amount: "0.05", currency: "USDC" },
      { type: "platform", provider: "service-network", amount: "0.8", currency: "USDC" },
    ]);
  });

  test("metadata and the invoice it continues come back as given", async () => {
    const facts: Partial<RequestFacts> = {
      token: tokenOf("ETH-sepolia"),
      amount: 1n,
      reference: "order '7\"; --",
      customerInfo: { firstName: "Ada", address: { country: "GB" } },
      original: { requestId: `0x${UNKNOWN}`, paymentReference: "0x0011223344556677", occurrence: 2 },
    };
    expect(await read(await aRequest(api.app, a, facts))).toMatchObject({
      requestAmount: "0.000000000000000001",
      reference: "order '7\"; --",
      customerInfo: { firstName: "Ada", address: { country: "GB" } },
      originalRequestId: UNKNOWN,
      originalRequestPaymentReference: "0x0011223344556677",
    });
  });

  test("dust by a stranger does not make the answer grow without bound", async () => {
    const row = await aRequest(api.app, a, {}, { status: "paid" });
    for (let n = 0; n < 1_010; n++) await aTransfer(api.app, row, { amount: 1n });
    const last = await aTransfer(api.app, row);
    const body = await read(row);
    expect(body.payments).toHaveLength(1_000);
    expect(body).toMatchObject({ paidAmount: "100.00101", excessAmount: "0.00101", txHash: last.txHash });
  });

  test("a browser client ID reads what it created", async () => {
    const row = await aRequest(api.app, { ...a, clientId: a.browserId });
    expect((await read(row, a.browser)).requestId).toBe(wireId(row));
    expect((await read(row, a.key)).requestId).toBe(wireId(row));
  });
});

describe("404 that says nothing about whose the request is", () => {
  const odd = [
    "",
    "x",
    "0",
    UNKNOWN.toUpperCase(),
    `0x${UNKNOWN}`,
    `${UNKNOWN}00`,
    `02${"ab".repeat(32)}`,
    "' or 1=1 --",
    "../../etc/passwd",
    "\0",
    "%00",
    "\ud800",
    "💸".repeat(1_000),
    "__proto__",
  ];

  test.each([...odd, UNKNOWN])("for %j", async (id) => {
    for (const response of [await get(id, a.key), await patch(id, a.key, { isRecurrenceStopped: true })]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        statusCode: 404,
        message: "Request not found",
        error: "Not Found",
      });
    }
  });

  test("another tenant's request is an unknown one, with every credential", async () => {
    const row = await aRequest(api.app, { ...a, clientId: a.backendId });
    for (const headers of [b.key, b.backend, b.browser]) {
      for (const call of [
        (id: string) => get(id, headers),
        (id: string) => patch(id, headers, { isRecurrenceStopped: true }),
      ]) {
        const [foreign, unknown] = [await call(wireId(row)), await call(UNKNOWN)];
        expect(foreign.status).toBe(404);
        expect(await foreign.text()).toBe(await unknown.text());
      }
    }
  });

  test("a client ID does not reach what its platform created without it", async () => {
    const row = await aRequest(api.app, a);
    for (const headers of [a.backend, a.browser]) expect((await get(wireId(row), headers)).status).toBe(404);
  });
});

describe("401 without a credential", () => {
  test("for reading and for updating", async () => {
    const row = await aRequest(api.app, a);
    expect((await get(wireId(row), {})).status).toBe(401);
    expect((await patch(wireId(row), {}, { isRecurrenceStopped: true })).status).toBe(401);
  });
});

describe("PATCH stops and resumes a recurring invoice (RQ-12)", () => {
  const started = new Date(Date.UTC(2024, 0, 31, 9));
  const recurring = () =>
    aRequest(api.app, a, {
      recurrence: {
        startDate: started,
        frequency: "MONTHLY",
        nextOccurrenceAt: new Date(Date.UTC(2024, 1, 29, 9)),
      },
    });
  const stored = async (row: RequestRow) =>
    (await api.app.database.db.select().from(requests).where(eq(requests.id, row.id)))[0];

  test("a stopped one is due no more, and says so", async () => {
    const row = await recurring();
    const response = await patch(wireId(row), a.key, { isRecurrenceStopped: true });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      requestId: wireId(row),
      isRecurrenceStopped: true,
      nextOccurrenceAt: null,
    });
    expect(await stored(row)).toMatchObject({ isRecurrenceStopped: true, nextOccurrenceAt: null });
    expect(await read(row)).toMatchObject({
      isRecurrenceStopped: true,
      recurrence: { startDate: started.toISOString(), frequency: "MONTHLY" },
    });
  });

  test("a resumed one goes on with its next date ahead, not with those it missed", async () => {
    const row = await recurring();
    await patch(wireId(row), a.key, { isRecurrenceStopped: true });
    const now = api.app.now();
    const { nextOccurrenceAt } = await (
      await patch(wireId(row), a.key, { isRecurrenceStopped: false })
    ).json();
    let months = 0;
    while (addPeriods(started, "MONTHLY", months) <= now) months += 1;
    expect(nextOccurrenceAt).toBe(addPeriods(started, "MONTHLY", months).toISOString());
  });

  test("saying again what holds changes nothing: a running one keeps what is due", async () => {
    const row = await recurring();
    const response = await patch(wireId(row), a.key, { isRecurrenceStopped: false });
    expect((await response.json()).nextOccurrenceAt).toBe("2024-02-29T09:00:00.000Z");
  });

  test("400 for a request that does not recur", async () => {
    const row = await aRequest(api.app, a);
    const response = await patch(wireId(row), a.key, { isRecurrenceStopped: true });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].field).toBe("isRecurrenceStopped");
  });

  test.each([{}, { isRecurrenceStopped: "true" }, { isRecurrenceStopped: null }, [], null, 1])(
    "400 for the body %j",
    async (body) => {
      const row = await recurring();
      expect((await patch(wireId(row), a.key, body)).status).toBe(400);
      expect(await stored(row)).toMatchObject({ isRecurrenceStopped: false });
    },
  );
});
