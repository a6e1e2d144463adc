import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listDeliveries } from "@/app/v1/webhook/[webhookId]/deliveries/route";
import { POST as postReplayFailed } from "@/app/v1/webhook/[webhookId]/replay/route";
import { POST as postRotate } from "@/app/v1/webhook/[webhookId]/rotate-secret/route";
import { DELETE as deleteWebhook, PUT as putWebhook } from "@/app/v1/webhook/[webhookId]/route";
import { POST as postReplay } from "@/app/v1/webhook/deliveries/[deliveryId]/replay/route";
import { GET as getDelivery } from "@/app/v1/webhook/deliveries/[deliveryId]/route";
import { GET as listWebhooks, POST as postWebhook } from "@/app/v1/webhook/route";
import { POST as postTest } from "@/app/v1/webhook/test/route";
import { clientIds, webhookEndpoints } from "@/db/schema";
import { listAudit } from "@/server/audit/list";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient, aSession, changeClient, type TestSession } from "@/server/testing/credentials";
import { itRequires } from "@/server/testing/it-requires";
import { aClientId } from "@/server/testing/paying";
import { type WebhookClient, webhookClient } from "@/server/testing/webhooks/webhook-client";
import { createEndpoint, MAX_PER_SCOPE } from "@/server/webhooks/endpoints/store";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

const webhookId = "01KE6W0000000000000000TEST";
itRequires(
  () => api,
  [
    { at: "POST /v1/webhook", handler: postWebhook },
    { at: "GET /v1/webhook", handler: listWebhooks },
    { at: "POST /v1/webhook/test", handler: postTest },
    { at: "PUT /v1/webhook/x", handler: putWebhook, segments: { webhookId } },
    { at: "DELETE /v1/webhook/x", handler: deleteWebhook, segments: { webhookId } },
    { at: "POST /v1/webhook/x/rotate-secret", handler: postRotate, segments: { webhookId } },
    { at: "GET /v1/webhook/x/deliveries", handler: listDeliveries, segments: { webhookId } },
    { at: "POST /v1/webhook/x/replay", handler: postReplayFailed, segments: { webhookId } },
    { at: "GET /v1/webhook/deliveries/x", handler: getDelivery, segments: { deliveryId: webhookId } },
    { at: "POST /v1/webhook/deliveries/x/replay", handler: postReplay, segments: { deliveryId: webhookId } },
  ],
  ["session"],
);

/** Somebody signed in, with two client IDs. */
async function aMerchant(): Promise<TestSession & { webhooks: WebhookClient; first: Scope; second: Scope }> {
  const session = await aSession(api);
  const scope = async () => ({ "x-client-id": await aClientId(api.app, session.platformId) });
  return { ...session, webhooks: webhookClient(session.bearer), first: await scope(), second: await scope() };
}
type Scope = { "x-client-id": string };

let made = 0;
const aUrl = () => `https://shop.example/hook/${++made}`;
const urlsOf = (answer: { body: { url: string }[] }) => answer.body.map(({ url }) => url).sort();
const auditOf = (platformId: string) =>
  listAudit(api.app.context(systemCaller(platformId)), { limit: 10 }).then((entries) =>
    entries.map(({ action, subject }) => ({ action, subject })),
  );
const total = () => api.app.database.db.$count(webhookEndpoints);

describe("the session decides (AU-05, SC-06a)", () => {
  test("401 for a client ID alone, browser's or backend's, from its own page", async () => {
    for (const { headers } of [
      await aBoundClient(api, { origin: "https://a.example" }),
      await aBoundClient(api),
    ]) {
      const webhooks = webhookClient(headers);
      expect((await webhooks.create({ url: aUrl() })).status).toBe(401);
      expect((await webhooks.list()).status).toBe(401);
    }
  });

  test("403 for an account that signed in by email", async () => {
    const { bearer } = await aSession(api, { wallet: null });
    expect((await webhookClient(bearer).list()).status).toBe(403);
    expect((await webhookClient(bearer).create({ url: aUrl() })).status).toBe(403);
  });

  test("403 for a foreign page that uses the cookie", async () => {
    const { cookie } = await aSession(api);
    const before = await total();
    const attack = { origin: "https://shop.example.evil.io" };
    expect((await webhookClient(cookie).create({ url: aUrl() }, attack)).status).toBe(403);
    expect(await total()).toBe(before);
  });
});

