import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aClientId } from "@/server/testing/paying";
import type { Answered } from "@/server/testing/send";
import { type WebhookClient, webhookClient } from "@/server/testing/webhooks/webhook-client";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** What tenant A has: a webhook for the account and one of a client ID, each with a delivery that failed. */
interface Possession {
  session: TestSession;
  client: WebhookClient;
  clientId: string;
  webhooks: { wide: string; scoped: string };
  deliveries: { wide: string; scoped: string };
}

let api: TestApi;
let a: Possession;
let b: Possession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  [a, b] = [await possession(), await possession()];
});
afterAll(() => api?.close());

async function possession(): Promise<Possession> {
  const session = await aSession(api);
  const { platformId } = session;
  const client = webhookClient(session.bearer);
  const clientId = await aClientId(api.app, platformId);
  const wide = (await client.create({ url: "https://shop.example/wide" })).body.id;
  const scoped = (await client.create({ url: "https://shop.example/scoped", clientId })).body.id;
  const { db } = api.app.database;
  const [row] = await db.execute<{ id: string }>(
    sql`select id from client_ids where client_id = ${clientId}`,
  );
  await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    enqueueEvents(tx, [{ ...aConfirmedPayment(platformId), clientIdId: row?.id ?? "" }]),
  );
  await db.execute(
    sql`update webhook_deliveries set state = 'failed' where endpoint_id in (${wide}, ${scoped})`,
  );
  const deliveryOf = async (id: string) => (await client.deliveries(id)).body.deliveries[0].id;
  const deliveries = { wide: await deliveryOf(wide), scoped: await deliveryOf(scoped) };
  return { session, client, clientId, webhooks: { wide, scoped }, deliveries };
}

/** All rows but those that every call writes, as text. */
async function everything(): Promise<string> {
  const { db } = api.app.database;
  const names = [
    "webhook_endpoints",
    "webhook_events",
    "webhook_deliveries",
    "webhook_attempts",
    "audit_log",
  ];
  const rows = await Promise.all(
    names.map((name) => db.execute(sql.raw(`select t::text as row from ${name} t order by 1`))),
  );
  return JSON.stringify(rows);
}

const UNKNOWN = "01KE6W00000000000000000000";
const since = { since: "2020-01-01T00:00:00Z" };

const ofWebhook: [
  string,
  (client: WebhookClient, id: string, more?: Record<string, string>) => Promise<Answered>,
][] = [
  ["PUT /v1/webhook/{id}", (client, id, more) => client.put(id, undefined, more)],
  ["PUT /v1/webhook/{id} with a side", (client, id, more) => client.put(id, { isActive: false }, more)],
  ["DELETE /v1/webhook/{id}", (client, id, more) => client.remove(id, more)],
  ["POST /v1/webhook/{id}/rotate-secret", (client, id, more) => client.rotate(id, more)],
  ["GET /v1/webhook/{id}/deliveries", (client, id, more) => client.deliveries(id, "", more)],
  ["POST /v1/webhook/{id}/replay", (client, id, more) => client.replayFailed(id, since, more)],
];
const ofDelivery: typeof ofWebhook = [
  ["GET /v1/webhook/deliveries/{id}", (client, id, more) => client.delivery(id, more)],
  ["POST /v1/webhook/deliveries/{id}/replay", (client, id, more) => client.replay(id, more)],
];
const malformed = [
  "x",
  "",
  "\u0000",
  "'; drop table webhook_endpoints",
  UNKNOWN.toLowerCase(),
  "é".repeat(26),
];

