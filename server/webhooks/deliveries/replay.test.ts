import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { replayDelivery, replayFailedSince } from "@/server/webhooks/deliveries/replay";
import { setActive } from "@/server/webhooks/endpoints/store";
import type { WebhookSender } from "@/server/webhooks/sending/deliver";

let world: WebhookWorld;
let receiver: WebhookReceiver;
let sender: WebhookSender;
beforeEach(async () => {
  [world, receiver] = await Promise.all([startWebhookWorld(), startWebhookReceiver()]);
  sender = await world.sender();
});
afterEach(async () => {
  await world.close();
  await receiver.close();
});

/** So many deliveries that failed for good. */
async function failed(count: number): Promise<{ endpointId: string; ids: string[] }> {
  const { id } = await world.endpoint(receiver.url);
  receiver.answer({ status: 500 });
  await world.announce(count);
  await sender.idle();
  for (const wait of [1_000, 5_000, 15_000]) {
    world.clock.advance(wait);
    await sender.idle();
  }
  receiver.answer({ status: 200 });
  receiver.received.length = 0;
  return { endpointId: id, ids: (await world.deliveries()).map((delivery) => delivery.id) };
}
const replayAll = (options: { endpointId?: string; since?: Date; platformId?: string } = {}) =>
  world.commit((tx) =>
    replayFailedSince(tx, { platformId: world.platformId, since: new Date(0), ...options }),
  );

describe("replaying one delivery", () => {
  test("sends the same bytes under a new delivery ID, and leaves the failed one in the log", async () => {
    const { ids } = await failed(1);
    const [before] = await world.deliveries();
    const { id } = await world.commit((tx) =>
      replayDelivery(tx, { platformId: world.platformId, deliveryId: ids[0] ?? "" }),
    );
    const webhook = await receiver.next();
    await sender.idle();
    expect(webhook.headers).toMatchObject({ "x-service-delivery": id, "x-service-retry-count": "0" });
    expect(webhook.json.sequence).toBe(1);
    const [old, replay] = await world.deliveries();
    expect(old).toEqual(before);
    expect(replay).toMatchObject({ id, state: "succeeded", replayOf: ids[0], eventId: before?.eventId });
  });

  test("of another platform answers 404, a pending one or an inactive endpoint 409", async () => {
    const { ids, endpointId } = await failed(1);
    const deliveryId = ids[0] ?? "";
    const attack = { platformId: await world.platform(), deliveryId };
    await expect(world.commit((tx) => replayDelivery(tx, attack))).rejects.toThrowError(
      expect.objectContaining({ status: 404 }),
    );
    const conflict = expect.objectContaining({ status: 409 });
    const mine = { platformId: world.platformId, deliveryId };
    await world.commit((tx) => setActive(tx, { platformId: world.platformId, endpointId }, false));
    await expect(world.commit((tx) => replayDelivery(tx, mine))).rejects.toThrowError(conflict);
    await world.commit((tx) => setActive(tx, { platformId: world.platformId, endpointId }, true));
    await sender.stop();
    const { id } = await world.commit((tx) => replayDelivery(tx, mine));
    const pending = { platformId: world.platformId, deliveryId: id };
    await expect(world.commit((tx) => replayDelivery(tx, pending))).rejects.toThrowError(conflict);
  });
});

describe("replaying all that failed since a time", () => {
  test("sends each once, also when asked again or twice at once", async () => {
    await failed(5);
    const replayed = await Promise.all([replayAll(), replayAll(), replayAll()]);
    expect(replayed.reduce((sum, count) => sum + count)).toBe(5);
    await sender.idle();
    expect(await replayAll()).toBe(0);
    expect(receiver.received.map(({ json }) => json.sequence).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test("takes a replay that failed again as the one to repeat", async () => {
    await failed(1);
    receiver.answer({ status: 500 });
    expect(await replayAll()).toBe(1);
    await sender.idle();
    for (const wait of [1_000, 5_000, 15_000]) {
      world.clock.advance(wait);
      await sender.idle();
    }
    receiver.answer({ status: 200 });
    expect(await replayAll()).toBe(1);
    await sender.idle();
    expect(await replayAll()).toBe(0);
  });

  test("leaves alone what is older, of another endpoint or of another platform", async () => {
    const { endpointId } = await failed(1);
    expect(await replayAll({ since: world.clock.now() })).toBe(0);
    expect(await replayAll({ endpointId: "another" })).toBe(0);
    expect(await replayAll({ platformId: await world.platform() })).toBe(0);
    expect(await replayAll({ endpointId })).toBe(1);
  });
});
