import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { webhookEvents } from "@/db/schema";
import { inTransaction, type Tx } from "@/server/context";
import { createOrchestrator } from "@/server/platforms/orchestrators/create";
import { skipSequence } from "@/server/platforms/skip-sequence";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { announceToOrchestrators } from "@/server/webhooks/announcing/announce-to-orchestrators";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";
import { createEndpoint, setActive, setEvents } from "@/server/webhooks/endpoints/store";

let world: WebhookWorld;
beforeEach(async () => {
  world = await startWebhookWorld();
});
afterEach(() => world.close());

const stored = () => world.app.database.db.select().from(webhookEvents).orderBy(webhookEvents.id);
const enqueue = (events: NewEvent[]) => world.commit((tx) => enqueueEvents(tx, events));
const payment = (event: Partial<NewEvent<"payment.confirmed">> = {}) => ({
  ...aConfirmedPayment(world.platformId),
  ...event,
});
class Abandoned extends Error {}

describe("an enqueued event", () => {
  test("stores the final bytes: event first, then timestamp and sequence, then the payload as given", async () => {
    const event = payment();
    await enqueue([event]);
    const [row] = await stored();
    expect(row?.body).toBe(
      JSON.stringify({
        event: "payment.confirmed",
        timestamp: "2026-01-05T12:00:00.000Z",
        sequence: 1,
        ...event.payload,
      }),
    );
  });

  test("is not there at all when its transaction rolls back, and uses up no sequence", async () => {
    await world.endpoint("https://shop.example/");
    const abandoned = world.commit(async (tx) => {
      await enqueueEvents(tx, [payment(), payment()]);
      throw new Abandoned();
    });
    await expect(abandoned).rejects.toThrow(Abandoned);
    expect([await stored(), await world.deliveries()]).toEqual([[], []]);
    await enqueue([payment()]);
    expect((await stored()).map((row) => row.sequence)).toEqual([1n]);
  });

  test("survives text that JSON and PostgreSQL find hard", async () => {
    const customerInfo = { name: 'a"\\\u0000\u2028\ud800😀' };
    await enqueue([payment({ payload: { ...payment().payload, customerInfo } })]);
    const [row] = await stored();
    expect(JSON.parse(row?.body ?? "")).toMatchObject({ customerInfo: { name: customerInfo.name } });
  });

  test("for a platform that does not exist is an error, not a silent loss", async () => {
    await expect(enqueue([payment({ platformId: "01J0000000000000000000000X" })])).rejects.toThrow(
      /does not exist/,
    );
  });
});

describe("the sequence", () => {
  test("has no gap and no duplicate after 50 parallel transactions, a third of them rolled back", async () => {
    const other = await world.platform();
    const work = Array.from({ length: 50 }, (_, i) =>
      world.commit(async (tx) => {
        await enqueueEvents(tx, [
          payment(),
          ...(i % 2 ? [payment({ platformId: other })] : []),
          payment({ isTest: i % 5 === 0 }),
        ]);
        if (i % 3 === 0) throw new Abandoned();
      }),
    );
    await Promise.allSettled(work);
    for (const platformId of [world.platformId, other]) {
      const rows = await world.app.database.db
        .select({ sequence: webhookEvents.sequence, body: webhookEvents.body })
        .from(webhookEvents)
        .where(eq(webhookEvents.platformId, platformId));
      const real = rows.filter((row) => row.sequence !== null);
      const sequences = real.map((row) => Number(row.sequence)).sort((a, b) => a - b);
      expect(sequences.length).toBeGreaterThan(10);
      expect(sequences).toEqual(sequences.map((_, i) => i + 1));
      for (const row of real) expect(JSON.parse(row.body).sequence).toBe(Number(row.sequence));
    }
  });

  test("follows the order of the call, and test events take none", async () => {
    await enqueue([payment(), payment({ isTest: true }), payment()]);
    const rows = await stored();
    expect(rows.map((row) => row.sequence)).toEqual([1n, null, 2n]);
    expect(JSON.parse(rows[1]?.body ?? "")).not.toHaveProperty("sequence");
  });

  test("two transactions over the same platforms in opposite order do not deadlock", async () => {
    const other = await world.platform();
    const [mine, theirs] = [payment(), payment({ platformId: other })];
    const work = Array.from({ length: 20 }, (_, i) => enqueue(i % 2 ? [mine, theirs] : [theirs, mine]));
    await Promise.all(work);
    expect(await stored()).toHaveLength(40);
  });
});

