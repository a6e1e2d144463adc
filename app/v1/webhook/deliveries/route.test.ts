import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWebhookPost, type WebhookPost } from "@/server/testing/webhooks/webhook-post";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { signBody, standardSignature } from "@/server/webhooks/sending/sign";

let post: WebhookPost;
beforeEach(async () => {
  post = await startWebhookPost();
});
afterEach(() => post.close());

const HOUR = 3_600_000;
const create = async () => (await post.webhooks.create({ url: post.receiver.url })).body as Created;
interface Created {
  id: string;
  secret: string;
}

describe("200 the delivery log", () => {
  test("shows every attempt with its time, status, duration, error, and both bodies", async () => {
    const { id } = await create();
    post.receiver.answer((_, nth) =>
      nth === 0 ? { status: 503, body: "not now" } : { status: 200, body: "ok" },
    );
    const started = post.clock.now();
    await post.announce();
    await post.exhaust();
    const { status, body } = await post.webhooks.deliveries(id);
    expect(status).toBe(200);
    const [webhook] = post.receiver.received;
    const delivery = {
      id: webhook?.headers["x-service-delivery"],
      webhookId: id,
      event: "payment.confirmed",
      sequence: 1,
      state: "succeeded",
      isTest: false,
      createdAt: started.toISOString(),
      nextAttemptAt: null,
      error: null,
      replayOf: null,
      requestBody: webhook?.body.toString(),
      attempts: [
        {
          number: 1,
          startedAt: started.toISOString(),
          durationMs: expect.any(Number),
          statusCode: 503,
          error: "answered 503",
          responseBody: "not now",
        },
        {
          number: 2,
          startedAt: new Date(started.getTime() + 1_000).toISOString(),
          durationMs: expect.any(Number),
          statusCode: 200,
          error: null,
          responseBody: "ok",
        },
      ],
    };
    expect(body).toEqual({ deliveries: [delivery], nextCursor: null });
    expect((await post.webhooks.delivery(delivery.id as string)).body).toEqual(delivery);
  });

  test("says when a pending one is tried again, and why", async () => {
    const { id } = await create();
    post.receiver.answer({ status: 500 });
    await post.announce();
    await post.sender.idle();
    const next = new Date(post.clock.now().getTime() + 1_000).toISOString();
    expect((await post.webhooks.deliveries(id)).body.deliveries).toMatchObject([
      { state: "pending", nextAttemptAt: next, error: "answered 500", attempts: [{ number: 1 }] },
    ]);
  });

  test("gives every delivery once, newest first, page by page, while new ones come in", async () => {
    const { id } = await create();
    await post.announce(25);
    await post.sender.idle();
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = `?limit=10${cursor && `&cursor=${cursor}`}`;
      const { body } = await post.webhooks.deliveries(id, query);
      seen.push(...body.deliveries.map(({ sequence }: { sequence: number }) => sequence));
      cursor = body.nextCursor;
      await post.announce();
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
  });

  test("filters by state, event and time", async () => {
    const { id } = await create();
    post.receiver.answer({ status: 500 });
    await post.announce(2);
    await post.exhaust();
    const between = post.clock.now().toISOString();
    post.receiver.answer({ status: 200 });
    await post.announce(3);
    await post.webhooks.test({ eventType: "payment.refunded" });
    await post.sender.idle();
    const count = async (query: string) => (await post.webhooks.deliveries(id, query)).body.deliveries.length;
    expect(await count("")).toBe(6);
    expect(await count("?state=failed")).toBe(2);
    expect(await count("?state=succeeded")).toBe(4);
    expect(await count("?state=pending")).toBe(0);
    expect(await count("?event=payment.refunded")).toBe(1);
    expect(await count(`?since=${between}`)).toBe(4);
    expect(await count(`?until=${between}`)).toBe(2);
    expect(await count(`?since=${between}&until=${between}`)).toBe(0);
    expect(await count(`?state=succeeded&event=payment.confirmed&since=${between}&limit=2`)).toBe(2);
    expect(await count("?until=1960-01-01T00:00:00Z")).toBe(0);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "cursor=x",
    "cursor=%00",
    "state=lost",
    "event=payment.stolen",
    "since=yesterday",
    "since=2026-01-05T12:00:00%2B02:00",
    "until=99999-01-01T00:00:00Z",
  ])("400 for %s", async (query) => {
    const { id } = await create();
    expect((await post.webhooks.deliveries(id, `?${query}`)).status).toBe(400);
  });

  test("a delivery stays readable after its webhook is deleted; the webhook's list does not", async () => {
    const { id } = await create();
    await post.announce();
    await post.sender.idle();
    const { deliveries } = (await post.webhooks.deliveries(id)).body;
    await post.webhooks.remove(id);
    expect((await post.webhooks.deliveries(id)).status).toBe(404);
    expect((await post.webhooks.delivery(deliveries[0].id)).body).toEqual(deliveries[0]);
    expect((await post.webhooks.replay(deliveries[0].id)).status).toBe(409);
  });
});

