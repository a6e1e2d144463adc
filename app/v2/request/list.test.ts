import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createRequest, GET } from "@/app/v2/request/route";
import { POST as mergePayouts } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createPayoutLink } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { securePayments } from "@/db/schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { numberedId, storeManyPaid, walletHex } from "@/server/testing/data/many";
import { aRequest, aTransfer, PAYEE, tokenOf, wireId } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { refusedFields } from "@/server/testing/refused-fields";
import { send } from "@/server/testing/send";

const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

let api: TestApi;
let a: Tenant;
let b: Tenant;

beforeAll(async () => {
  // Links are created only where a node is known; none of these tests asks it.
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  [a, b] = await twoTenants(api);
});
afterAll(() => api?.close());

const list = (query: string, headers: Record<string, string>) =>
  GET(new Request(`http://127.0.0.1/v2/request${query}`, { headers }));

async function listed(query: string, headers: Record<string, string>) {
  const response = await list(query, headers);
  expect(response.status).toBe(200);
  return response.json();
}

const idsOf = (body: { requests: { requestId: string }[] }) => body.requests.map((item) => item.requestId);

describe("200 with the caller's requests, newest first", () => {
  test("of the whole platform for an API key, of itself for a client ID, never of another tenant", async () => {
    const [shop, other] = await twoTenants(api);
    const own = await aRequest(api.app, shop);
    const byBackend = await aRequest(api.app, { ...shop, clientId: shop.backendId });
    const byBrowser = await aRequest(api.app, { ...shop, clientId: shop.browserId });
    await aRequest(api.app, other);
    expect(idsOf(await listed("", shop.key))).toEqual([byBrowser, byBackend, own].map(wireId));
    expect(await listed("", shop.backend)).toMatchObject({
      requests: [{ requestId: wireId(byBackend), clientId: shop.backendId.publicId }],
      pagination: { total: 1, limit: 20, offset: 0 },
    });
  });

  test("each with its facts, and the transaction that settled it", async () => {
    const [shop] = await twoTenants(api);
    const row = await aRequest(
      api.app,
      shop,
      { reference: "order-7", payer: TRON, payee: TRON, token: tokenOf("USDT-tron") },
      { status: "paid" },
    );
    const recipient = "0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb";
    await aTransfer(api.app, row, { amount: 1n, recipient, token: null });
    const settling = await aTransfer(api.app, row, { recipient, token: null });
    await aTransfer(api.app, row, { recipient, token: null });
    const unpaid = await aRequest(api.app, shop);
    expect((await listed("", shop.key)).requests).toEqual([
      expect.objectContaining({
        requestId: wireId(unpaid),
        hasBeenPaid: false,
        txHash: null,
        status: "created",
      }),
      {
        requestId: wireId(row),
        paymentReference: row.paymentReference,
        amount: "100",
        invoiceCurrency: "USDT-tron",
        paymentCurrency: "USDT-tron",
        hasBeenPaid: true,
        status: "paid",
        securePaymentStatus: null,
        reference: "order-7",
        createdAt: row.createdAt.toISOString(),
        txHash: settling.txHash,
        payee: TRON,
        payer: TRON,
        clientId: null,
      },
    ]);
  });

  test("walletAddress limits to one payee, EVM in any letter case, Tron exactly (RQ-09)", async () => {
    const [shop] = await twoTenants(api);
    const evm = await aRequest(api.app, shop);
    const tron = await aRequest(api.app, shop, { payee: TRON, token: tokenOf("USDT-tron") });
    for (const wallet of [PAYEE, PAYEE.toLowerCase(), `0x${PAYEE.slice(2).toUpperCase()}`]) {
      expect(idsOf(await listed(`?walletAddress=${wallet}`, shop.key))).toEqual([wireId(evm)]);
    }
    expect(idsOf(await listed(`?walletAddress=${TRON}`, shop.key))).toEqual([wireId(tron)]);
    expect(idsOf(await listed(`?walletAddress=0x${"12".repeat(20)}`, shop.key))).toEqual([]);
    expect((await list(`?walletAddress=${TRON.toLowerCase()}`, shop.key)).status).toBe(400);
  });

  describe("with securePaymentFlow (RQ-10)", () => {
    const create = async (
      handler: EndpointHandler,
      path: string,
      headers: Record<string, string>,
      body: object,
    ) => {
      const { status, body: created } = await send(handler, path, { method: "POST", headers, body });
      expect(status).toBe(201);
      return created as { token: string; requestIds: string[] };
    };
    const incoming = (shop: Merchant, amounts: string[]) =>
      create(createLink, "/v2/secure-payments", shop.key, {
        requests: amounts.map((amount) => ({ destinationId: shop.destinationId, amount })),
      });
    const outgoing = (shop: Merchant) =>
      create(createPayoutLink, "/v2/secure-payments/payouts", shop.key, {
        recipient: aWallet(),
        creatorWalletAddress: shop.wallet,
        network: "sepolia",
        currency: "USDC-sepolia",
        amount: "1",
      });
    const direct = (shop: Merchant) =>
      create(createRequest, "/v2/request", shop.key, {
        payee: shop.wallet,
        amount: "1",
        invoiceCurrency: "USDC-sepolia",
        paymentCurrency: "USDC-sepolia",
      });
    const statuses = async (shop: Merchant, query = "") =>
      Object.fromEntries(
        (await listed(query, shop.key)).requests.map(
          (item: { requestId: string; securePaymentStatus: string | null }) => [
            item.requestId,
            item.securePaymentStatus,
          ],
        ),
      );

    test("those of links in that direction, and of no other tenant", async () => {
      const [shop, other] = [await aMerchant(api), await aMerchant(api)];
      await direct(shop);
      const first = await incoming(shop, ["1"]);
      const batch = await incoming(shop, ["1", "2"]);
      const payout = await outgoing(shop);
      await incoming(other, ["1"]);
      const paidIn = await listed("?securePaymentFlow=incoming", shop.key);
      expect(idsOf(paidIn)).toHaveLength(3);
      expect(new Set(idsOf(paidIn))).toEqual(new Set([...first.requestIds, ...batch.requestIds]));
      expect(paidIn.pagination.total).toBe(3);
      expect(idsOf(await listed("?securePaymentFlow=outgoing", shop.key))).toEqual(payout.requestIds);
      const onePage = await listed("?securePaymentFlow=incoming&limit=1&offset=1", shop.key);
      expect(onePage).toMatchObject({ pagination: { total: 3, limit: 1, offset: 1 } });
      expect(idsOf(onePage)).toEqual([idsOf(paidIn)[1]]);
      const toNobody = `?securePaymentFlow=incoming&walletAddress=0x${"12".repeat(20)}`;
      expect(idsOf(await listed(toNobody, shop.key))).toEqual([]);
      expect(await listed(`?securePaymentFlow=incoming&walletAddress=${shop.wallet}`, shop.key)).toEqual(
        paidIn,
      );
    });

    test("each with the status of its link; null without one", async () => {
      const shop = await aMerchant(api);
      const alone = await direct(shop);
      const pending = await incoming(shop, ["1"]);
      const [one, two] = [await outgoing(shop), await outgoing(shop)];
      await create(mergePayouts, "/v2/secure-payments/batch-payouts", shop.key, {
        tokens: [one.token, two.token],
      });
      const lapsed = await incoming(shop, ["1"]);
      const completed = await incoming(shop, ["1"]);
      const { db } = api.app.database;
      const [past, now] = [new Date(api.app.now().getTime() - 1), api.app.now()];
      await db.update(securePayments).set({ expiresAt: past }).where(eq(securePayments.token, lapsed.token));
      const done = { status: "completed", completedAt: now } as const;
      await db.update(securePayments).set(done).where(eq(securePayments.token, completed.token));
      const id = ({ requestIds: [first] }: { requestIds: string[] }) => String(first);
      const { requestId } = alone as unknown as { requestId: string };
      expect(await statuses(shop)).toEqual({
        [requestId]: null,
        [id(pending)]: "pending",
        [id(one)]: "pending",
        [id(two)]: "pending",
        [id(lapsed)]: "expired",
        [id(completed)]: "completed",
      });
    });
  });

  test("limit and offset cut it, total counts it", async () => {
    const [shop] = await twoTenants(api);
    const rows = [];
    for (let n = 0; n < 25; n++) rows.unshift(await aRequest(api.app, shop));
    const ids = rows.map(wireId);
    expect(idsOf(await listed("", shop.key))).toEqual(ids.slice(0, 20));
    const page = await listed("?limit=3&offset=22", shop.key);
    expect(idsOf(page)).toEqual(ids.slice(22));
    expect(page.pagination).toEqual({ total: 25, limit: 3, offset: 22 });
    expect((await listed("?offset=999999999", shop.key)).requests).toEqual([]);
  });

  test("thousands long, its pages and totals stay exact for each scope and payee", async () => {
    const [shop, other] = await twoTenants(api);
    const start = new Date("2024-01-01T00:00:00Z");
    const { sql } = api.app.database;
    await storeManyPaid(sql, { platformId: shop.platformId, first: 0, count: 3_500, start });
    const newest = await aRequest(api.app, { ...shop, clientId: shop.backendId });
    const stored = await sql`select request_id from requests where id = ${numberedId(start, 100)}`;
    const deepId = Buffer.from(stored[0]?.request_id).toString("hex");
    for (let round = 0; round < 2; round++) {
      const deep = await listed("?limit=1&offset=3400", shop.key);
      expect(deep.pagination.total).toBe(3_501);
      expect(idsOf(deep)).toEqual([deepId]);
      expect(idsOf(await listed("?limit=1", shop.key))).toEqual([wireId(newest)]);
      const ofPayee = await listed(`?walletAddress=0x${walletHex(0)}&limit=1&offset=3399`, shop.key);
      expect(ofPayee.pagination.total).toBe(3_500);
      expect(idsOf(ofPayee)).toEqual([deepId]);
      expect((await listed("", shop.backend)).pagination.total).toBe(1);
      expect((await listed("", other.key)).pagination.total).toBe(0);
    }
  });
});

