import type { Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openQueueConnections } from "@/db";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { type ClaimedDelivery, claimDeliveries } from "@/server/webhooks/sending/claim";
import { Recorder } from "@/server/webhooks/sending/record";

/** Deliveries of one commit, which fall due at the same moment. */
const BACKLOG = 1_000;
const AT_ONCE = 8;

let world: WebhookWorld;
let sql: Sql;
beforeEach(async () => {
  world = await startWebhookWorld();
  const { databaseUrl, databasePooling: pooling } = world.app.config;
  sql = openQueueConnections(databaseUrl, { poolSize: 1, applicationName: "test", pooling });
});
afterEach(async () => {
  await sql.end();
  await world.close();
});

/** Entries that indexes of deliveries gave to what ran on this connection since the test began. */
async function entriesRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ read: number }[]>`
    select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname like 'webhook_deliveries%'`;
  return row?.read ?? 0;
}

function claim() {
  const capacity = { all: 512, others: AT_ONCE, known: new Map<string, number>() };
  return claimDeliveries(sql, { now: world.clock.now(), leaseMs: 15_000, capacity, after: "" });
}

function record(deliveries: readonly ClaimedDelivery[]) {
  const recorder = new Recorder(sql, (error) => {
    throw error;
  });
  const attempt = {
    number: 1,
    startedAt: world.clock.now(),
    durationMs: 1,
    statusCode: 200,
    responseBody: "",
  };
  return Promise.all(
    deliveries.map(({ id, lease }) =>
      recorder.add({ id, lease, state: "succeeded", error: null, isGone: false, dueAt: null, attempt }),
    ),
  );
}

test("what a claim and its record read does not grow with the deliveries that wait beside them", async () => {
  await world.endpoint("https://a.example/");
  await world.announce(BACKLOG);
  // The plans that stay are made at the sixth time.
  for (let i = 0; i < 6; i++) await record((await claim()).deliveries);

  const before = await entriesRead();
  const { deliveries } = await claim();
  const claimed = await entriesRead();
  expect(deliveries).toHaveLength(AT_ONCE);
  expect(claimed - before).toBeLessThan(BACKLOG / 4);

  expect(await record(deliveries)).toEqual(deliveries.map(() => true));
  expect((await entriesRead()) - claimed).toBeLessThan(BACKLOG / 4);
});