describe("201 creating a webhook", () => {
  test("shows its ID and a secret of 64 hex characters, which nothing shows again (SC-08)", async () => {
    const { webhooks, platformId } = await aMerchant();
    const url = aUrl();
    const created = await webhooks.create({ url });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const listed = await webhooks.list();
    expect(listed.body).toEqual([
      {
        id: created.body.id,
        url,
        isActive: true,
        clientId: null,
        createdAt: expect.stringMatching(/Z$/),
        previousSecretUntil: null,
        events: null,
        retrySchedule: "standard",
        failingSince: null,
        disabledAt: null,
        disabledReason: null,
      },
    ]);
    const put = await webhooks.put(created.body.id);
    expect(JSON.stringify([listed.body, put.body])).not.toContain(created.body.secret);
    expect((await auditOf(platformId)).at(-1)).toEqual({
      action: "webhook_endpoint.created",
      subject: created.body.id,
    });
  });

  test("belongs to the client ID that the header or the body names, else to the account (SC-06, E-D6)", async () => {
    const { webhooks, first, second } = await aMerchant();
    const urls = [aUrl(), aUrl(), aUrl()] as const;
    await webhooks.create({ url: urls[0] }, first);
    await webhooks.create({ url: urls[1], clientId: second["x-client-id"] });
    await webhooks.create({ url: urls[2] });
    expect(urlsOf(await webhooks.list(first))).toEqual([urls[0], urls[2]].sort());
    expect(urlsOf(await webhooks.list(second))).toEqual([urls[1], urls[2]].sort());
    const all = await webhooks.list();
    expect(urlsOf(all)).toEqual([...urls].sort());
    const owners = new Map(all.body.map((one: { url: string; clientId: string }) => [one.url, one.clientId]));
    expect(urls.map((url) => owners.get(url))).toEqual([first["x-client-id"], second["x-client-id"], null]);
  });

  test("400 where header and body name different client IDs", async () => {
    const { webhooks, first, second } = await aMerchant();
    const refused = await webhooks.create({ url: aUrl(), clientId: second["x-client-id"] }, first);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "clientId" }] } });
    const agreed = await webhooks.create({ url: aUrl(), clientId: first["x-client-id"] }, first);
    expect(agreed.status).toBe(201);
  });

  test("403 under a client ID that has been revoked", async () => {
    const { webhooks, first } = await aMerchant();
    const isFirst = eq(clientIds.clientId, first["x-client-id"]);
    const [row] = await api.app.database.db.select().from(clientIds).where(isFirst);
    const { body } = await webhooks.create({ url: aUrl() }, first);
    await changeClient(api, row?.id ?? "", { status: "revoked" });
    expect((await webhooks.create({ url: aUrl() }, first)).status).toBe(403);
    expect((await webhooks.remove(body.id, first)).status, "what is there can still be removed").toBe(200);
  });

  test("400 for a URL that exists in the scope or account-wide (SC-07)", async () => {
    const { webhooks, first, second } = await aMerchant();
    const url = aUrl();
    const duplicate = { status: 400, body: { code: "duplicate_url", errors: [{ field: "url" }] } };
    expect((await webhooks.create({ url }, first)).status).toBe(201);
    expect(await webhooks.create({ url }, first)).toMatchObject(duplicate);
    expect((await webhooks.create({ url }, second)).status).toBe(201);
    const wide = aUrl();
    const { body } = await webhooks.create({ url: wide });
    expect(await webhooks.create({ url: wide })).toMatchObject(duplicate);
    expect(await webhooks.create({ url: wide }, first)).toMatchObject(duplicate);
    await webhooks.put(body.id, { isActive: false });
    expect(await webhooks.create({ url: wide }), "an inactive one still has its URL").toMatchObject(
      duplicate,
    );
    await webhooks.remove(body.id);
    expect((await webhooks.create({ url: wide }, first)).status).toBe(201);
  });

  test("400 beyond the number that one scope may have", async () => {
    const { webhooks, platformId, first } = await aMerchant();
    const ctx = api.app.context(systemCaller(platformId));
    await inTransaction(ctx, async (tx) => {
      for (let n = 0; n < MAX_PER_SCOPE; n++) {
        await createEndpoint(tx, { platformId, clientIdId: null, url: aUrl() });
      }
    });
    const full = { status: 400, body: { code: "too_many_webhooks" } };
    expect(await webhooks.create({ url: aUrl() })).toMatchObject(full);
    expect((await webhooks.create({ url: aUrl() }, first)).status).toBe(201);
  });
});