describe("400 naming the field", () => {
  const bad: [string, string][] = [
    ...[
      "0",
      "-1",
      "101",
      "1e2",
      "1e9",
      "abc",
      "",
      " 1",
      "1.5",
      "0x10",
      "٣",
      "99999999999999999999",
      "NaN",
    ].map((limit): [string, string] => ["limit", limit]),
    ...["-1", "1e12", "1000000000000", "abc", "", "1.0", "null"].map((offset): [string, string] => [
      "offset",
      offset,
    ]),
    ...["", "x", "0x12", "' or 1=1 --", "0xzz", "\0", `${PAYEE}00`].map((wallet): [string, string] => [
      "walletAddress",
      wallet,
    ]),
    ["securePaymentFlow", "both"],
  ];

  test.each(bad)("%s=%j", async (field, value) => {
    const response = await list(`?${field}=${encodeURIComponent(value)}`, a.key);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ statusCode: 400, error: "Bad Request" });
    expect(refusedFields(body)).toEqual([field]);
  });
});

describe("401 and 403", () => {
  test("401 without a credential", async () => {
    expect((await list("", {})).status).toBe(401);
  });

  test("403 for a browser client ID, whose value anyone can read", async () => {
    const response = await list("", b.browser);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ statusCode: 403, error: "Forbidden" });
  });
});
