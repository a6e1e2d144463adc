import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { webhookEndpoints } from "@/db/schema";
import { repositoryRoot } from "@/repository-root";
import { type Clock, clock } from "@/server/lib/clock";
import { newId } from "@/server/lib/ids";
import { ageLeases } from "@/server/testing/leases";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { sealSecret } from "@/server/webhooks/endpoints/secret";

let world: WebhookWorld;
let a: WebhookReceiver;
let b: WebhookReceiver;
const children: ChildProcess[] = [];
beforeEach(async () => {
  [world, a, b] = await Promise.all([
    startWebhookWorld({ startAt: Date.now() }),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  // Together: a sender stops once its attempts have ended, and those at a receiver that hangs end with it.
  await Promise.all([world.close(), a.close(), b.close()]);
});

/** Deliveries with an attempt under way. */
async function inFlight(): Promise<number> {
  return (await world.deliveries()).filter(({ lockedUntil }) => lockedUntil !== null).length;
}

/** Waits until so many deliveries were attempted and that is written down. */
async function attempted(total: number): Promise<void> {
  const made = async () => (await world.deliveries()).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(made).toBe(total);
}

// No attempt runs into its timeout before the world's clock says so.
describe("an endpoint that hangs (DL-16)", () => {
  test("with 200 deliveries delays those of another by nothing: they all arrive before its first timeout", async () => {
    a.answer("hang");
    const hanging = await world.endpoint(a.url);
    await world.sender();
    await world.announce(200);
    await a.next();
    const other = await world.platform();
    await world.endpoint(b.url, { platformId: other });
    await world.announce(100, { platformId: other });
    await b.count(100);
    expect(a.received.length).toBeLessThanOrEqual(8);
    const toIt = (await world.deliveries()).filter(({ endpointId }) => endpointId === hanging.id);
    expect(toIt.every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test("gets at most two at a time after it timed out", async () => {
    a.answer("hang");
    await world.endpoint(a.url);
    const sender = await world.sender({ timeoutMs: 100 });
    await world.announce(12);
    // Eight at once before anything is known, then two at a time.
    for (const [arrived, running] of [
      [8, 8],
      [10, 2],
      [12, 2],
    ] as const) {
      await a.count(arrived);
      await attempted(arrived - running);
      expect([a.received.length, await inFlight()]).toEqual([arrived, running]);
      world.clock.advance(100);
    }
    await sender.idle();
    expect(a.received).toHaveLength(12);
  });

  test("does not keep stop waiting longer than its attempt, and what was not tried stays pending", async () => {
    a.answer("hang");
    await world.endpoint(a.url);
    const sender = await world.sender({ timeoutMs: 300 });
    await world.announce(50);
    await a.count(8);
    const stopped = sender.stop();
    world.clock.advance(300);
    await stopped;
    const deliveries = await world.deliveries();
    expect(deliveries.every(({ state, lockedUntil }) => state === "pending" && lockedUntil === null)).toBe(
      true,
    );
    expect(deliveries.filter(({ attempts }) => attempts === 1)).toHaveLength(8);
    expect(a.received).toHaveLength(8);
  });
});

describe("on the clock of the machine", () => {
  test("the second attempt follows the first after one second, the next one five seconds later", async () => {
    a.answer((_, nth) => ({ status: nth < 2 ? 500 : 200 }));
    await world.endpoint(a.url);
    await world.announce();
    const asked: number[] = [];
    const noting: Clock = {
      ...clock,
      setTimer(delayMs, fire) {
        asked.push(delayMs);
        return clock.setTimer(delayMs, fire);
      },
    };
    await world.sender({ clock: noting });
    const [first, second, third] = await a.count(3);
    const waits = [(second?.at ?? 0) - (first?.at ?? 0), (third?.at ?? 0) - (second?.at ?? 0)];
    // How much later than asked a timer fires is up to the machine.
    expect(waits[0]).toBeGreaterThan(990);
    expect(waits[1]).toBeGreaterThan(4_990);
    expect(Math.max(...asked)).toBeLessThanOrEqual(5_000);
  });
});

describe("very many endpoints", () => {
  test("with one delivery each are all served, past every limit of one claim", async () => {
    const { db } = world.app.database;
    const { platformId } = world;
    const rows = Array.from({ length: 1_200 }, (_, i) => {
      const id = newId(world.clock.now());
      const secret = sealSecret(world.app.config.keys, id, "s", randomBytes);
      return { id, platformId, url: `${a.url}/${i}`, secret, createdAt: world.clock.now() };
    });
    await db.insert(webhookEndpoints).values(rows);
    const sender = await world.sender();
    await world.announce();
    await a.count(1_200);
    await sender.idle();
    expect(new Set(a.received.map(({ path }) => path)).size).toBe(1_200);
    expect(a.received).toHaveLength(1_200);
  });
});

describe("several senders on one database", () => {
  test("deliver each of 400 deliveries once", async () => {
    await world.endpoint(a.url);
    await world.endpoint(b.url);
    const senders = await Promise.all([
      world.sender(),
      world.sender({ app: world.secondApp() }),
      world.sender({ app: world.secondApp() }),
    ]);
    await Promise.all(Array.from({ length: 20 }, () => world.announce(10)));
    await Promise.all([a.count(200), b.count(200)]);
    await Promise.all(senders.map((sender) => sender.idle()));
    const ids = [...a.received, ...b.received].map(({ headers }) => headers["x-service-delivery"]);
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
    const deliveries = await world.deliveries();
    expect(deliveries.every(({ state, attempts }) => state === "succeeded" && attempts === 1)).toBe(true);
  });

  test("a sender in another process hears of a commit made in this one", async () => {
    await world.endpoint(a.url);
    await world.sender({ app: world.secondApp() });
    await world.announce();
    expect((await a.next()).json.event).toBe("payment.confirmed");
  });
});

describe("a sender that is killed in the middle of an attempt", () => {
  test("loses its claim when the lease ends; another one repeats the attempt under the same delivery ID", async () => {
    await world.endpoint(a.url);
    const child = await senderProcess(world.app.config.databaseUrl);
    const ended = once(child, "exit");
    a.answer(() => {
      child.kill("SIGKILL");
      return "hang";
    });
    await world.announce();
    const cutOff = await a.next();
    await ended;

    a.answer({ status: 200 });
    const sender = await world.sender();
    await sender.idle();
    expect(a.received).toHaveLength(1);
    // Well beyond the lease, however long the other process took to begin.
    await ageLeases(world.app, "webhook_deliveries", 120_000);
    world.clock.advance(120_000);
    const repeated = await a.next();
    await sender.idle();
    expect(repeated.headers["x-service-delivery"]).toBe(cutOff.headers["x-service-delivery"]);
    expect(repeated.headers["x-service-retry-count"]).toBe("0");
    expect(repeated.body.equals(cutOff.body)).toBe(true);
    const [delivery] = await world.deliveries();
    expect(delivery).toMatchObject({ state: "succeeded", attempts: 1 });
    expect(await world.attempts(delivery?.id ?? "")).toHaveLength(1);
  });

  test("and one that merely lost its lease does not overwrite what was recorded after it", async () => {
    let answerFirst = () => {};
    const after = new Promise<void>((answered) => {
      answerFirst = answered;
    });
    a.answer((_, nth) => (nth === 0 ? { status: 200, after } : { status: 500 }));
    await world.endpoint(a.url);
    const late = await world.sender({ leaseMs: 1_000 });
    await world.announce();
    await a.next();
    await ageLeases(world.app, "webhook_deliveries", 1_001);
    world.clock.advance(1_001);
    await a.next();
    await attempted(1);
    answerFirst();
    await late.idle();
    const [delivery] = await world.deliveries();
    expect(delivery).toMatchObject({ state: "pending", attempts: 1, error: "answered 500" });
    expect(await world.attempts(delivery?.id ?? "")).toMatchObject([{ number: 1, statusCode: 500 }]);
  });
});

async function senderProcess(databaseUrl: string): Promise<ChildProcess> {
  const script = "server/testing/webhooks/webhook-sender-process.ts";
  const child = fork(join(repositoryRoot(), "scripts", "run.mjs"), [script], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATABASE_MODE: world.app.config.databasePooling ? "pooled" : "direct",
      SECRET_KEY: "33".repeat(32),
      WEBHOOK_ALLOW_LOOPBACK: "true",
      LOG_LEVEL: "silent",
      NODE_ENV: "test",
    },
  });
  children.push(child);
  await once(child, "message");
  return child;
}
