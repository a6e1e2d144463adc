import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDispatcher, type DispatcherOptions, sign, WebhookError } from "@/sdk/webhooks/index";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";

const SECRET = "ab".repeat(32);
const NOW = Date.parse("2026-01-05T12:00:00Z");

interface Told {
  event: string;
  sequence?: number;
  paymentId?: string;
}

/** A delivery as the service sends it. */
async function delivery(body: Told, deliveryId: string, secret = SECRET, at = NOW) {
  const text = JSON.stringify({ timestamp: new Date(NOW).toISOString(), ...body });
  return [text, await sign(text, secret, { deliveryId, sentAt: new Date(at) })] as const;
}

/** A shop that remembers what it did. */
function shop(options: Partial<DispatcherOptions> = {}) {
  const fulfilled: string[] = [];
  const known = new Set<string>();
  let now = NOW;
  const dispatcher = createDispatcher({
    secrets: SECRET,
    now: () => now,
    seen: (deliveryId, paymentId, body) => known.has(deliveryId) || known.has(`${body.event} ${paymentId}`),
    on: {
      "payment.confirmed": async (body, { deliveryId }) => {
        // A handler that takes its time: an attempt that overlaps must not come in between.
        await new Promise((resolve) => setImmediate(resolve));
        fulfilled.push(body.paymentId);
        known.add(deliveryId);
        known.add(`${body.event} ${body.paymentId}`);
      },
    },
    ...options,
  });
  const at = (time: number) => {
    now = time;
  };
  return { dispatcher, fulfilled, at };
}

const paid = (sequence: number, paymentId = `p${sequence}`): Told => ({
  event: "payment.confirmed",
  sequence,
  paymentId,
});

describe("a dispatcher", () => {
  test("hands a delivery to its handler once, also where attempts overlap", async () => {
    const { dispatcher, fulfilled } = shop();
    const [body, headers] = await delivery(paid(1), "d1");
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => dispatcher.dispatch(body, headers)));
    expect(outcomes.sort()).toEqual(["handled", "seen", "seen", "seen", "seen"]);
    expect(fulfilled).toEqual(["p1"]);
  });

  test("knows a payment that is told again under another delivery ID and number", async () => {
    const { dispatcher, fulfilled } = shop();
    expect(await dispatcher.dispatch(...(await delivery(paid(1, "p"), "d1")))).toBe("handled");
    expect(await dispatcher.dispatch(...(await delivery(paid(2, "p"), "d2")))).toBe("seen");
    expect(fulfilled).toEqual(["p"]);
  });

  test("leaves events without a handler alone, also those with names of objects", async () => {
    const { dispatcher } = shop();
    for (const event of ["request.recurring", "toString", "__proto__", "of.tomorrow"]) {
      expect(await dispatcher.dispatch(...(await delivery({ event, sequence: 1 }, event)))).toBe(
        "not_handled",
      );
    }
  });

  test("fulfils nothing for tests, unless it is asked to", async () => {
    const test = await delivery({ event: "payment.confirmed", paymentId: "p" }, "d1");
    const { dispatcher, fulfilled } = shop();
    expect(await dispatcher.dispatch(...test)).toBe("test");
    expect(fulfilled).toEqual([]);
    expect(await shop({ handlesTests: true }).dispatcher.dispatch(...test)).toBe("handled");
  });

  test("passes on what a handler throws, and hands it the next attempt", async () => {
    let attempts = 0;
    const { dispatcher } = shop({
      on: {
        "payment.confirmed": () => {
          attempts += 1;
          if (attempts === 1) throw new Error("the database is away");
        },
      },
    });
    const one = await delivery(paid(1), "d1");
    await expect(dispatcher.dispatch(...one)).rejects.toThrow("the database is away");
    expect(await dispatcher.dispatch(...one)).toBe("handled");
  });

  test("tells gaps of the numbers, and only of what was proven", async () => {
    const told: unknown[] = [];
    const { dispatcher, at } = shop({ onGap: (gap) => told.push(gap) });
    await dispatcher.dispatch(...(await delivery(paid(1), "d1")));
    await dispatcher.dispatch(...(await delivery(paid(4), "d4")));
    const forged = await delivery(paid(99), "d99", "cd".repeat(32));
    await expect(dispatcher.dispatch(...forged)).rejects.toBeInstanceOf(WebhookError);
    at(NOW + 31_000);
    await dispatcher.dispatch(...(await delivery(paid(5), "d5", SECRET, NOW + 31_000)));
    expect(told).toEqual([{ from: 2, to: 3 }]);
  });

  test("answers 200, 400 for a stranger, and 500 where a handler throws, without a word of why", async () => {
    const request = async (secret: string) => {
      const [body, headers] = await delivery(paid(1), "d1", secret);
      return new Request("https://shop.example/hooks", { method: "POST", body, headers });
    };
    const { dispatcher } = shop();
    expect((await dispatcher.respond(await request(SECRET))).status).toBe(200);
    expect((await dispatcher.respond(await request("cd".repeat(32)))).status).toBe(400);
    const thrown = new Error("postgres://user:password@host");
    const told: unknown[] = [];
    const broken = shop({
      on: { "payment.confirmed": () => Promise.reject(thrown) },
      onError: (error) => told.push(error),
    });
    const answer = await broken.dispatcher.respond(await request(SECRET));
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 500,
      body: { outcome: "failed" },
    });
    expect(told).toEqual([thrown]);
  });
});

describe("deliveries of the service itself", () => {
  let world: WebhookWorld;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [world, receiver] = await Promise.all([startWebhookWorld({ startAt: NOW }), startWebhookReceiver()]);
  });
  afterAll(() => Promise.all([world?.close(), receiver?.close()]));

  test("are handled, each once, with no gap", async () => {
    const { secret } = await world.endpoint(`${receiver.url}/hooks`);
    await world.announce(5);
    await world.sender();
    const received = await receiver.count(5);
    const told: unknown[] = [];
    const numbers: unknown[] = [];
    const { dispatcher } = shop({
      secrets: secret,
      now: () => world.clock.now().getTime(),
      after: 0,
      onGap: (gap) => told.push(gap),
      seen: () => false,
      on: { "payment.confirmed": (body) => numbers.push(body.sequence) },
    });
    for (const { body, headers } of received) {
      expect(await dispatcher.dispatch(body, headers)).toBe("handled");
    }
    expect({ numbers: numbers.sort(), told }).toEqual({ numbers: [1, 2, 3, 4, 5], told: [] });
  });
});