describe("201 replaying", () => {
  test("one sends the same bytes under a new delivery ID, signed with the secret of now", async () => {
    const { id } = await create();
    post.receiver.answer({ status: 500 });
    await post.announce();
    await post.exhaust();
    const [failed] = (await post.webhooks.deliveries(id)).body.deliveries;
    expect(failed).toMatchObject({ state: "failed", attempts: [{}, {}, {}, {}] });
    const [before] = post.receiver.received.splice(0);
    post.receiver.answer({ status: 200 });
    const { secret } = (await post.webhooks.rotate(id)).body;
    const replayed = await post.webhooks.replay(failed.id);
    expect(replayed).toMatchObject({ status: 201, body: { replayOf: failed.id } });
    const again = await post.receiver.next();
    await post.sender.idle();
    expect(replayed.body.id).not.toBe(failed.id);
    expect(again.body.equals(before?.body ?? Buffer.alloc(0))).toBe(true);
    expect(again.headers).toMatchObject({
      "x-service-delivery": replayed.body.id,
      "webhook-id": replayed.body.id,
      "x-service-retry-count": "0",
      "x-service-signature": signBody(secret, again.body),
    });
    expect(again.headers).not.toHaveProperty("x-service-test");
    expect((await post.webhooks.delivery(replayed.body.id)).body).toMatchObject({
      state: "succeeded",
      replayOf: failed.id,
      sequence: 1,
    });
    expect((await post.webhooks.delivery(failed.id)).body, "the failed one stays as it was").toEqual(failed);
  });

  test("one that arrived can be sent again as well; 409 while it is pending or the webhook is off", async () => {
    const { id } = await create();
    await post.announce();
    await post.sender.idle();
    const [arrived] = (await post.webhooks.deliveries(id)).body.deliveries;
    await post.webhooks.put(id, { isActive: false });
    expect((await post.webhooks.replay(arrived.id)).status).toBe(409);
    await post.webhooks.put(id, { isActive: true });
    post.receiver.answer({ status: 500 });
    const second = (await post.webhooks.replay(arrived.id)).body;
    await post.sender.idle();
    expect((await post.webhooks.replay(second.id)).status).toBe(409);
    expect(post.receiver.received.map(({ json }) => json.sequence)).toEqual([1, 1]);
  });

  test("one with an Idempotency-Key makes one delivery, however often it is asked for", async () => {
    const { id } = await create();
    await post.announce();
    await post.sender.idle();
    const [arrived] = (await post.webhooks.deliveries(id)).body.deliveries;
    const key = { "idempotency-key": "again" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post.webhooks.replay(arrived.id, key)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await post.sender.idle();
    expect(post.receiver.received).toHaveLength(2);
  });

  test("all that failed since a time sends each event once, and nothing that arrived or is older", async () => {
    const { id } = await create();
    post.receiver.answer({ status: 500 });
    await post.announce(1);
    await post.exhaust();
    const since = post.clock.now().toISOString();
    await post.announce(3);
    await post.exhaust();
    post.receiver.answer({ status: 200 });
    await post.announce(1);
    await post.sender.idle();
    post.receiver.received.length = 0;
    expect(await post.webhooks.replayFailed(id, { since })).toMatchObject({
      status: 201,
      body: { replayed: 3, hasMore: false },
    });
    await post.sender.idle();
    expect(post.receiver.received.map(({ json }) => json.sequence).sort()).toEqual([2, 3, 4]);
    expect((await post.webhooks.replayFailed(id, { since })).body).toEqual({ replayed: 0, hasMore: false });
  });

  test("all leaves the account's other webhooks alone", async () => {
    const other = await startWebhookReceiver();
    try {
      const { id } = await create();
      await post.webhooks.create({ url: other.url });
      for (const receiver of [post.receiver, other]) receiver.answer({ status: 500 });
      await post.announce();
      await post.exhaust();
      for (const receiver of [post.receiver, other]) receiver.answer({ status: 200 });
      expect((await post.webhooks.replayFailed(id, { since: new Date(0).toISOString() })).body.replayed).toBe(
        1,
      );
      await post.sender.idle();
      expect([post.receiver.received.length, other.received.length]).toEqual([5, 4]);
    } finally {
      await other.close();
    }
  });

  test("all of an inactive webhook answers 409; without a time 400", async () => {
    const { id } = await create();
    for (const body of [{}, { since: "yesterday" }, { since: 0 }, { since: null }]) {
      expect((await post.webhooks.replayFailed(id, body)).status).toBe(400);
    }
    await post.webhooks.put(id, { isActive: false });
    expect((await post.webhooks.replayFailed(id, { since: new Date(0).toISOString() })).status).toBe(409);
  });
});

describe("switching off and deleting", () => {
  test.each(["put", "remove"] as const)(
    "%s ends what was pending: no further attempt is made (DL-15)",
    async (how) => {
      const { id } = await create();
      post.receiver.answer({ status: 500 });
      await post.announce(3);
      await post.sender.idle();
      const [pending] = (await post.webhooks.deliveries(id)).body.deliveries;
      expect(pending.state).toBe("pending");
      await post.webhooks[how](id);
      await post.exhaust();
      expect(post.receiver.received).toHaveLength(3);
      const ended = (await post.webhooks.delivery(pending.id)).body;
      expect(ended).toMatchObject({ state: "failed", nextAttemptAt: null, attempts: [{ number: 1 }] });
      await post.announce();
      await post.exhaust();
      expect(post.receiver.received, "nor is anything new sent").toHaveLength(3);
    },
  );
});

describe("rotating the secret", () => {
  test("signs with the new one at once, and with the old one beside it for 24 hours", async () => {
    const { id, secret } = await create();
    await post.announce();
    await post.receiver.next();
    await post.sender.idle();
    const rotated = (await post.webhooks.rotate(id)).body;
    expect(rotated).toEqual({
      id,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      previousSecretUntil: new Date(post.clock.now().getTime() + 24 * HOUR).toISOString(),
    });
    expect(rotated.secret).not.toBe(secret);
    expect((await post.webhooks.list()).body).toMatchObject([
      { previousSecretUntil: rotated.previousSecretUntil },
    ]);

    const signedBy = async (secrets: string[]) => {
      await post.announce();
      const { headers, body } = await post.receiver.next();
      await post.sender.idle();
      const id = String(headers["webhook-id"]);
      const timestampSeconds = Number(headers["webhook-timestamp"]);
      expect(headers["x-service-signature"]).toBe(signBody(rotated.secret, body));
      expect(headers["webhook-signature"]).toBe(standardSignature(secrets, { id, timestampSeconds, body }));
    };
    await signedBy([rotated.secret, secret]);
    post.clock.advance(24 * HOUR - 1_000);
    await signedBy([rotated.secret, secret]);
    post.clock.advance(1_000);
    await signedBy([rotated.secret]);
    expect((await (await post.signInAgain()).list()).body).toMatchObject([{ previousSecretUntil: null }]);
  });

  test("a delivery that is being repeated is signed with the new secret from its next attempt on", async () => {
    const { id } = await create();
    post.receiver.answer((_, nth) => ({ status: nth === 0 ? 500 : 200 }));
    await post.announce();
    await post.sender.idle();
    const { secret } = (await post.webhooks.rotate(id)).body;
    await post.exhaust();
    const [first, second] = post.receiver.received;
    expect(second?.headers["x-service-retry-count"]).toBe("1");
    expect(second?.headers["x-service-delivery"]).toBe(first?.headers["x-service-delivery"]);
    expect(second?.headers["x-service-signature"]).toBe(signBody(secret, second?.body ?? Buffer.alloc(0)));
  });
});

describe("a receiver that redirects", () => {
  test("is not followed, wherever it points", async () => {
    const inside = await startWebhookReceiver();
    try {
      const { id } = await create();
      post.receiver.answer({ status: 307, headers: { location: inside.url } });
      await post.announce();
      await post.exhaust();
      expect(inside.received).toEqual([]);
      const [delivery] = (await post.webhooks.deliveries(id)).body.deliveries;
      expect(delivery).toMatchObject({ state: "failed", error: "answered 307" });
    } finally {
      await inside.close();
    }
  });
});
