import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditLog, webhookEndpoints, webhookEvents } from "@/db/schema";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { announceDisabled } from "@/server/webhooks/endpoints/announce-disabled";
import { deleteEndpoint, rotateSecret, setActive } from "@/server/webhooks/endpoints/store";
import { RETRY_DELAYS_MS } from "@/server/webhooks/retry";
import { signBody } from "@/server/webhooks/sending/sign";

let world: WebhookWorld;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [world, receiver] = await Promise.all([startWebhookWorld(), startWebhookReceiver()]);
});
afterEach(async () => {
  await world.close();
  await receiver.close();
});

const onlyDelivery = async () => {
  const [delivery, ...others] = await world.deliveries();
  if (!delivery || others.length > 0) throw new Error("not exactly one delivery");
  return delivery;
};

describe("a delivery", () => {
  test("carries exactly the stored bytes, signed with the endpoint's own secret (DL-01 to DL-05)", async () => {
    const { secret } = await world.endpoint(receiver.url);
    await world.sender();
    await world.announce();
    const webhook = await receiver.next();
    const { id } = await onlyDelivery();
    expect(webhook.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-signature": signBody(secret, webhook.body),
      "x-service-delivery": id,
      "x-service-retry-count": "0",
      "webhook-id": id,
    });
    expect(webhook.headers).not.toHaveProperty("x-service-test");
    expect(webhook.body.toString()).toMatch(
      /^\{"event":"payment.confirmed","timestamp":"2026-01-05T12:00:00.000Z","sequence":1,/,
    );
  });

  test("of text beyond ASCII is signed as the UTF-8 bytes that arrive", async () => {
    const { secret } = await world.endpoint(receiver.url);
    await world.sender();
    const { payload } = aConfirmedPayment(world.platformId);
    await world.announce(1, { payload: { ...payload, reference: "Bücher ✓ 😀 \u2028" } });
    const webhook = await receiver.next();
    expect(webhook.json.reference).toBe("Bücher ✓ 😀 \u2028");
    expect(webhook.headers["x-service-signature"]).toBe(signBody(secret, webhook.body));
  });

  test("is signed per endpoint, with an ID per endpoint (DL-12, DL-13)", async () => {
    const one = await world.endpoint(`${receiver.url}/1`);
    const two = await world.endpoint(`${receiver.url}/2`);
    await world.sender();
    await world.announce();
    for (const [path, { secret }] of [
      ["/hook/1", one],
      ["/hook/2", two],
    ] as const) {
      const webhook = await receiver.next(({ path: at }) => at === path);
      expect(webhook.headers["x-service-signature"]).toBe(signBody(secret, webhook.body));
    }
    const ids = receiver.received.map(({ headers }) => headers["x-service-delivery"]);
    expect(new Set(ids).size).toBe(2);
  });

  test("of a test event says so in a header (DL-05)", async () => {
    await world.endpoint(receiver.url);
    await world.sender();
    await world.announce(1, { isTest: true });
    expect((await receiver.next()).headers).toMatchObject({ "x-service-test": "true" });
  });

  test.each([200, 201, 204, 299])(
    "answered %i has succeeded and is not sent again (DL-06)",
    async (status) => {
      receiver.answer({ status });
      await world.endpoint(receiver.url);
      const sender = await world.sender();
      await world.announce();
      await sender.idle();
      world.clock.advance(120_000);
      await sender.idle();
      const delivery = await onlyDelivery();
      expect(delivery).toMatchObject({ state: "succeeded", attempts: 1, error: null, lockedUntil: null });
      expect(await world.attempts(delivery.id)).toMatchObject([
        { number: 1, statusCode: status, error: null },
      ]);
      expect(receiver.received).toHaveLength(1);
    },
  );
});

test("a database that records slowly holds nothing up longer than it does: sending goes on as soon as it records", async () => {
  // More than may wait to be recorded. No timer runs: the clock stands still.
  const answers = { statusCode: 200, error: null, isTimeout: false, durationMs: 1, responseBody: "" };
  let sent = 0;
  const http = {
    send: async () => {
      sent += 1;
      return { ...answers, retryAfter: null };
    },
    close: () => {},
  };
  for (let i = 0; i < 40; i++) await world.endpoint(`${receiver.url}/${i}`);
  await world.announce(60);
  const sender = await world.app.database.sql.begin(async (sql) => {
    await sql`lock table webhook_attempts in access exclusive mode`;
    const started = await world.sender({ http });
    await expect.poll(() => sent).toBeGreaterThan(1_024);
    return started;
  });
  await sender.idle();
  const deliveries = await world.deliveries();
  expect(deliveries).toHaveLength(2_400);
  expect(deliveries.every(({ state, attempts }) => state === "succeeded" && attempts === 1)).toBe(true);
});

