import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { listAudit } from "@/server/audit/list";
import { systemCaller } from "@/server/auth/callers";
import { aClientId } from "@/server/testing/paying";
import { startWebhookPost, type WebhookPost } from "@/server/testing/webhooks/webhook-post";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { EVENTS } from "@/server/webhooks/announcing/events";
import { signBody } from "@/server/webhooks/sending/sign";

let post: WebhookPost;
beforeEach(async () => {
  post = await startWebhookPost();
});
afterEach(() => post.close());

const EVENT_TYPES = z.object(EVENTS).keyof().options;
const create = async (body: object = {}) =>
  (await post.webhooks.create({ url: post.receiver.url, ...body })).body;

describe("201 a test delivery", () => {
  test("of every event arrives signed, marked as a test, in its real shape, without a sequence (TD-04 to TD-06)", async () => {
    const { secret } = await create();
    expect(EVENT_TYPES).toEqual(Object.keys(EVENTS));
    for (const eventType of EVENT_TYPES) {
      const answer = await post.webhooks.test({ eventType });
      expect(answer).toMatchObject({ status: 201, body: { sent: 1, failed: 0 } });
      const { headers, body, json } = await post.receiver.next();
      expect(headers).toMatchObject({
        "x-service-test": "true",
        "x-service-signature": signBody(secret, body),
        "x-service-retry-count": "0",
      });
      const { event, timestamp, ...payload } = json;
      expect(event).toBe(eventType);
      expect(timestamp).toBe(post.clock.now().toISOString());
      expect(payload).not.toHaveProperty("sequence");
      expect(z.strictObject(EVENTS[eventType].shape).safeParse(payload).success, eventType).toBe(true);
    }
  });

  test("for one webhook goes to that one alone, whatever it chose to hear, and never to one of somebody else", async () => {
    const first = await create({ url: `${post.receiver.url}first`, events: ["payment.partial"] });
    await create({ url: `${post.receiver.url}second` });
    const eventType = "payment.failed";
    const one = await post.webhooks.test({ eventType, webhookId: first.id });
    expect(one).toMatchObject({ status: 201, body: { sent: 1, failed: 0 } });
    expect((await post.receiver.next()).path).toBe("/hookfirst");
    // Without a name it goes to those that hear the event.
    expect((await post.webhooks.test({ eventType })).body).toEqual({ sent: 1, failed: 0 });
    expect((await post.receiver.next()).path).toBe("/hooksecond");
    const listed = (await post.webhooks.list()).body.find(({ id }: { id: string }) => id === first.id);
    expect(listed.events).toEqual(["payment.partial"]);
    for (const webhookId of ["nothing", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]) {
      expect((await post.webhooks.test({ eventType, webhookId })).status).toBe(404);
    }
    const refused = [[], ["no.such.event"], ["client_id.linked"], ["payment.failed", "payment.failed"]];
    for (const events of refused) {
      expect((await post.webhooks.create({ url: `${post.receiver.url}third`, events })).status).toBe(400);
    }
  });

  test("leaves no gap in the sequence of real events", async () => {
    await create();
    for (let n = 0; n < 3; n++) {
      await post.announce();
      await post.webhooks.test({ eventType: "payment.confirmed" });
    }
    await post.sender.idle();
    const real = post.receiver.received.filter(({ headers }) => headers["x-service-test"] === undefined);
    expect(real.map(({ json }) => json.sequence).sort()).toEqual([1, 2, 3]);
    expect(post.receiver.received).toHaveLength(6);
  });

  test("is repeated like any other, and every attempt is marked (DL-05, TD-04)", async () => {
    const { id } = await create();
    post.receiver.answer({ status: 500 });
    expect((await post.webhooks.test({ eventType: "payment.failed" })).body).toEqual({ sent: 1, failed: 0 });
    await post.exhaust();
    expect(post.receiver.received.map(({ headers }) => headers["x-service-retry-count"])).toEqual([
      ..."0123",
    ]);
    expect(new Set(post.receiver.received.map(({ headers }) => headers["x-service-test"]))).toEqual(
      new Set(["true"]),
    );
    const [delivery] = (await post.webhooks.deliveries(id)).body.deliveries;
    expect(delivery).toMatchObject({ isTest: true, state: "failed", sequence: null });
    post.receiver.answer({ status: 200 });
    await post.webhooks.replay(delivery.id);
    await post.sender.idle();
    expect(post.receiver.received.at(-1)?.headers, "replayed, it is still a test").toMatchObject({
      "x-service-test": "true",
    });
  });

  test("does not wait for a receiver that hangs (DL-16)", async () => {
    await create();
    // For ever: the sender's clock stands still.
    post.receiver.answer("hang");
    expect((await post.webhooks.test({ eventType: "payment.confirmed" })).status).toBe(201);
    await post.receiver.next();
  });

  test("is in the audit log with the webhooks it went to", async () => {
    const { id } = await create();
    await post.webhooks.test({ eventType: "payment.partial" });
    const ctx = post.api.app.context(systemCaller(post.session.platformId));
    expect((await listAudit(ctx, { limit: 1 }))[0]).toMatchObject({
      action: "webhook_endpoint.tested",
      details: { event: "payment.partial", webhooks: [id] },
    });
  });

  test("counts as failed where the webhook's URL may not be called any more, and calls nothing", async () => {
    const { id } = await create();
    const { db } = post.api.app.database;
    await db.execute(sql`update webhook_endpoints set url = 'https://10.0.0.1/hook' where id = ${id}`);
    expect((await post.webhooks.test({ eventType: "payment.confirmed" })).body).toEqual({
      sent: 0,
      failed: 1,
    });
    await post.sender.idle();
    expect((await post.webhooks.deliveries(id)).body.deliveries).toMatchObject([
      { state: "failed", error: "url must be on the public internet", attempts: [] },
    ]);
  });
});