describe("a dedupe key", () => {
  test("announces once, also when 20 transactions on two processes race, and the losers leave no gap", async () => {
    await world.endpoint("https://shop.example/");
    const second = world.secondApp();
    const contexts = [world.ctx, second.context(world.ctx.caller)];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        inTransaction(contexts[i % 2] ?? world.ctx, (tx) =>
          enqueueEvents(tx, [payment({ dedupeKey: "r1:confirmed" }), payment({ dedupeKey: "r1:confirmed" })]),
        ),
      ),
    );
    await enqueue([payment({ dedupeKey: "r2:confirmed" })]);
    const announced = await world.app.database.db
      .select({ dedupeKey: webhookEvents.dedupeKey, sequence: webhookEvents.sequence })
      .from(webhookEvents)
      .orderBy(webhookEvents.sequence);
    expect(announced).toEqual([
      { dedupeKey: "r1:confirmed", sequence: 1n },
      { dedupeKey: "r2:confirmed", sequence: 2n },
    ]);
    expect(await world.deliveries()).toHaveLength(2);
  });

  test("of a transaction that rolled back is free again", async () => {
    const keyed = payment({ dedupeKey: "k" });
    const abandoned = world.commit(async (tx) => {
      await enqueueEvents(tx, [keyed]);
      throw new Abandoned();
    });
    await expect(abandoned).rejects.toThrow(Abandoned);
    await enqueue([keyed]);
    expect(await stored()).toHaveLength(1);
  });
});