test("what is left of a busy endpoint is sent once nothing is under way, without a timer, when another one answered last", async () => {
  const answer = { statusCode: 200, error: null, isTimeout: false, durationMs: 1, responseBody: "" };
  const sent: string[] = [];
  let tellAnswered = () => {};
  const isBusyAnswered = new Promise<void>((resolve) => {
    tellAnswered = resolve;
  });
  const http = {
    send: async ({ pathname }: URL) => {
      sent.push(pathname);
      if (pathname.endsWith("/last")) await isBusyAnswered;
      else if (sent.filter((path) => path === pathname).length === 8) setImmediate(tellAnswered);
      return { ...answer, retryAfter: null };
    },
    close: () => {},
  };
  // Eight at a time to an endpoint at first: the busy one has more, the other one has less.
  await world.endpoint(`${receiver.url}/busy`);
  await world.announce(3);
  await world.endpoint(`${receiver.url}/last`);
  await world.announce(7);
  const sender = await world.sender({ http });
  await sender.idle();
  expect(sent).toHaveLength(17);
  expect((await world.deliveries()).every(({ state }) => state === "succeeded")).toBe(true);
});

describe("four attempts at 0, +1, +5, +15 seconds (DL-09)", () => {
  test("no sooner and no more, under one delivery ID, counting retries from 0 to 3", async () => {
    receiver.answer({ status: 500, body: "down" });
    await world.endpoint(receiver.url);
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    const start = world.clock.now().getTime();
    for (const [made, wait] of [1_000, 5_000, 15_000].entries()) {
      world.clock.advance(wait - 1);
      await sender.idle();
      expect(receiver.received).toHaveLength(made + 1);
      expect((await onlyDelivery()).state).toBe("pending");
      world.clock.advance(1);
      await sender.idle();
      expect(receiver.received).toHaveLength(made + 2);
    }
    const delivery = await onlyDelivery();
    expect(delivery).toMatchObject({
      state: "failed",
      attempts: 4,
      error: "answered 500",
      lockedUntil: null,
    });
    world.clock.advance(3_600_000);
    await sender.idle();

    const headers = receiver.received.map((webhook) => webhook.headers);
    expect(headers.map((each) => each["x-service-retry-count"])).toEqual(["0", "1", "2", "3"]);
    expect(new Set(headers.map((each) => each["x-service-delivery"]))).toEqual(new Set([delivery.id]));
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    const attempts = await world.attempts(delivery.id);
    expect(attempts.map(({ startedAt }) => startedAt.getTime() - start)).toEqual([0, 1_000, 6_000, 21_000]);
    expect(attempts).toMatchObject(
      [1, 2, 3, 4].map((number) => ({ number, statusCode: 500, responseBody: "down" })),
    );
  });

  test("stop at the first success", async () => {
    receiver.answer((_, nth) => ({ status: nth === 0 ? 503 : 200 }));
    await world.endpoint(receiver.url);
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    world.clock.advance(1_000);
    await sender.idle();
    expect(await onlyDelivery()).toMatchObject({ state: "succeeded", attempts: 2, error: null });
  });

  test.each([
    ["a redirect (DL-14)", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, /answered 302/],
    ["a hanging answer (DL-08)", "hang", /within 150 ms/],
    ["a dripping answer", "drip", /within 150 ms/],
    ["a reset connection", "reset", /./],
    ["a client error", { status: 404 }, /answered 404/],
    ["an answer with a NUL byte", { status: 500, body: Buffer.from([0]) }, /answered 500/],
  ] as const)("follow %s", async (_, answer, error) => {
    receiver.answer(answer);
    await world.endpoint(receiver.url);
    const sender = await world.sender({ timeoutMs: 150 });
    await world.announce();
    await receiver.next();
    if (answer === "hang" || answer === "drip") world.clock.advance(150);
    await sender.idle();
    const delivery = await onlyDelivery();
    expect(delivery).toMatchObject({ state: "pending", attempts: 1, error: expect.stringMatching(error) });
    expect(delivery.dueAt.getTime()).toBe(world.clock.now().getTime() + 1_000);
    expect(await world.attempts(delivery.id)).toHaveLength(1);
  });

  test("keep their state across a restart of the sender", async () => {
    receiver.answer({ status: 500 });
    await world.endpoint(receiver.url);
    const first = await world.sender();
    await world.announce();
    await first.idle();
    await first.stop();
    const second = await world.sender();
    world.clock.advance(1_000);
    await second.idle();
    expect(receiver.received.map(({ headers }) => headers["x-service-retry-count"])).toEqual(["0", "1"]);
  });
});

