import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/v2/request/route";
import { platforms, requests } from "@/db/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aClientId } from "@/server/testing/paying";
import { refusedFields } from "@/server/testing/refused-fields";
import { readsOf } from "@/server/testing/statements";

const PAYEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const USDC_SEPOLIA = "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238";
let api: TestApi;
let tenant: { platformId: string; apiKey: string };

beforeAll(async () => {
  // No node answers there: creating a request asks none.
  api = await startTestApi({ RPC_URL_SEPOLIA: "http://127.0.0.1:9", RPC_URL_BSC: "http://127.0.0.1:9" });
  tenant = await aTenant(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.app.database.sql`delete from requests`;
});

const valid = {
  payee: PAYEE,
  amount: "12.5",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
};

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return postRaw(JSON.stringify(body), headers);
}

function postRaw(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return POST(
    new Request("http://api.test/v2/request", {
      method: "POST",
      headers: { "x-api-key": tenant.apiKey, "content-type": "application/json", ...headers },
      body,
    }),
  );
}

const stored = () => api.app.database.db.select().from(requests);

describe("201", () => {
  test("answers request ID and payment reference, and stores exactly what was asked", async () => {
    const response = await post({ ...valid, reference: "INV-7", customerInfo: { email: "a@example.com" } });
    expect(response.status).toBe(201);
    const body = await response.json();
    expect(body.requestId).toMatch(/^01[0-9a-f]{64}$/);
    expect(body.paymentReference).toMatch(/^0x[0-9a-f]{16}$/);
    expect(await stored()).toMatchObject([
      {
        requestId: `0x${body.requestId}`,
        platformId: tenant.platformId,
        amount: 12_500_000n,
        payee: PAYEE,
        network: "sepolia",
        paymentCurrency: "USDC-sepolia",
        status: "created",
        reference: "INV-7",
        customerInfo: { email: "a@example.com" },
      },
    ]);
  });

  test("takes 18 decimals on BNB Smart Chain and aliases of currency IDs", async () => {
    const bsc = {
      ...valid,
      amount: "0.000000000000000001",
      invoiceCurrency: "USDT-bsc",
      paymentCurrency: "USDT-bsc",
    };
    expect((await post(bsc)).status).toBe(201);
    expect((await post({ ...valid, paymentCurrency: "fUSDC-sepolia" })).status).toBe(201);
    expect((await stored()).map(({ amount }) => amount).sort()).toEqual([1n, 12_500_000n]);
  });

  test("200 at once share commits, and each gets its own outcome", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => post(i % 10 === 0 ? { ...valid, amount: "0" } : valid)),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 200 }, (_, i) => (i % 10 === 0 ? 400 : 201)),
    );
    expect(await stored()).toHaveLength(180);
  });

  test("a client ID bound to a destination may leave out the payee; without one the field is named", async () => {
    const clientId = await aClientId(api.app, tenant.platformId);
    const response = await POST(
      new Request("http://api.test/v2/request", {
        method: "POST",
        headers: { "x-client-id": clientId, "content-type": "application/json" },
        body: JSON.stringify({ ...valid, payee: undefined }),
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("payee destination") });
  });
});