describe("tenant B with the IDs of tenant A", () => {
  test.each(ofWebhook)("%s answers as for an unknown ID, and writes nothing", async (_, attack) => {
    const before = await everything();
    const unknown = await attack(b.client, UNKNOWN);
    expect(unknown).toMatchObject({ status: 404, body: { statusCode: 404, message: "Webhook not found" } });
    for (const id of [a.webhooks.wide, a.webhooks.scoped, a.deliveries.wide, ...malformed]) {
      const { status, body } = await attack(b.client, id);
      expect({ status, body }).toEqual({ status: 404, body: unknown.body });
    }
    expect(await everything()).toBe(before);
  });

  test.each(ofDelivery)("%s answers as for an unknown ID, and writes nothing", async (_, attack) => {
    const before = await everything();
    const unknown = await attack(b.client, UNKNOWN);
    expect(unknown).toMatchObject({ status: 404, body: { statusCode: 404, message: "Delivery not found" } });
    for (const id of [a.deliveries.wide, a.deliveries.scoped, a.webhooks.wide, ...malformed]) {
      const { status, body } = await attack(b.client, id);
      expect({ status, body }).toEqual({ status: 404, body: unknown.body });
    }
    expect(await everything()).toBe(before);
  });

  test("A's client ID as header or in the body is as unknown as any, and reaches nothing", async () => {
    const before = await everything();
    const calls = (clientId: string): Promise<Answered>[] => {
      const header = { "x-client-id": clientId };
      const url = "https://evil.example/hook";
      return [
        b.client.create({ url }, header),
        b.client.create({ url, clientId }),
        b.client.list(header),
        b.client.test({ eventType: "payment.confirmed" }, header),
        b.client.test({ eventType: "payment.confirmed", clientId }),
        ...ofWebhook.map(([, call]) => call(b.client, b.webhooks.wide, header)),
        ...ofWebhook.map(([, call]) => call(b.client, a.webhooks.scoped, header)),
        ...ofDelivery.map(([, call]) => call(b.client, a.deliveries.scoped, header)),
      ];
    };
    const [foreign, unknown] = await Promise.all(
      [a.clientId, `cli_${"0".repeat(32)}`].map((clientId) => Promise.all(calls(clientId))),
    );
    expect(new Set(foreign?.map(({ status }) => status))).toEqual(new Set([404]));
    expect(foreign?.map(({ body }) => body)).toEqual(unknown?.map(({ body }) => body));
    expect(await everything()).toBe(before);
  });

  test("lists B's own webhooks only", async () => {
    const listed = (await b.client.list()).body.map(({ id }: { id: string }) => id).sort();
    expect(listed).toEqual(Object.values(b.webhooks).sort());
  });

  test("a test event of B goes to B's webhooks only", async () => {
    expect((await b.client.test({ eventType: "payment.confirmed" })).body).toEqual({ sent: 1, failed: 0 });
    const ofA = (await a.client.deliveries(a.webhooks.wide)).body.deliveries;
    expect(ofA.filter(({ isTest }: { isTest: boolean }) => isTest)).toEqual([]);
  });
});

describe("one's own webhook in another scope (D-06)", () => {
  test("404 for that of a client ID, with another one selected", async () => {
    const other = { "x-client-id": await aClientId(api.app, a.session.platformId) };
    const before = await everything();
    for (const [, call] of ofWebhook) {
      expect((await call(a.client, a.webhooks.scoped, other)).status).toBe(404);
    }
    for (const [, call] of ofDelivery) {
      expect((await call(a.client, a.deliveries.scoped, other)).status).toBe(404);
    }
    expect(await everything()).toBe(before);
  });

  test("200 for account-wide ones, which every scope lists, and for any without a selection", async () => {
    const other = { "x-client-id": await aClientId(api.app, a.session.platformId) };
    expect((await a.client.deliveries(a.webhooks.wide, "", other)).status).toBe(200);
    expect((await a.client.delivery(a.deliveries.wide, other)).status).toBe(200);
    expect((await a.client.deliveries(a.webhooks.scoped)).status).toBe(200);
    expect((await a.client.deliveries(a.webhooks.scoped, "", { "x-client-id": a.clientId })).status).toBe(
      200,
    );
  });
});