describe("the extended schedule, where its owner chose it", () => {
  test("is ten attempts over three days under one delivery ID, across restarts of the sender", async () => {
    receiver.answer({ status: 503 });
    await world.endpoint(receiver.url, { retrySchedule: "extended" });
    await world.announce();
    const dues = [0];
    for (const delay of RETRY_DELAYS_MS.extended) {
      const sender = await world.sender({ random: () => 0.5 });
      await sender.idle();
      world.clock.advance(delay * 1.1 - 1);
      await sender.idle();
      expect(receiver.received).toHaveLength(dues.length);
      world.clock.advance(1);
      await sender.idle();
      expect(receiver.received).toHaveLength(dues.length + 1);
      dues.push(delay);
      await sender.stop();
    }
    const delivery = await onlyDelivery();
    expect(delivery).toMatchObject({ state: "failed", attempts: 10, error: "answered 503" });
    const headers = receiver.received.map((webhook) => webhook.headers);
    expect(headers.map((each) => each["x-service-retry-count"])).toEqual([..."0123456789"]);
    expect(new Set(headers.map((each) => each["x-service-delivery"]))).toEqual(new Set([delivery.id]));
  });

  test("waits as long as the answer's Retry-After asks for", async () => {
    receiver.answer({ status: 429, headers: { "retry-after": "3600" } });
    await world.endpoint(receiver.url, { retrySchedule: "extended" });
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    expect((await onlyDelivery()).dueAt.getTime()).toBe(world.clock.now().getTime() + 3_600_000);
  });
});

