import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventSinkCursors, webhookEvents } from "@/db/schema";
import { NatsSink } from "@/server/providers/event-sink/nats-sink";
import { type EventSink, SinkFailed } from "@/server/providers/event-sink/sink";
import { ageLeases } from "@/server/testing/leases";
import { type NatsServer, natsIsInstalled, startNatsServer } from "@/server/testing/nats/nats-server";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { oldestUnpublished } from "@/server/webhooks/publishing/lag";
import { publishDue } from "@/server/webhooks/publishing/publish-due";

let world: WebhookWorld;

beforeEach(async () => {
  world = await startWebhookWorld();
});
afterEach(() => world?.close());

const cursorOf = async (platformId: string) => {
  const rows = await world.app.database.db
    .select()
    .from(eventSinkCursors)
    .where(eq(eventSinkCursors.platformId, platformId));
  return rows[0]?.sequence ?? 0n;
};
const oldest = () => oldestUnpublished(world.app.database.db);

/** A bus that acknowledges everything; what it keeps is decided by each test. */
const busThat = (newest: EventSink["newest"], publish: EventSink["publish"] = async () => {}): EventSink => ({
  publish,
  newest,
  close: async () => {},
});

test("a bus that acknowledges events and forgets them gets them again, and its cursor stays", async () => {
  await world.announce(3);
  const forgetful = busThat(async () => null);
  await expect(publishDue(world.ctx, forgetful)).rejects.toThrow(SinkFailed);
  const older = busThat(async (platformId) => `${platformId}:2`);
  await expect(publishDue(world.ctx, older)).rejects.toThrow(SinkFailed);
  expect(await cursorOf(world.platformId)).toBe(0n);
  expect(await oldest()).not.toBeNull();
});

test("an account whose process died is taken by another one once its lease is over, and not before", async () => {
  await world.announce(2);
  let isIn = () => {};
  const entered = new Promise<void>((resolve) => {
    isIn = resolve;
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = busThat(
    async (platformId) => `${platformId}:2`,
    () => {
      isIn();
      return ended;
    },
  );
  const first = publishDue(world.ctx, slow);
  await entered;
  const quick = busThat(async (platformId) => `${platformId}:2`);
  expect(await publishDue(world.ctx, quick)).toBe(0);
  // A process whose clock is ahead finds it held all the same: the lease goes by the clock of the database.
  world.clock.advance(121_000);
  expect(await publishDue(world.ctx, quick)).toBe(0);
  await ageLeases(world.app, "event_sink_cursors", 121_000);
  expect(await publishDue(world.ctx, quick)).toBe(2);
  await world.announce(1);
  end();
  await first;
  // The late one moves nothing any more.
  expect(await cursorOf(world.platformId)).toBe(2n);
});

test("an account whose events the bus refuses holds no other up", async () => {
  const [refused, other] = [world.platformId, await world.platform()].sort();
  await world.announce(1, { platformId: refused });
  await world.announce(2, { platformId: other });
  const picky = busThat(
    async (platformId) => `${platformId}:2`,
    async ([event]) => {
      if (event?.platformId === refused) throw new SinkFailed("too large");
    },
  );
  await expect(publishDue(world.ctx, picky)).rejects.toThrow("too large");
  expect([await cursorOf(refused ?? ""), await cursorOf(other ?? "")]).toEqual([0n, 2n]);
});

test("a slow bus gets what there is time for, before the account may be another process's, and then the rest", async () => {
  await world.announce(25);
  const got: bigint[] = [];
  const slow = busThat(
    async (platformId) => `${platformId}:${got.at(-1)}`,
    async (events) => {
      got.push(...events.map(({ sequence }) => sequence));
      world.clock.advance(35_000);
    },
  );
  expect(await publishDue(world.ctx, slow)).toBe(20);
  expect(await publishDue(world.ctx, slow)).toBe(5);
  expect(got).toEqual(Array.from({ length: 25 }, (_, i) => BigInt(i + 1)));
});

describe.runIf(natsIsInstalled())("a real server of NATS (Debian's nats-server)", () => {
  let nats: NatsServer;
  let sink: NatsSink;

  beforeAll(async () => {
    nats = await startNatsServer();
  });
  afterAll(() => nats?.stop());
  beforeEach(async () => {
    await nats.makeStream();
    sink = new NatsSink({ url: nats.url, subject: "quittance.events" });
  });
  afterEach(async () => {
    await sink.close();
    await nats.removeStream();
  });

  const publishAll = async () => {
    while ((await publishDue(world.ctx, sink)) > 0);
  };

  test("gets the sequence of each account without a gap, each event once, whoever dies in between", async () => {
    const other = await world.platform();
    await world.announce(3);
    await world.announce(2, { platformId: other });
    await publishAll();
    // A process that died after the bus had acknowledged, and before its cursor moved.
    await world.app.database.db.update(eventSinkCursors).set({ sequence: 1n });
    await world.announce(600);
    await Promise.all(Array.from({ length: 5 }, () => publishDue(world.ctx, sink)));
    await publishAll();

    expect((await nats.messages(`quittance.events.${other}`)).map(({ id }) => id)).toEqual([
      `${other}:1`,
      `${other}:2`,
    ]);
    const own = await nats.messages(`quittance.events.${world.platformId}`);
    expect(own.map(({ id }) => id)).toEqual(own.map((_, i) => `${world.platformId}:${i + 1}`));
    const rows = await world.app.database.db
      .select({ body: webhookEvents.body })
      .from(webhookEvents)
      .where(eq(webhookEvents.platformId, world.platformId))
      .orderBy(webhookEvents.sequence);
    expect(own.map(({ body }) => body)).toEqual(rows.map(({ body }) => body));
    expect(own).toHaveLength(603);
    expect(await oldest()).toBeNull();
  });

  test("is away, and no commit waits for it; it gets everything once it is back", async () => {
    await world.announce(1);
    await publishAll();
    await nats.kill();
    await world.announce(4);
    await expect(publishDue(world.ctx, sink)).rejects.toThrow(SinkFailed);
    expect(await oldest()).not.toBeNull();
    await nats.start();
    await publishAll();
    expect(await nats.messages(`quittance.events.${world.platformId}`)).toHaveLength(5);
  });

  test("has a consumer that never acknowledges, and the others get every event", async () => {
    await world.announce(1);
    await publishAll();
    const poisoned = await nats.takeWithoutAcknowledging("poisoned");
    expect(poisoned).toBe(`${world.platformId}:1`);
    await world.announce(20);
    await publishAll();
    expect(await nats.messages("quittance.events.>")).toHaveLength(21);
  });

  test("that has no stream for events, keeps them in memory or has no room is refused, and nothing is lost", async () => {
    await world.announce(3);
    await nats.removeStream();
    await expect(publishDue(world.ctx, sink)).rejects.toThrow(SinkFailed);
    await nats.makeStream({ storage: "memory" });
    await expect(publishDue(world.ctx, sink)).rejects.toThrow("in memory");
    await nats.removeStream();
    await nats.makeStream({ max_msgs: 2, discard: "new" });
    await expect(publishDue(world.ctx, sink)).rejects.toThrow(SinkFailed);
    expect(await cursorOf(world.platformId)).toBe(0n);
    await nats.removeStream();
    await nats.makeStream();
    await publishAll();
    expect(await nats.messages("quittance.events.>")).toHaveLength(3);
  });
});
