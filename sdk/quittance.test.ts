import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticationError, ConflictError, InvalidInputError, NotFoundError, Quittance } from "@/sdk/index";
import { aRequest } from "@/sdk/testing/client";
import { startService, type TestService } from "@/sdk/testing/service";
import { aTenant } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";

let service: TestService;
let shop: Quittance;

beforeAll(async () => {
  service = await startService({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  const { apiKey } = await aTenant(service.api);
  shop = new Quittance({ baseUrl: service.url, apiKey });
});
afterAll(() => service?.close());

describe("against the service itself", () => {
  test("a request is created, read and listed", async () => {
    const { requestId } = await shop.requests.create(aRequest("order 1"));
    expect(await shop.requests.get(requestId)).toMatchObject({
      requestId,
      hasBeenPaid: false,
      reference: "order 1",
      requestAmount: "10",
    });
    const found = await shop.requests.list().toArray(100);
    expect(found.map((request) => request.requestId)).toContain(requestId);
  });

  test("a key of the caller's creates once, and is refused for something else", async () => {
    const key = { idempotencyKey: "order-4711" };
    const [one, two] = [
      await shop.requests.create(aRequest("once"), key),
      await shop.requests.create(aRequest("once"), key),
    ];
    expect(two).toEqual(one);
    const other = shop.requests.create(aRequest("another"), key);
    await expect(other).rejects.toBeInstanceOf(ConflictError);
    await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  test("calls with one key at the same time create once", async () => {
    const key = { idempotencyKey: "at-once" };
    const calls = Array.from({ length: 8 }, () => shop.requests.create(aRequest("at once"), key));
    const ids = (await Promise.all(calls)).map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(1);
  });

  test("errors have the meaning, the code, the request ID and the fields of the service", async () => {
    await expect(shop.requests.get(`01${"ab".repeat(32)}`)).rejects.toBeInstanceOf(NotFoundError);
    const wrong = shop.requests.create({ ...aRequest("x"), amount: "-1" });
    await expect(wrong).rejects.toBeInstanceOf(InvalidInputError);
    await expect(wrong).rejects.toMatchObject({
      code: "validation_failed",
      fields: [{ field: "amount" }],
      requestId: expect.stringMatching(/./),
    });
    const nobody = new Quittance({ baseUrl: service.url, apiKey: `sk_${"0".repeat(64)}` });
    await expect(nobody.requests.list().firstPage()).rejects.toBeInstanceOf(AuthenticationError);
  });

  test("a session creates a webhook, an API key and reads what it did", async () => {
    const { token } = await aSession(service.api);
    const owner = new Quittance({ baseUrl: service.url, session: token });
    const { id, value } = await owner.apiKeys.create({ label: "of the shop" });
    expect((await owner.apiKeys.list()).map((key) => key.id)).toEqual([id]);
    const withKey = new Quittance({ baseUrl: service.url, apiKey: value });
    expect((await withKey.requests.list().firstPage()).pagination.total).toBe(0);
    const webhook = await owner.webhooks.create({ url: "https://shop.example/hooks" });
    expect(webhook.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await owner.webhooks.listDeliveriesOf(webhook.id).toArray(5)).toEqual([]);
    await owner.webhooks.delete(webhook.id);
  });

  test("what is public needs no credential", async () => {
    const visitor = new Quittance({ baseUrl: service.url });
    expect(await visitor.health.alive()).toMatchObject({ status: "ok" });
  });
});

describe("lists", () => {
  test("by offset give every entry once, also those that new ones move to the next page", async () => {
    const { apiKey } = await aTenant(service.api);
    const client = new Quittance({ baseUrl: service.url, apiKey });
    const created = new Set<string>();
    for (let n = 0; n < 7; n++) created.add((await client.requests.create(aRequest(`${n}`))).requestId);
    const seen: string[] = [];
    for await (const { requestId } of client.requests.list({ limit: 3 })) {
      seen.push(requestId);
      if (seen.length === 2) await client.requests.create(aRequest("newer"));
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(created);
  });

  test("stop where the caller stops, and ask for no more pages", async () => {
    let calls = 0;
    const client = new Quittance({
      baseUrl: "http://127.0.0.1:9",
      fetch: async () => {
        calls += 1;
        return Response.json({ deliveries: [{ id: `d${calls}` }], nextCursor: `c${calls}` });
      },
    });
    expect(await client.webhooks.listDeliveries().toArray(3)).toEqual([
      { id: "d1" },
      { id: "d2" },
      { id: "d3" },
    ]);
    expect(calls).toBe(3);
    expect(await client.webhooks.listDeliveries().toArray(0)).toEqual([]);
    expect(calls).toBe(3);
  });

  test.each([
    ["a cursor", "webhooks", ["", "cursor=b", "cursor=c"]],
    ["an offset", "payments", ["", "offset=2", "offset=4"]],
    ["a number", "orchestrators", ["", "page=2", "page=3"]],
  ] as const)("ask for the next page by %s", async (_, resource, expected) => {
    const asked: string[] = [];
    const PAGES = [["1", "2"], ["2", "3"], ["4"]];
    const client = new Quittance({
      baseUrl: "http://127.0.0.1:9",
      fetch: async (url) => {
        const entries = (PAGES[asked.length] ?? []).map((id) => ({ id, clientId: id }));
        const nextCursor = [..."bc"][asked.length] ?? null;
        asked.push(new URL(url).search.slice(1));
        const paging = {
          pagination: { total: 5, limit: 2, offset: 0 },
          total: 5,
          limit: 2,
          page: 1,
          nextCursor,
        };
        return Response.json({ deliveries: entries, payments: entries, platforms: entries, ...paging });
      },
    });
    const lists = {
      webhooks: () => client.webhooks.listDeliveries(),
      payments: () => client.payments.list(),
      orchestrators: () => client.orchestrators.listPlatforms(),
    };
    const ids: string[] = [];
    for await (const entry of lists[resource]()) ids.push("id" in entry ? entry.id : entry.clientId);
    expect({ ids, asked }).toEqual({ ids: ["1", "2", "3", "4"], asked: expected });
  });
});

test("a base URL that is no web address is refused", () => {
  for (const baseUrl of ["", "pay.example", "javascript:alert(1)", "file:///etc"]) {
    expect(() => new Quittance({ baseUrl })).toThrow(TypeError);
  }
});