describe("an endpoint that does not come back", () => {
  const DAY = 86_400_000;
  const endpointRow = async (id: string) => {
    const [row] = await world.app.database.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id));
    if (!row) throw new Error("no endpoint");
    return row;
  };
  /** One event, and all of its attempts. */
  async function anEvent(sender: Awaited<ReturnType<typeof world.sender>>): Promise<void> {
    await world.announce();
    await sender.idle();
    for (const wait of RETRY_DELAYS_MS.standard) {
      world.clock.advance(wait);
      await sender.idle();
    }
  }

  test("answers 410: the extended schedule ends, nothing more is sent, and the owner is told", async () => {
    const other = await startWebhookReceiver();
    receiver.answer({ status: 410 });
    const { id } = await world.endpoint(receiver.url, { retrySchedule: "extended" });
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    expect(await onlyDelivery()).toMatchObject({ state: "failed", attempts: 1, error: "answered 410" });
    expect(await endpointRow(id)).toMatchObject({
      isActive: false,
      disabledAt: world.clock.now(),
      disabledReason: "gone",
    });
    await world.endpoint(other.url);
    await world.announce();
    await sender.idle();
    expect(receiver.received).toHaveLength(1);

    expect(await announceDisabled(world.ctx)).toBe(1);
    expect(await announceDisabled(world.ctx)).toBe(0);
    await sender.idle();
    const notice = await other.next(({ json }) => json.event === "webhook.disabled");
    expect(notice.json).toMatchObject({ webhookId: id, url: receiver.url, reason: "gone" });
    const entries = await world.app.database.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(entries).toMatchObject([
      { action: "webhook_endpoint.disabled", platformId: world.platformId, actorKind: "system" },
    ]);
    await other.close();
  });

  test("410 on the standard schedule is a failure like any other (DL-07)", async () => {
    receiver.answer({ status: 410 });
    const { id } = await world.endpoint(receiver.url);
    await anEvent(await world.sender());
    expect(await onlyDelivery()).toMatchObject({ state: "failed", attempts: 4 });
    expect((await endpointRow(id)).isActive).toBe(true);
  });

  test("fails for five days and ten attempts: it is switched off, and on again by its owner", async () => {
    receiver.answer({ status: 500 });
    const { id } = await world.endpoint(receiver.url);
    const sender = await world.sender();
    const begun = world.clock.now();
    await anEvent(sender);
    expect(await endpointRow(id)).toMatchObject({
      failingSince: begun,
      consecutiveFailures: 4,
      isActive: true,
    });
    world.clock.advance(6 * DAY);
    await anEvent(sender);
    // Long enough, and not often enough.
    expect(await endpointRow(id)).toMatchObject({ consecutiveFailures: 8, isActive: true });
    await anEvent(sender);
    expect(await endpointRow(id)).toMatchObject({
      isActive: false,
      disabledReason: "failing",
      failingSince: begun,
    });
    const sent = receiver.received.length;
    await world.announce();
    await sender.idle();
    expect(receiver.received).toHaveLength(sent);
    // Nobody else listens, so there is only the audit log.
    await announceDisabled(world.ctx);
    const events = await world.app.database.db.select().from(webhookEvents);
    expect(events.filter(({ name }) => name === "webhook.disabled")).toEqual([]);

    receiver.answer({ status: 200 });
    await world.commit((tx) => setActive(tx, { platformId: world.platformId, endpointId: id }, true));
    expect(await endpointRow(id)).toMatchObject({
      isActive: true,
      failingSince: null,
      consecutiveFailures: 0,
      disabledAt: null,
      disabledReason: null,
    });
    await world.announce();
    await sender.idle();
    expect(receiver.received).toHaveLength(sent + 1);
    expect(await announceDisabled(world.ctx)).toBe(0);
  });

  test("often, and not for days: it stays on; one success begins anew", async () => {
    receiver.answer({ status: 500 });
    const { id } = await world.endpoint(receiver.url);
    const sender = await world.sender();
    for (let day = 0; day < 4; day++) {
      for (let event = 0; event < 3; event++) await anEvent(sender);
      world.clock.advance(DAY);
    }
    expect(await endpointRow(id)).toMatchObject({ isActive: true, consecutiveFailures: 48 });
    receiver.answer({ status: 200 });
    await world.announce();
    await sender.idle();
    expect(await endpointRow(id)).toMatchObject({ failingSince: null, consecutiveFailures: 0 });
    receiver.answer({ status: 500 });
    world.clock.advance(2 * DAY);
    await anEvent(sender);
    expect(await endpointRow(id)).toMatchObject({ isActive: true, consecutiveFailures: 4 });
  });

  test("harms no other one that answers in the same moment", async () => {
    const well = await startWebhookReceiver();
    receiver.answer({ status: 410 });
    await world.endpoint(receiver.url, { retrySchedule: "extended" });
    const { id } = await world.endpoint(well.url, { retrySchedule: "extended" });
    const sender = await world.sender();
    await world.announce(20);
    await sender.idle();
    expect(well.received).toHaveLength(20);
    expect(await endpointRow(id)).toMatchObject({ isActive: true, failingSince: null });
    await well.close();
  });
});

