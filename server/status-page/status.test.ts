import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET } from "@/app/v2/status/route";
import {
  chainCursors,
  chainObservations,
  incidents,
  transfers,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { pruneIncidents, sayOfIncident } from "@/server/status-page/keep-incidents";
import { readStatus } from "@/server/status-page/read-status";
import { Status } from "@/server/status-page/schema";
import { anotherProcess, aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { ManualClock } from "@/server/testing/manual-clock";
import { quittanceHere } from "@/server/testing/operator-command";
import { call } from "@/server/testing/paying";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { watchServicesLoop } from "@/server/worker/tasks/watch-services";

const clock = new ManualClock();
const MINUTE = 60_000;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi(
    { STATUS_PAGE: "true", NETWORK_PROFILE: "local", RPC_URL_BASE: "http://127.0.0.1:1" },
    { now: clock.now },
  );
});
afterAll(() => api?.close());
beforeEach(() => api.app.database.db.delete(incidents));

const db = () => api.app.database.db;
const ctx = () => api.app.context(systemCaller(""));
const pass = () => watchServicesLoop(api.app).pass(new AbortController().signal);

/** The only network, read up to block 90 of `head`, a pass `secondsAgo`. */
async function watched({ head = 90n, secondsAgo = 0 } = {}): Promise<void> {
  const at = new Date(clock.now().getTime() - secondsAgo * 1000);
  await db().delete(chainCursors);
  await db().delete(chainObservations);
  await db().insert(chainCursors).values({
    network: "base",
    startBlock: 1n,
    nextBlock: 91n,
    finalizedBlock: 80n,
    headBlock: head,
    lastPassAt: at,
  });
  await db()
    .insert(chainObservations)
    .values({ network: "base", headBlock: head, headTime: at, lookedAt: at, answeredAt: at, nodes: ["ok"] });
}

const kept = () =>
  db()
    .select({ component: incidents.component, kind: incidents.kind, closedAt: incidents.closedAt })
    .from(incidents)
    .orderBy(incidents.openedAt);

test("an incident opens, changes, closes, and goes on when it was not over", async () => {
  await watched();
  await pass();
  expect(await kept()).toEqual([]);
  await watched({ head: 5_000n });
  await pass();
  await watched({ secondsAgo: 120 });
  await pass();
  await pass();
  expect(await kept()).toEqual([{ component: "base", kind: "silent", closedAt: null }]);
  clock.advance(MINUTE);
  await watched();
  await pass();
  const endedAt = clock.now();
  expect(await kept()).toEqual([{ component: "base", kind: "silent", closedAt: endedAt }]);

  clock.advance(5 * MINUTE);
  await watched({ head: 5_000n });
  await pass();
  expect(await kept()).toEqual([{ component: "base", kind: "behind", closedAt: null }]);
  await watched();
  await pass();
  clock.advance(11 * MINUTE);
  await watched({ head: 5_000n });
  await pass();
  expect((await kept()).map(({ closedAt }) => closedAt === null)).toEqual([false, true]);
});

test("two workers that find the same trouble at a time open one incident", async () => {
  await watched({ head: 5_000n });
  await Promise.all(Array.from({ length: 6 }, pass));
  expect(await kept()).toHaveLength(1);
});

test("incidents leave 90 days after their end, with the words of the operator", async () => {
  await watched({ head: 5_000n });
  await pass();
  const [row] = await db().select().from(incidents);
  expect(await inTransaction(ctx(), (tx) => sayOfIncident(tx, row?.id ?? "", "A node was down."))).toBe(true);
  expect(await inTransaction(ctx(), (tx) => sayOfIncident(tx, "none", "x"))).toBe(false);
  clock.advance(MINUTE);
  await watched();
  await pass();
  clock.advance(89 * 24 * 60 * MINUTE);
  expect((await readStatus(ctx())).incidents).toMatchObject([{ name: "Base", words: "A node was down." }]);
  expect(await inTransaction(ctx(), (tx) => pruneIncidents(tx, 10))).toBe(0);
  clock.advance(2 * 24 * 60 * MINUTE);
  expect((await readStatus(ctx())).incidents).toEqual([]);
  expect(await inTransaction(ctx(), (tx) => pruneIncidents(tx, 10))).toBe(1);
});

