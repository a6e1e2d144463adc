import type { Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openQueueConnections } from "@/db";
import { ageLeases } from "@/server/testing/leases";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { claimDeliveries, releaseClaims } from "@/server/webhooks/sending/claim";
import type { Capacity } from "@/server/webhooks/sending/lanes";

let world: WebhookWorld;
let sql: Sql;
beforeEach(async () => {
  world = await startWebhookWorld();
  const { databaseUrl, databasePooling: pooling } = world.app.config;
  sql = openQueueConnections(databaseUrl, { poolSize: 8, applicationName: "test", pooling });
});
afterEach(async () => {
  await sql.end();
  await world.close();
});

const upTo = (others: number, known: [string, number][] = [], all = 512): Capacity => ({
  all,
  others,
  known: new Map(known),
});
const claim = (capacity: Capacity, after = "") =>
  claimDeliveries(sql, { now: world.clock.now(), leaseMs: 15_000, capacity, after });

describe("claiming", () => {
  test("gives each delivery to one of eight that race for them", async () => {
    await world.endpoint("https://a.example/");
    await world.endpoint("https://b.example/");
    await world.announce(400);
    await Promise.all(Array.from({ length: 8 }, () => sql`select 1`));
    const taken: string[] = [];
    for (let before = -1; before !== taken.length; ) {
      before = taken.length;
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(upTo(16))));
      taken.push(...claims.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
    }
    expect(taken).toHaveLength(800);
    expect(new Set(taken).size).toBe(800);
  });

  test("takes the oldest of each endpoint, within what that endpoint may have", async () => {
    const a = await world.endpoint("https://a.example/");
    const b = await world.endpoint("https://b.example/");
    await world.announce(5);
    const oldest = await world.deliveries();
    await world.announce(5);
    const { deliveries } = await claim(upTo(3, [[b.id, 1]]));
    const expected = [
      ...oldest.filter(({ endpointId }) => endpointId === a.id).slice(0, 3),
      ...oldest.filter(({ endpointId }) => endpointId === b.id).slice(0, 1),
    ];
    expect(deliveries.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  test("stops at the common limit and goes on behind it, so that the last endpoint is not starved", async () => {
    const ids = [];
    for (const name of ["a", "b", "c"]) ids.push((await world.endpoint(`https://${name}.example/`)).id);
    await world.announce(10);
    const first = await claim(upTo(4, [], 4));
    const second = await claim(upTo(4, [], 4), first.resumeAfter);
    const third = await claim(upTo(4, [], 4), second.resumeAfter);
    const served = [first, second, third].map(({ deliveries }) => deliveries[0]?.endpointId);
    expect(served).toEqual(ids);
  });

  test("respects a lease until it ends, and takes back what was released", async () => {
    await world.endpoint("https://a.example/");
    await world.announce();
    const { deliveries } = await claim(upTo(8));
    expect(deliveries).toHaveLength(1);
    await ageLeases(world.app, "webhook_deliveries", 10_000);
    expect((await claim(upTo(8))).deliveries).toHaveLength(0);
    await ageLeases(world.app, "webhook_deliveries", 5_000);
    const again = (await claim(upTo(8))).deliveries;
    expect(again.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
    await releaseClaims(sql, deliveries);
    expect((await claim(upTo(8))).deliveries, "an old lease released a newer one").toHaveLength(0);
    await releaseClaims(sql, again);
    expect((await claim(upTo(8))).deliveries).toHaveLength(1);
  });

  test.each([
    ["ahead", 300_000],
    ["behind", -300_000],
  ])("is respected by a sender whose clock is minutes %s", async (_, difference) => {
    await world.endpoint("https://a.example/");
    await world.announce();
    const { deliveries } = await claim(upTo(8));
    expect(deliveries).toHaveLength(1);
    const now = new Date(world.clock.now().getTime() + difference);
    const elsewhere = () => claimDeliveries(sql, { now, leaseMs: 15_000, capacity: upTo(8), after: "" });
    expect((await elsewhere()).deliveries).toEqual([]);
    await releaseClaims(sql, deliveries);
    // One whose clock is behind leaves what is not due by it to the others.
    expect((await elsewhere()).deliveries).toHaveLength(difference > 0 ? 1 : 0);
  });

  test("says when the next delivery falls due", async () => {
    await world.endpoint("https://a.example/");
    await world.announce(3);
    await world.app.database.sql`
      update webhook_deliveries set due_at = due_at + interval '7 seconds'
      where id <> (select min(id) from webhook_deliveries)`;
    const found = await claim(upTo(8));
    expect(found.deliveries).toHaveLength(1);
    expect(found.nextDue?.getTime()).toBe(world.clock.now().getTime() + 7_000);
  });
});
