import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as rotate } from "@/app/v1/api-keys/[id]/rotate/route";
import { PUT as updateKey } from "@/app/v1/api-keys/[id]/route";
import { POST as makeKey } from "@/app/v1/api-keys/route";
import { POST as createClientId } from "@/app/v2/client-ids/route";
import { POST as makeOrchestratorKey } from "@/app/v2/orchestrators/keys/route";
import { POST as createBatchPayout } from "@/app/v2/payouts/batch/route";
import { POST as createPayout } from "@/app/v2/payouts/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { POST as createPayoutLink } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { keyUses, requests } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { useFixedPrices } from "@/server/testing/fixed-prices";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";

type Headers = Record<string, string>;

const PAYEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const MORNING = Date.parse("2026-11-28T08:00:00Z");
const MIDNIGHT = "2026-11-29T00:00:00.000Z";

const clock = new ManualClock(MORNING);
/** USD for one, by symbol; a symbol that is not here has no price. */
const prices = new Map([
  ["USDC", "1"],
  ["EUR", "1.25"],
]);

let api: TestApi;
let owner: Merchant;
let bearer: Headers;

beforeAll(async () => {
  api = await startTestApi(
    { NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9", RATE_LIMITS: "off" },
    { now: clock.now },
  );
  useFixedPrices(api, prices);
  owner = await aMerchant(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  prices.set("USDC", "1");
  // A session that nobody uses for a day ends.
  const wallet = { address: owner.wallet, family: "evm" as const };
  ({ bearer } = await aSession(api, { wallet }));
});

interface Key {
  id: string;
  value: string;
  headers: { "x-api-key": string };
}

async function aKey(dailyLimit: unknown, more: object = {}): Promise<Key> {
  const { status, body } = await send(makeKey, "/v1/api-keys", {
    method: "POST",
    headers: bearer,
    body: { label: "Shop", ...(dailyLimit === undefined ? {} : { dailyLimit }), ...more },
  });
  expect(status).toBe(201);
  return { ...body, headers: { "x-api-key": body.value } };
}

const ask = (headers: Headers, amount: string, more: object = {}) =>
  send(createRequest, "/v2/request", {
    method: "POST",
    headers,
    body: {
      payee: PAYEE,
      amount,
      invoiceCurrency: "USDC-sepolia",
      paymentCurrency: "USDC-sepolia",
      ...more,
    },
  });
const stored = () => api.app.database.db.$count(requests);
const counted = async (id: string) =>
  (await api.app.database.db.select().from(keyUses)).find(({ keyId }) => keyId === id);

describe("a key that may create some payments a day", () => {
  test("creates as many and no more, is told the limit and its end, and goes on the next day", async () => {
    const { headers } = await aKey({ payments: 2 });
    expect((await ask(headers, "1000000")).status).toBe(201);
    expect((await ask(headers, "1")).status).toBe(201);
    const refused = await ask(headers, "1");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("x-error-code")).toBe("key_limit_reached");
    expect(refused.body).toEqual({
      statusCode: 403,
      error: "Forbidden",
      message: expect.stringContaining("2 payments a day"),
      limit: { payments: 2 },
      endsAt: MIDNIGHT,
    });
    clock.advance(Date.parse(MIDNIGHT) - clock.now().getTime() - 1);
    expect((await ask(headers, "1")).status).toBe(403);
    clock.advance(1);
    expect((await ask(headers, "1")).status).toBe(201);
    expect((await ask(headers, "1")).status).toBe(201);
    expect((await ask(headers, "1")).body.endsAt).toBe("2026-11-30T00:00:00.000Z");
  });

  test("passes it with no parallel calls: of fifty at the same moment, seven create", async () => {
    const { id, headers } = await aKey({ payments: 7 });
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(headers, "1")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(43);
    expect((await stored()) - before).toBe(7);
    expect(await counted(id)).toMatchObject({ payments: 7 });
  });

  test("counts a call that is repeated with its Idempotency-Key once", async () => {
    const { headers } = await aKey({ payments: 2 });
    const again = { ...headers, "idempotency-key": "once" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(again, "1")));
    expect(new Set(answers.map(({ body }) => body.requestId)).size).toBe(1);
    expect((await ask(headers, "1")).status).toBe(201);
    expect((await ask(headers, "1")).status).toBe(403);
    expect((await ask(again, "1")).status).toBe(201);
  });

  test("counts nothing of a call that is refused for something else", async () => {
    const { id, headers } = await aKey({ payments: 1 });
    expect((await ask(headers, "0")).status).toBe(400);
    expect(await counted(id)).toBeUndefined();
    expect((await ask(headers, "1")).status).toBe(201);
  });
});