describe("who receives it (SC-01 to SC-04)", () => {
  test("account-wide endpoints and those of the same client ID, of the same platform, and nobody else", async () => {
    const stranger = await world.platform();
    const wide = await world.endpoint("https://a.example/");
    const mine = await world.endpoint("https://b.example/", { clientIdId: "cid-1" });
    await world.endpoint("https://c.example/", { clientIdId: "cid-2" });
    await world.endpoint("https://d.example/", { platformId: stranger });
    await world.endpoint("https://e.example/", { platformId: stranger, clientIdId: "cid-1" });
    await enqueue([payment({ clientIdId: "cid-1" })]);
    const receivers = (await world.deliveries()).map((delivery) => delivery.endpointId);
    expect(receivers.sort()).toEqual([wide.id, mine.id].sort());
  });

  test("without a client ID, account-wide endpoints only", async () => {
    const wide = await world.endpoint("https://a.example/");
    await world.endpoint("https://b.example/", { clientIdId: "cid-1" });
    await enqueue([payment()]);
    expect((await world.deliveries()).map((delivery) => delivery.endpointId)).toEqual([wide.id]);
  });

  test("never an inactive one, tests included (DL-15)", async () => {
    const { id } = await world.endpoint("https://a.example/");
    await world.commit((tx) => setActive(tx, { platformId: world.platformId, endpointId: id }, false));
    await enqueue([payment(), payment({ isTest: true })]);
    expect(await world.deliveries()).toEqual([]);
  });

  test("what happens at an orchestrator goes to its endpoints alone, counted by itself (SC-03)", async () => {
    await world.endpoint("https://a.example/");
    const partner = async (url: string) =>
      world.commit(async (tx) => {
        const { platformId } = world;
        const { orchestrator } = await createOrchestrator(tx, {
          ownerPlatformId: platformId,
          name: "Partner",
          contactEmail: "partner@partner.example",
          linksDirectly: true,
        });
        const orchestratorId = orchestrator.id;
        const { id } = await createEndpoint(tx, { platformId, clientIdId: null, orchestratorId, url });
        return { orchestratorId, endpointId: id };
      });
    const [mine, other] = [await partner("https://p.example/"), await partner("https://q.example/")];
    const linked = (orchestratorId: string, key: string) =>
      world.commit((tx) =>
        announceToOrchestrators(tx, [
          {
            orchestratorId,
            name: "client_id.linked",
            dedupeKey: key,
            payload: {
              clientId: "cli_1",
              orchestratorId,
              linkId: "l",
              intentId: "i",
              externalId: null,
              destinationId: "d",
              destinationWalletAddress: "0x1",
              chain: "base",
              currency: "USDC",
            },
          },
        ]),
      );
    await linked(mine.orchestratorId, "one");
    await linked(mine.orchestratorId, "one");
    await linked(other.orchestratorId, "two");
    await linked(mine.orchestratorId, "three");
    await enqueue([payment()]);
    const rows = await stored();
    expect(rows.map(({ name, sequence }) => `${name} ${sequence}`).sort()).toEqual([
      "client_id.linked 1",
      "client_id.linked 1",
      "client_id.linked 2",
      "payment.confirmed 1",
    ]);
    const of = async (endpointId: string) =>
      (await world.deliveries()).filter((delivery) => delivery.endpointId === endpointId).length;
    expect([await of(mine.endpointId), await of(other.endpointId)]).toEqual([2, 1]);
    expect(await world.deliveries()).toHaveLength(4);
    // After a restore no number is given out for something else.
    await world.commit((tx) => skipSequence(tx, 1_000));
    await linked(mine.orchestratorId, "four");
    expect((await stored()).map(({ sequence }) => sequence)).toContain(1_003n);
  });
});

describe("many at once", () => {
  test("two thousand events for two endpoints cost as many statements as one event", async () => {
    await world.endpoint("https://a.example/");
    await world.endpoint("https://b.example/");
    const few = await statementsFor([payment()]);
    const many = await statementsFor(Array.from({ length: 2_000 }, () => payment()));
    expect(many).toBe(few);
    expect(await world.deliveries()).toHaveLength(4_002);
    const [row] = await world.app.database.db.execute(
      sql`select max(sequence)::int as last from webhook_events`,
    );
    expect(row?.last).toBe(2_001);
  });
});

/** Statements one call sends to the database. */
async function statementsFor(events: NewEvent[]): Promise<number> {
  let statements = 0;
  await world.commit((tx) => {
    const db = new Proxy(tx.db, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "execute") statements += 1;
        return member.bind(target);
      },
    });
    const counted: Tx = { ...tx, db };
    return enqueueEvents(counted, events);
  });
  return statements;
}

describe("an endpoint that chose its events", () => {
  test("hears those and no others, from the next event on, and all again after null", async () => {
    const some = await world.endpoint("https://some.example/");
    const all = await world.endpoint("https://all.example/");
    const key = { platformId: world.platformId, endpointId: some.id };
    await world.commit((tx) => setEvents(tx, key, ["payment.partial", "payment.confirmed.checkout"]));
    await enqueue([payment(), { ...payment(), name: "payment.partial" }]);
    await world.commit((tx) => setEvents(tx, key, null));
    await enqueue([payment()]);
    const events = new Map((await stored()).map(({ id, name }) => [id, name]));
    const heardBy = async (id: string) =>
      (await world.deliveries())
        .filter(({ endpointId }) => endpointId === id)
        .map(({ eventId }) => events.get(eventId))
        .sort();
    expect(await heardBy(some.id)).toEqual(["payment.confirmed", "payment.partial"]);
    expect(await heardBy(all.id)).toEqual(["payment.confirmed", "payment.confirmed", "payment.partial"]);
  });
});