describe("who receives a test (TD-01, TD-02)", () => {
  let ofClient: WebhookReceiver;
  beforeEach(async () => {
    ofClient = await startWebhookReceiver();
  });
  afterEach(() => ofClient.close());
  const received = async () => {
    await post.sender.idle();
    return [post.receiver.received.length, ofClient.received.length];
  };

  test("the client ID that header or body names, or account-wide webhooks when neither does", async () => {
    const clientId = await aClientId(post.api.app, post.session.platformId);
    await create();
    await create({ url: ofClient.url, clientId });
    const eventType = "payment.confirmed.client_id";
    await post.webhooks.test({ eventType });
    expect(await received()).toEqual([1, 0]);
    await post.webhooks.test({ eventType }, { "x-client-id": clientId });
    expect(await received()).toEqual([1, 1]);
    await post.webhooks.test({ eventType, clientId });
    expect(await received()).toEqual([1, 2]);
    expect(ofClient.received.map(({ json }) => json.clientId)).toEqual([clientId, clientId]);
  });

  test("404 where the scope has no active webhook, and nothing is sent or stored", async () => {
    const clientId = await aClientId(post.api.app, post.session.platformId);
    const nobody = { status: 404, body: { message: "No active webhook found" } };
    const eventType = "payment.confirmed";
    expect(await post.webhooks.test({ eventType })).toMatchObject(nobody);
    const { id } = await create();
    expect(await post.webhooks.test({ eventType, clientId })).toMatchObject(nobody);
    await post.webhooks.put(id);
    expect(await post.webhooks.test({ eventType }), "inactive (DL-15)").toMatchObject(nobody);
    await post.webhooks.remove(id);
    expect(await post.webhooks.test({ eventType }), "deleted").toMatchObject(nobody);
    expect(await received()).toEqual([0, 0]);
    const [row] = await post.api.app.database.db.execute(sql`select count(*)::int as n from webhook_events`);
    expect(row?.n).toBe(0);
  });
});

describe("400 for an event type that is not on the list (TD-03)", () => {
  test.each([
    "payment.stolen",
    "PAYMENT.CONFIRMED",
    "",
    null,
    1,
    ["payment.confirmed"],
    "toString",
    undefined,
  ])("%j", async (eventType) => {
    await create();
    const { status, body } = await post.webhooks.test({ eventType });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      error: "Bad Request",
      message: [{ code: expect.any(String), message: expect.any(String), path: ["eventType"] }],
    });
  });
});