describe("400 names the field, rounds nothing and stores nothing", () => {
  test.each(["0", "-1", "1e6", "1,000", "1.0000001", "9".repeat(90), "", " 1", "NaN", "0x1"])(
    "amount %j",
    async (amount) => {
      const response = await post({ ...valid, amount });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: 400,
        error: "Bad Request",
        message: expect.stringMatching(/^amount: /),
        errors: [{ field: "amount" }],
      });
      expect(await stored()).toEqual([]);
    },
  );

  test.each([
    ["a bad checksum", "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7d7"],
    ["the wrong family", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["the zero address", "0x0000000000000000000000000000000000000000"],
    ["the token itself", USDC_SEPOLIA],
    ["a payment contract", "0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE"],
    ["no address", "not an address"],
  ])("payee with %s", async (_, payee) => {
    const response = await post({ ...valid, payee });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.any(String),
      errors: [{ field: "payee" }],
    });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["paymentCurrency", { paymentCurrency: "NOPE-sepolia" }],
    ["invoiceCurrency", { invoiceCurrency: "NOPE" }],
    ["invoiceCurrency", { invoiceCurrency: "CHF" }],
    ["paymentCurrency", { paymentCurrency: "ETH-base" }],
    ["paymentCurrency", { invoiceCurrency: "EUR", paymentCurrency: "TRX-tron" }],
    ["reference", { reference: "" }],
    ["reference", { reference: "x".repeat(256) }],
    ["reference", { reference: "nul\0" }],
    ["payer", { payer: "0x1" }],
    ["amount", { amount: 12.5 }],
    ["originalRequestId", { originalRequestId: "xyz" }],
  ])("%s of %j", async (field, change) => {
    const response = await post({ ...valid, ...change });
    expect(response.status).toBe(400);
    expect(refusedFields(await response.json())).toEqual([field]);
    expect(await stored()).toEqual([]);
  });

  test.each(["12", "ZZ", "D", "DEU", ""])("country %j of a customer", async (country) => {
    const response = await post({ ...valid, customerInfo: { firstName: "Ada", address: { country } } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: [{ path: ["customerInfo", "address", "country"] }],
    });
    expect(await stored()).toEqual([]);
  });

  test.each(["2000-01-01", "yesterday", "2100-02-30T00:00:00Z", "2100-02-30", ""])(
    "a recurrence that starts %j",
    async (startDate) => {
      const response = await post({ ...valid, recurrence: { startDate, frequency: "DAILY" } });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: "recurrence.startDate" }] });
    },
  );

  test("an unknown frequency, in the documented words", async () => {
    const response = await post({ ...valid, recurrence: { startDate: "2100-01-01", frequency: "HOURLY" } });
    const { message } = await response.json();
    expect(message[0].message).toBe(
      "Invalid enum value. Expected 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', received 'HOURLY'",
    );
  });

  test("a network without a node", async () => {
    const response = await post({ ...valid, invoiceCurrency: "USDC-base", paymentCurrency: "USDC-base" });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toBe("Network base is not enabled on this installation");
  });

  test.each([
    ["10,000 levels of nesting", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["__proto__", JSON.stringify(valid).replace("{", '{"__proto__":{"amount":"1"},')],
    ["__proto__ in disguise", JSON.stringify(valid).replace("{", '{"\\u005f_proto__":{"amount":"1"},')],
    ["half a document", '{"amount":'],
    ["an array", "[]"],
    ["null", "null"],
  ])("a body with %s", async (_, body) => {
    expect((await postRaw(body)).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test("a body that is not UTF-8", async () => {
    const bytes = Buffer.from(JSON.stringify(valid).replace("12.5", "12.\xff"), "latin1");
    expect((await postRaw(bytes)).status).toBe(400);
    expect(await stored()).toEqual([]);
  });
});

describe("413", () => {
  test("a 10 MB body", async () => {
    const response = await postRaw(JSON.stringify({ ...valid, reference: "x".repeat(10_000_000) }));
    expect(response.status).toBe(413);
    expect(await stored()).toEqual([]);
  });
});

describe("401", () => {
  test.each<Record<string, string>>([
    {},
    { "x-api-key": "sk_wrong" },
    { "x-api-key": "" },
    { "x-client-id": "cli_unknown" },
  ])("credentials %j", async (headers) => {
    const response = await POST(
      new Request("http://api.test/v2/request", { method: "POST", headers, body: JSON.stringify(valid) }),
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      statusCode: 401,
      message: "Unauthorized",
      error: "Unauthorized",
    });
    expect(await stored()).toEqual([]);
  });
});

describe("Idempotency-Key", () => {
  test("50 at once with one key create one request and get one answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(valid, { "idempotency-key": "order-1" })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(bodies.map(({ requestId }) => requestId)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  test("with another body is refused with 409 and creates nothing", async () => {
    await post(valid, { "idempotency-key": "order-2" });
    const response = await post({ ...valid, amount: "13" }, { "idempotency-key": "order-2" });
    expect(response.status).toBe(409);
    expect(await stored()).toHaveLength(1);
  });

  test("of another tenant is another key", async () => {
    const other = await aTenant(api);
    await post(valid, { "idempotency-key": "order-3" });
    const response = await post(valid, { "idempotency-key": "order-3", "x-api-key": other.apiKey });
    expect(response.headers.get("idempotent-replayed")).toBeNull();
    expect(await stored()).toHaveLength(2);
  });

  test("is free again after a refused call", async () => {
    expect((await post({ ...valid, amount: "0" }, { "idempotency-key": "order-4" })).status).toBe(400);
    expect((await post(valid, { "idempotency-key": "order-4" })).status).toBe(201);
  });
});

describe("a request that continues another", () => {
  test("names one of the caller's own; an unknown or foreign one is 404 and nothing is stored", async () => {
    const first = await (await post(valid)).json();
    const next = await post({ ...valid, originalRequestId: first.requestId });
    expect(next.status).toBe(201);
    expect((await stored()).map((row) => row.originalRequestPaymentReference)).toContain(
      first.paymentReference,
    );
    const other = await aTenant(api);
    const foreign = await post(
      { ...valid, originalRequestId: first.requestId },
      { "x-api-key": other.apiKey },
    );
    const unknown = await post({ ...valid, originalRequestId: `01${"a".repeat(64)}` });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await foreign.json()).toEqual(await unknown.json());
    expect(await stored()).toHaveLength(2);
  });
});

test("400 for a query parameter that is given twice", async () => {
  const response = await GET(
    new Request("http://api.test/v2/request?limit=1&limit=2", { headers: { "x-api-key": tenant.apiKey } }),
  );
  expect(response.status).toBe(400);
});

describe("the rules of an account", () => {
  const cap = (percent: string) => ({ percent, cap: "50", for: "all" as const });
  /** As another process does it, which this one is not told of. */
  const set = (rules: Partial<typeof platforms.$inferInsert>) =>
    api.app.database.db.update(platforms).set(rules).where(eq(platforms.id, tenant.platformId));
  const deep = (confirmations: number) => [{ upToUsd: null, confirmations }];

  test("are read once, and by calls of the same moment together", async () => {
    const many = () => Promise.all(Array.from({ length: 40 }, () => post(valid)));
    const first = await readsOf(api.app, async () => {
      expect((await many()).every(({ status }) => status === 201)).toBe(true);
    });
    expect(first.length).toBeLessThanOrEqual(10);
    const later = await readsOf(api.app, many);
    expect(later.filter(({ text }) => text.includes("confirmation_tiers"))).toEqual([]);
    expect(await stored()).toHaveLength(80);
  });

  test("hold from the commit that sets them on, whatever this process remembers", async () => {
    await post(valid);
    await set({ underpayment: cap("5") });
    await post(valid);
    await set({ underpayment: cap("1"), confirmationTiers: deep(7) });
    await Promise.all([post(valid), post(valid)]);
    await set({ underpayment: null });
    await post(valid);
    await set({ confirmationTiers: null });
    await post(valid);
    const rows = (await stored()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows.map((row) => [row.leastAmount, row.requiredConfirmations])).toEqual([
      [null, null],
      [11_875_000n, null],
      [12_375_000n, 7],
      [12_375_000n, 7],
      [null, 7],
      [null, null],
    ]);
  });
});