describe("an Idempotency-Key (D-34)", () => {
  test("fifty creates at once make one webhook, and all show its secret", async () => {
    const { webhooks } = await aMerchant();
    const url = aUrl();
    const key = { "idempotency-key": "once" };
    const answers = await Promise.all(Array.from({ length: 50 }, () => webhooks.create({ url }, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1);
    expect(urlsOf(await webhooks.list())).toEqual([url]);
  });

  test("means another call in another scope, and is refused there", async () => {
    const { webhooks, first } = await aMerchant();
    const key = { "idempotency-key": "once" };
    const body = { url: aUrl() };
    expect((await webhooks.create(body, key)).status).toBe(201);
    expect((await webhooks.create(body, { ...key, ...first })).status).toBe(409);
  });

  test("of a rotation shows the same secret again instead of making a third", async () => {
    const { webhooks } = await aMerchant();
    const { id } = (await webhooks.create({ url: aUrl() })).body;
    const key = { "idempotency-key": "turn" };
    const [one, two] = [await webhooks.rotate(id, key), await webhooks.rotate(id, key)];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("200 switching (D-06)", () => {
  test("without a body, or an empty one, goes to the other side; with isActive to that side", async () => {
    const { webhooks, platformId } = await aMerchant();
    const { id } = (await webhooks.create({ url: aUrl() })).body;
    const bodies = [undefined, undefined, {}, { isActive: true }, { isActive: true }, { isActive: false }];
    const states = [];
    for (const body of bodies) states.push((await webhooks.put(id, body)).body.isActive);
    expect(states).toEqual([false, true, false, true, true, false]);
    expect((await webhooks.list()).body).toMatchObject([{ id, isActive: false }]);
    const changes = (await auditOf(platformId)).map(({ action }) => action.split(".")[1]);
    expect(changes, "what changed nothing is not a change").toEqual([
      "deactivated",
      "activated",
      "deactivated",
      "activated",
      "deactivated",
      "created",
    ]);
  });

  test("naming a schedule chooses it and leaves the switch where it is", async () => {
    const { webhooks, platformId } = await aMerchant();
    const { id } = (await webhooks.create({ url: aUrl(), retrySchedule: "extended" })).body;
    expect((await webhooks.list()).body).toMatchObject([{ retrySchedule: "extended", isActive: true }]);
    const standard = await webhooks.put(id, { retrySchedule: "standard" });
    expect(standard.body).toMatchObject({ retrySchedule: "standard", isActive: true });
    const both = await webhooks.put(id, { retrySchedule: "extended", isActive: false });
    expect(both.body).toMatchObject({ retrySchedule: "extended", isActive: false });
    const on = await webhooks.put(id);
    expect(on.body).toMatchObject({ retrySchedule: "extended", isActive: true });
    const changes = (await auditOf(platformId)).map(({ action }) => action.split(".")[1]);
    expect(changes).toEqual(["activated", "deactivated", "updated", "updated", "created"]);
    expect((await webhooks.put(id, { retrySchedule: "for ever" })).status).toBe(400);
    expect((await webhooks.create({ url: aUrl(), retrySchedule: "none" })).status).toBe(400);
  });

  test("on again, one that we had switched off starts anew", async () => {
    const { webhooks } = await aMerchant();
    const { id } = (await webhooks.create({ url: aUrl() })).body;
    const disabledAt = new Date("2026-01-05T12:00:00Z");
    await api.app.database.db
      .update(webhookEndpoints)
      .set({ isActive: false, disabledAt, disabledReason: "failing", failingSince: disabledAt })
      .where(eq(webhookEndpoints.id, id));
    expect((await webhooks.list()).body).toMatchObject([
      { isActive: false, disabledReason: "failing", disabledAt: disabledAt.toISOString() },
    ]);
    expect((await webhooks.put(id, { isActive: true })).body).toMatchObject({
      isActive: true,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
    });
  });

  test("two toggles at once both count", async () => {
    const { webhooks } = await aMerchant();
    const { id } = (await webhooks.create({ url: aUrl() })).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => webhooks.put(id)));
    expect(answers.filter(({ body }) => body.isActive === false)).toHaveLength(5);
    expect((await webhooks.list()).body).toMatchObject([{ isActive: true }]);
  });

  test.each([{ isActive: "false" }, { isActive: null }, { isActive: 0 }, [], "off"])(
    "400 for %j",
    async (body) => {
      const { webhooks } = await aMerchant();
      const { id } = (await webhooks.create({ url: aUrl() })).body;
      expect((await webhooks.put(id, body)).status).toBe(400);
      expect((await webhooks.list()).body).toMatchObject([{ isActive: true }]);
    },
  );
});

describe("200 deleting", () => {
  test("takes it off the list and frees its URL; from then on it is unknown", async () => {
    const { webhooks, platformId } = await aMerchant();
    const url = aUrl();
    const { id } = (await webhooks.create({ url })).body;
    expect((await webhooks.remove(id)).body).toEqual({ success: true, message: "Webhook deleted" });
    expect((await webhooks.list()).body).toEqual([]);
    for (const answer of [await webhooks.remove(id), await webhooks.put(id), await webhooks.rotate(id)]) {
      expect(answer.status).toBe(404);
    }
    expect((await webhooks.create({ url })).status).toBe(201);
    expect((await auditOf(platformId)).map(({ action }) => action)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.deleted",
      "webhook_endpoint.created",
    ]);
  });
});