describe("an endpoint that is switched off (DL-15)", () => {
  test.each([
    ["inactive", (id: string) => world.commit((tx) => setActive(tx, key(id), false))],
    ["deleted", (id: string) => world.commit((tx) => deleteEndpoint(tx, key(id)))],
  ])("and %s receives nothing of what was pending, and the log says why", async (_, switchOff) => {
    const { id } = await world.endpoint(receiver.url);
    await world.announce(3);
    await switchOff(id);
    const sender = await world.sender();
    await sender.idle();
    expect(receiver.received).toHaveLength(0);
    for (const delivery of await world.deliveries()) {
      expect(delivery).toMatchObject({
        state: "failed",
        attempts: 0,
        error: expect.stringMatching(/endpoint/),
      });
    }
  });

  test("while an event for it is being committed does not receive that one either", async () => {
    const { id } = await world.endpoint(receiver.url);
    const sender = await world.sender();
    await world.commit(async (tx) => {
      await enqueueEvents(tx, [aConfirmedPayment(world.platformId)]);
      await world.commit((other) => setActive(other, key(id), false));
    });
    await sender.idle();
    expect(receiver.received).toHaveLength(0);
    const delivery = await onlyDelivery();
    expect(delivery).toMatchObject({
      state: "failed",
      attempts: 0,
      error: expect.stringMatching(/inactive/),
    });
    expect(await world.attempts(delivery.id)).toEqual([]);
  });

  test("between two attempts receives no retry", async () => {
    receiver.answer({ status: 500 });
    const { id } = await world.endpoint(receiver.url);
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    await world.commit((tx) => setActive(tx, key(id), false));
    await world.commit((tx) => setActive(tx, key(id), true));
    world.clock.advance(60_000);
    await sender.idle();
    expect(receiver.received).toHaveLength(1);
  });
  const key = (endpointId: string) => ({ platformId: world.platformId, endpointId });
});

describe("a rotated secret", () => {
  test("signs at once; the one before stays valid beside it for 24 hours and not longer", async () => {
    const { id, secret: old } = await world.endpoint(receiver.url);
    const sender = await world.sender();
    const { secret } = await world.commit((tx) =>
      rotateSecret(tx, { platformId: world.platformId, endpointId: id }),
    );
    await world.announce();
    const during = await receiver.next();
    expect(during.headers["x-service-signature"]).toBe(signBody(secret, during.body));
    expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    await sender.idle();
    world.clock.advance(24 * 3_600_000);
    await world.announce();
    const after = await receiver.next();
    expect(after.headers["x-service-signature"]).toBe(signBody(secret, after.body));
    expect(String(after.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(signBody(old, after.body)).not.toBe(after.headers["x-service-signature"]);
  });
});

describe("what cannot be sent", () => {
  test("a secret that was tampered with fails the attempt and harms nobody else", async () => {
    const { id } = await world.endpoint(`${receiver.url}/broken`);
    await world.app.database.sql`
      update webhook_endpoints set secret = overlay(secret placing '\\x00'::bytea from 40) where id = ${id}`;
    await world.endpoint(`${receiver.url}/good`);
    const sender = await world.sender();
    await world.announce();
    await sender.idle();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook/good"]);
    const broken = (await world.deliveries()).find((delivery) => delivery.endpointId === id);
    expect(broken).toMatchObject({ state: "pending", error: expect.stringMatching(/cannot be read/) });
  });

  test("a URL that became forbidden is refused when sending, and nothing connects", async () => {
    const answers = [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"]];
    const strict = await startWebhookWorld({ env: { WEBHOOK_ALLOW_LOOPBACK: "false" } });
    await strict.endpoint("https://hooks.example.test/");
    const sender = await strict.sender({ resolve: async () => answers.shift() ?? [] });
    await strict.announce();
    await sender.idle();
    strict.clock.advance(1_000);
    await sender.idle();
    const [delivery] = await strict.deliveries();
    const errors = (await strict.attempts(delivery?.id ?? "")).map((attempt) => attempt.error);
    expect(errors).toEqual([
      expect.stringMatching(/10\.0\.0\.1, which is not a public address/),
      expect.stringMatching(/127\.0\.0\.1, which is not a public address/),
    ]);
    await strict.close();
  });
});

describe("the log of failures (DL-10)", () => {
  test("names URL, attempt and error, marks the last one final, and holds no secret", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = world.app.log.child({}, { level: "warn" });
    log.warn = (line: unknown) => void lines.push(JSON.parse(JSON.stringify(line)));
    receiver.answer({ status: 500 });
    const { secret } = await world.endpoint(receiver.url);
    const sender = await world.sender({ app: { ...world.app, log } });
    await world.commit((tx) => enqueueEvents(tx, [aConfirmedPayment(world.platformId)]));
    await sender.idle();
    for (const wait of [1_000, 5_000, 15_000]) {
      world.clock.advance(wait);
      await sender.idle();
    }
    const { id } = await onlyDelivery();
    expect(lines).toEqual(
      [1, 2, 3, 4].map((attempt) => ({
        deliveryId: id,
        url: receiver.url,
        attempt,
        error: "answered 500",
        final: attempt === 4,
      })),
    );
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