describe("a key that may create payments of some sum a day", () => {
  test("is held to it to the millionth of a USD, and what is smaller still fits", async () => {
    const { id, headers } = await aKey({ usd: "100.50" });
    expect((await ask(headers, "60")).status).toBe(201);
    const refused = await ask(headers, "40.500001");
    expect(refused.body).toMatchObject({ statusCode: 403, limit: { usd: "100.5" } });
    expect((await ask(headers, "40.5")).status).toBe(201);
    expect((await ask(headers, "0.000001")).status).toBe(403);
    expect(await counted(id)).toMatchObject({ payments: 2, microUsd: 100_500_000n });
  });

  test("counts other currencies at their price, rounded up", async () => {
    const { id, headers } = await aKey({ usd: "25" });
    expect((await ask(headers, "16", { invoiceCurrency: "EUR" })).status).toBe(201);
    expect(await counted(id)).toMatchObject({ microUsd: 20_000_000n });
    prices.set("USDC", "1.0000001");
    expect((await ask(headers, "0.000001")).status).toBe(201);
    expect(await counted(id)).toMatchObject({ microUsd: 20_000_002n });
  });

  test("creates nothing in a currency that nobody can value, and says so", async () => {
    const { headers } = await aKey({ usd: "1000000" });
    prices.delete("USDC");
    const before = await stored();
    const refused = await ask(headers, "1");
    expect(refused).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("price of USDC") },
    });
    expect(refused.headers.get("x-error-code")).toBe("price_unavailable");
    expect(await stored()).toBe(before);
    // Without a limit of its sum nobody asks.
    expect((await ask((await aKey({ payments: 5 })).headers, "1")).status).toBe(201);
  });

  test("refuses a sum that no column holds, in place of an error", async () => {
    const { headers } = await aKey({ usd: "999999999999.99" });
    const huge = (2n ** 200n).toString();
    for (let call = 0; call < 3; call++) {
      expect(await ask(headers, huge)).toMatchObject({
        status: 403,
        body: { limit: { usd: "999999999999.99" } },
      });
    }
    expect((await ask(headers, "1")).status).toBe(201);
  });

  test("passes it with no parallel calls over all that it can create", async () => {
    const { id, headers } = await aKey({ usd: "100" });
    const payout = { payee: PAYEE, invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
    const calls = [
      () => ask(headers, "10"),
      () => send(createPayout, "/v2/payouts", { method: "POST", headers, body: { ...payout, amount: "10" } }),
      () =>
        send(createBatchPayout, "/v2/payouts/batch", {
          method: "POST",
          headers,
          body: {
            requests: [
              { ...payout, amount: "4" },
              { ...payout, amount: "6" },
            ],
          },
        }),
      () =>
        send(createLink, "/v2/secure-payments", {
          method: "POST",
          headers,
          body: { requests: [{ destinationId: owner.destinationId, amount: "10" }] },
        }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (calls[at % calls.length] ?? calls[0])?.()),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(new Set(statuses)).toEqual(new Set([201, 403]));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(await counted(id)).toMatchObject({ microUsd: 100_000_000n });
  });

  test("counts the fee on top, which may go to anybody, and what a payout link asks for", async () => {
    const { id, headers } = await aKey({ usd: "150" });
    const fee = { feePercentage: "50", feeAddress: "0x1111111111111111111111111111111111111111" };
    const payout = { payee: PAYEE, invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
    const paid = await send(createPayout, "/v2/payouts", {
      method: "POST",
      headers,
      body: { ...payout, amount: "60", ...fee },
    });
    expect(paid.status).toBe(201);
    expect(await counted(id)).toMatchObject({ microUsd: 90_000_000n });
    const link = (amount: string) =>
      send(createPayoutLink, "/v2/secure-payments/payouts", {
        method: "POST",
        headers,
        body: {
          recipient: PAYEE,
          creatorWalletAddress: owner.wallet,
          network: "sepolia",
          currency: "USDC",
          amount,
        },
      });
    expect((await link("60.01")).body).toMatchObject({ limit: { usd: "150" } });
    expect((await link("60")).status).toBe(201);
    expect(await counted(id)).toMatchObject({ payments: 2, microUsd: 150_000_000n });
  });
});

describe("the limit of a key", () => {
  test("is shared with the key that takes its place: rotation gives no fresh one", async () => {
    const old = await aKey({ payments: 2 });
    expect((await ask(old.headers, "1")).status).toBe(201);
    const first = await send(rotate, `/v1/api-keys/${old.id}/rotate`, {
      method: "POST",
      headers: bearer,
      params: { id: old.id },
    });
    expect(first.body.dailyLimit).toEqual({ payments: 2, usd: null });
    const second = await send(rotate, `/v1/api-keys/${first.body.id}/rotate`, {
      method: "POST",
      headers: bearer,
      params: { id: first.body.id },
    });
    expect((await ask({ "x-api-key": second.body.value }, "1")).status).toBe(201);
    for (const value of [old.value, first.body.value, second.body.value]) {
      expect((await ask({ "x-api-key": value }, "1")).status).toBe(403);
    }
  });

  test("is changed and taken away by its owner, and what was created counts for the new one", async () => {
    const { id, headers } = await aKey({ payments: 1 });
    const change = (dailyLimit: unknown) =>
      send(updateKey, `/v1/api-keys/${id}`, {
        method: "PUT",
        headers: bearer,
        body: { dailyLimit },
        params: { id },
      });
    expect((await ask(headers, "1")).status).toBe(201);
    expect((await ask(headers, "1")).status).toBe(403);
    expect((await change({ payments: 2 })).body.dailyLimit).toEqual({ payments: 2, usd: null });
    expect((await ask(headers, "1")).status).toBe(201);
    expect((await ask(headers, "1")).status).toBe(403);
    expect((await change(null)).body.dailyLimit).toBeNull();
    expect((await ask(headers, "1")).status).toBe(201);
  });

  test("is not got around by a client ID that the key makes", async () => {
    const { headers } = await aKey({ payments: 1 });
    const made = await send(createClientId, "/v2/client-ids", {
      method: "POST",
      headers,
      body: { label: "way around", allowedDomains: ["https://evil.example"] },
    });
    expect(made).toMatchObject({ status: 403, body: { scope: "all" } });
  });

  test("holds for an orchestrator's key in a pair, over all its platforms together", async () => {
    const { keyAlone, client } = await anOrchestrator(api);
    const { body } = await send(makeOrchestratorKey, "/v2/orchestrators/keys", {
      method: "POST",
      headers: keyAlone,
      body: { scopes: ["links"], dailyLimit: { payments: 1 } },
    });
    expect(body.key.dailyLimit).toEqual({ payments: 1, usd: null });
    const link = () =>
      send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers: { ...client.headers, "x-orchestrator-key": body.rawKey },
        body: { requests: [{ destinationId: client.destinationId, amount: "10" }] },
      });
    expect((await link()).status).toBe(201);
    expect(await link()).toMatchObject({ status: 403, body: { limit: { payments: 1 } } });
  });

  test.each([
    [{}],
    [{ payments: 0 }],
    [{ payments: 1.5 }],
    [{ payments: 1_000_001 }],
    [{ usd: "0" }],
    [{ usd: "0.00" }],
    [{ usd: "1.001" }],
    [{ usd: "-1" }],
    [{ usd: "1e9" }],
    [{ usd: 100 }],
    [{ payments: 1, eur: "1" }],
  ])("400 for %j", async (dailyLimit) => {
    const answer = await send(makeKey, "/v1/api-keys", {
      method: "POST",
      headers: bearer,
      body: { label: "Shop", dailyLimit },
    });
    expect(answer.status).toBe(400);
  });
});