test("quittance incidents list, say --words: the operator finds an incident and says something about it", async () => {
  await watched({ head: 5_000n });
  await pass();
  const environment = {
    ...databaseEnvironment(api.app.config.databaseUrl),
    SECRET_KEY: "11".repeat(32),
    NETWORK_PROFILE: "local",
    RPC_URL_BASE: "http://127.0.0.1:1",
    QUITTANCE_DATA_DIR: "/nonexistent",
  };
  const run = (...words: string[]) => quittanceHere(["incidents", ...words], environment);
  const [row] = await db().select().from(incidents);
  const listed = await run("list");
  expect(listed.errors).toBe("");
  expect(listed.output).toContain(`${row?.id}  base behind`);
  expect(await run("say", row?.id ?? "", "--words", "<b>A node</b> was down.")).toMatchObject({ code: 0 });
  expect(await run("say", "none", "--words", "x")).toMatchObject({ code: 1 });
  expect(await run("say", row?.id ?? "", "--words", "x".repeat(501))).toMatchObject({ code: 2 });
  clock.advance(16_000);
  expect((await readStatus(ctx())).incidents).toMatchObject([{ words: "<b>A node</b> was down." }]);
});

/** A confirmed payment whose webhook was first sent 30 s after its block, in so many attempts. */
async function aPayment(attempts: number, state: "succeeded" | "failed"): Promise<string[]> {
  const now = clock.now();
  const at = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const { app } = api;
  const request = await aRequest(app, { platformId: (await aTenant(api)).platformId });
  const transfer = await aTransfer(app, request, {
    state: "confirmed",
    blockTime: at(60),
    recordedAt: at(50),
  });
  const event = { id: newId(now), platformId: request.platformId, createdAt: at(40) };
  await db()
    .insert(webhookEvents)
    .values({ ...event, name: "payment.confirmed", dedupeKey: `${request.id}:confirmed:1`, body: "{}" });
  const endpoint = { id: newId(now), platformId: request.platformId, url: "https://shop.example/hook" };
  await db()
    .insert(webhookEndpoints)
    .values({ ...endpoint, secret: "0x00", createdAt: now });
  const delivery = { id: newId(now), eventId: event.id, endpointId: endpoint.id };
  await db()
    .insert(webhookDeliveries)
    .values({ ...delivery, state, attempts, dueAt: now });
  for (let number = 1; number <= attempts; number++) {
    await db()
      .insert(webhookAttempts)
      .values({ deliveryId: delivery.id, number, startedAt: at(30 - number + 1), durationMs: 5 });
  }
  return [request.platformId, request.id, transfer.id, transfer.txHash, endpoint.url, event.id];
}

test("figures are of many payments or not there, and nothing tells of an account", async () => {
  await watched();
  const secrets = await aPayment(1, "succeeded");
  expect(await readStatus(ctx())).toMatchObject({
    blockToWebhook: { p50Seconds: null, p95Seconds: null },
    deliveries: { delivered: null, retried: null },
  });
  for (let i = 0; i < 19; i++)
    secrets.push(...(await aPayment(i < 4 ? 2 : 1, i < 2 ? "failed" : "succeeded")));
  // Kept for 15 seconds: whoever asks meanwhile costs nothing.
  expect((await readStatus(ctx())).deliveries.delivered).toBeNull();
  clock.advance(16_000);
  const answer = await GET(call("GET", "/v2/status", {}));
  const text = await answer.text();
  expect(answer.status).toBe(200);
  const status = Status.strict().parse(JSON.parse(text));
  expect(status).toMatchObject({
    networks: [{ network: "base", name: "Base", state: "up", lastBlock: "90", behindSeconds: 0 }],
    webhooks: "up",
    blockToWebhook: { p50Seconds: 30, p95Seconds: 30 },
    deliveries: { delivered: 0.9, retried: 0.2 },
  });
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/0x[0-9a-f]{8}|https?:|[0-9A-HJKMNP-TV-Z]{26}/);
  const [stored] = await db().select().from(transfers).limit(1);
  expect(text).not.toContain(String(stored?.amount));
});

test("a delivery that nobody sends says that webhooks are late", async () => {
  await aPayment(1, "succeeded");
  const [one] = await db().select().from(webhookDeliveries).limit(1);
  const dueAt = new Date(clock.now().getTime() - 6 * MINUTE);
  await db()
    .update(webhookDeliveries)
    .set({ state: "pending", dueAt })
    .where(eq(webhookDeliveries.id, one?.id ?? ""));
  await watched();
  await pass();
  expect(await kept()).toMatchObject([{ component: "webhooks", kind: "behind", closedAt: null }]);
});

test("everything is off unless it was switched on", async () => {
  const off = anotherProcess(api, {}, { now: clock.now });
  replaceApp(off);
  expect((await GET(call("GET", "/v2/status", {}))).status).toBe(404);
  replaceApp(api.app);
  await off.close();
});
