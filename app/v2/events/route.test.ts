import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as pullEvents } from "@/app/v2/events/route";
import { GET as pullOrchestratorEvents } from "@/app/v2/orchestrators/events/route";
import { webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { listMembers, removeMember } from "@/server/auth/members/members";
import { createSession } from "@/server/auth/sessions";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { type Caller, inTransaction } from "@/server/context";
import { authEnvironmentOf } from "@/server/http/admit";
import { newId } from "@/server/lib/ids";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import {
  aMember,
  anOrchestrator,
  aSession,
  aWallet,
  deactivate,
  type TestOrchestrator,
  type TestSession,
} from "@/server/testing/credentials";
import { SHOP_ORIGIN, type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { seeded } from "@/server/testing/mutate";
import { PATIENTLY } from "@/server/testing/patience";
import { type Answered, send } from "@/server/testing/send";
import { statementsOf } from "@/server/testing/statements";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { announceToOrchestrators } from "@/server/webhooks/announcing/announce-to-orchestrators";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";
import type { EventSource } from "@/server/webhooks/pulling/event-watch";
import type { PulledEvents } from "@/server/webhooks/pulling/schema";

let api: TestApi;
let a: Tenant;
let b: Tenant;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  [a, b] = await twoTenants(api);
});
afterAll(() => api?.close());

const announce = (...events: NewEvent[]) =>
  inTransaction(api.app.context(systemCaller(events[0]?.platformId ?? "")), (tx) =>
    enqueueEvents(tx, events),
  );

function pull(headers: Record<string, string>, query = ""): Promise<Answered> {
  return send(pullEvents, `/v2/events${query}`, { headers });
}

async function read(headers: Record<string, string>, query = ""): Promise<PulledEvents> {
  const { status, body } = await pull(headers, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PulledEvents;
}

const numbersOf = ({ events }: PulledEvents) => events.map(({ body }) => body.sequence);

/** What the wallet of this account has after it signed in. */
async function aSessionOf(platformId: string): Promise<{ authorization: string }> {
  const wallet = { address: aWallet(), family: "evm", chainId: EVERY_CHAIN } as const;
  const { token } = await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    createSession(tx, { platformId, wallet, personId: null }),
  );
  return { authorization: `Bearer ${token}` };
}

/** Who calls with this session. */
async function callerOf({ token }: TestSession): Promise<Caller> {
  const found = await authEnvironmentOf(api.app).credentials.session(token);
  if (!found) throw new Error("there is no such session");
  return { ...found.caller, origin: null, ip: null };
}

/** The accounts, or orchestrators, that these events are of. */
async function ownersOf(ids: readonly string[]): Promise<string[]> {
  const rows = await api.app.database.db
    .selectDistinct({ owner: webhookEvents.platformId })
    .from(webhookEvents)
    .where(inArray(webhookEvents.id, [...ids]));
  return rows.map(({ owner }) => owner);
}

/** Something happens to a partner. */
const announceTo = ({ id, client }: TestOrchestrator) =>
  inTransaction(api.app.context(systemCaller(client.platformId)), (tx) =>
    announceToOrchestrators(tx, [
      {
        orchestratorId: id,
        name: "client_id.linked",
        dedupeKey: `linked ${newId(tx.now())}`,
        payload: {
          clientId: client.clientId,
          orchestratorId: id,
          linkId: newId(tx.now()),
          intentId: newId(tx.now()),
          externalId: null,
          destinationId: client.destinationId,
          destinationWalletAddress: aWallet(),
          chain: "sepolia",
          currency: "USDC",
        },
      },
    ]),
  );

/** Until somebody waits for events of this account. */
async function untilWaiting(source: EventSource): Promise<void> {
  await vi.waitFor(() => expect(api.app.eventWatch.waitingFor(source)).toBe(1), PATIENTLY);
}

/** A new account with this many events. */
async function anAccount(events: number): Promise<Tenant> {
  const [tenant] = await twoTenants(api);
  for (let index = 0; index < events; index++) {
    await announce(aConfirmedPayment(tenant.platformId, { amount: String(index + 1) }));
  }
  return tenant;
}

describe("GET /v2/events", () => {
  test("tells nothing before there is anything", async () => {
    expect(await read(a.key)).toMatchObject({ earliest: null, next: 0, events: [] });
  });

  test("tells every event once and in order, with the body that webhooks have", async () => {
    const { key } = await anAccount(5);
    const first = await read(key, "?limit=2");
    expect(first).toMatchObject({ earliest: 1, next: 2 });
    expect(first.events[0]?.body).toMatchObject({ event: "payment.confirmed", sequence: 1, amount: "1" });
    const rest = await read(key, `?after=${first.next}`);
    expect([...numbersOf(first), ...numbersOf(rest)]).toEqual([1, 2, 3, 4, 5]);
    expect(rest.next).toBe(5);
    expect(await read(key, "?after=5")).toMatchObject({ next: 5, events: [] });
    expect(rest.epoch).toBe(first.epoch);
  });

  test("an event has one ID, whoever finds it again, and one that tells of something else has another", async () => {
    const { key, platformId } = await anAccount(0);
    const told = { ...aConfirmedPayment(platformId), dedupeKey: "confirmed for the first time" };
    const byAnother = { ...told, payload: { ...told.payload, paymentId: "another" } };
    // As in a service that was restored from a backup of before.
    const forget = () =>
      api.app.database.db.delete(webhookEvents).where(eq(webhookEvents.platformId, platformId));
    const ids: (string | undefined)[] = [];
    for (const event of [told, told, byAnother]) {
      await announce(event);
      ids.push((await read(key)).events[0]?.id);
      await forget();
    }
    const [first, second, third] = ids;
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("a test delivery is no event", async () => {
    const { key, platformId } = await anAccount(1);
    await announce({ ...aConfirmedPayment(platformId), isTest: true });
    expect(numbersOf(await read(key))).toEqual([1]);
  });

  test("a client ID that is selected reads its own, and passes over those of others", async () => {
    const { platformId, browserId } = await anAccount(0);
    const session = await aSessionOf(platformId);
    await announce(
      aConfirmedPayment(platformId),
      { ...aConfirmedPayment(platformId), clientIdId: browserId.id },
      aConfirmedPayment(platformId),
    );
    const own = await read({ ...session, "x-client-id": browserId.publicId });
    expect(numbersOf(own)).toEqual([2]);
    expect(own).toMatchObject({ earliest: 1, next: 3 });
    expect(numbersOf(await read(session))).toEqual([1, 2, 3]);
  });

  test("whoever is ahead of a restored database is told where it stands", async () => {
    const { key } = await anAccount(2);
    expect(await read(key, "?after=90&wait=30")).toMatchObject({ next: 2, events: [] });
  });

  test.each([
    "after=-1",
    "after=1.5",
    "after=99999999999999999",
    "limit=0",
    "limit=101",
    "wait=31",
    "wait=soon",
  ])("400 for %s", async (query) => {
    const { status, body } = await pull(a.key, `?${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(query.split("=")[0]);
  });
});

describe("waiting", () => {
  test("ends with the event, which others of the account did not end", async () => {
    const { key, platformId, backendId } = await anAccount(1);
    const other = await anAccount(0);
    const waited = read(key, "?after=1&wait=20");
    await announce(aConfirmedPayment(other.platformId));
    await announce({ ...aConfirmedPayment(platformId), clientIdId: backendId.id });
    expect(numbersOf(await waited)).toEqual([2]);
  });

  test("ends with its time", async () => {
    const { key } = await anAccount(1);
    const started = performance.now();
    expect(await read(key, "?after=1&wait=1")).toMatchObject({ next: 1, events: [] });
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  test("goes on while only others of the account have events", async () => {
    const { platformId, browserId } = await anAccount(0);
    const session = await aSessionOf(platformId);
    const waited = read({ ...session, "x-client-id": browserId.publicId }, "?wait=20");
    await announce(aConfirmedPayment(platformId));
    await announce({ ...aConfirmedPayment(platformId), clientIdId: browserId.id });
    expect(numbersOf(await waited)).toEqual([2]);
  });

  test("tells nothing to a key that was taken back meanwhile", async () => {
    const partner = await anOrchestrator(api);
    const waited = send(pullOrchestratorEvents, "/v2/orchestrators/events?wait=20", {
      headers: partner.keyAlone,
    });
    await untilWaiting({ kind: "orchestrator", id: partner.id });
    await deactivate(api, "orchestrator", partner.id);
    await announceTo(partner);
    expect((await waited).status).toBe(401);
  });

  test("of a member who is removed in another process ends within a second, and of the others goes on", async () => {
    const owner = await aSession(api);
    const source = { kind: "platform", id: owner.platformId } as const;
    const [removed, stays] = [
      await aMember(api, source.id, "viewer"),
      await aMember(api, source.id, "viewer"),
    ];
    const of = ({ bearer }: TestSession) => pull(bearer, "?wait=20");
    const waits = [of(removed), of(stays)] as const;
    await vi.waitFor(() => expect(api.app.eventWatch.waitingFor(source)).toBe(2), PATIENTLY);
    const other = anotherProcess(api, {});
    try {
      const members = await listMembers(other.context(await callerOf(removed)));
      const id = members.find(({ isYou }) => isYou)?.id ?? "";
      const ctx = other.context(await callerOf(owner));
      await removeMember(ctx, id);
      const at = performance.now();
      expect((await waits[0]).status).toBe(401);
      expect(performance.now() - at).toBeLessThan(1_000);
      await untilWaiting(source);
      await announce(aConfirmedPayment(source.id));
      expect((await waits[1]).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test("of a thousand callers costs one query at a time, and of an account at most a hundred", async () => {
    const { key, platformId } = await anAccount(1);
    const source = { kind: "platform", id: platformId } as const;
    const { eventWatch } = api.app;
    const before = eventWatch.waiting;
    const { statements } = await statementsOf(api.app, async () => {
      const all = Array.from({ length: 1_000 }, () => eventWatch.next(source, 1n, 20_000));
      expect(eventWatch.waiting - before).toBe(1_000);
      await announce(aConfirmedPayment(platformId));
      await Promise.all(all);
    });
    const looks = statements.filter(({ text }) => /from "platforms".*json_array_elements_text/s.test(text));
    expect(looks.length).toBeLessThan(20);
    expect(eventWatch.waiting).toBe(before);
    const full = Array.from({ length: 100 }, () => eventWatch.next(source, 2n, 20_000));
    expect(await read(key, "?after=2&wait=30")).toMatchObject({ events: [] });
    await announce(aConfirmedPayment(platformId));
    await Promise.all(full);
  });
});

describe("who reads what", () => {
  test("no credential reads an event of another account", async () => {
    await announce(aConfirmedPayment(a.platformId), aConfirmedPayment(b.platformId));
    await announce(
      { ...aConfirmedPayment(a.platformId), clientIdId: a.backendId.id },
      { ...aConfirmedPayment(b.platformId), clientIdId: b.browserId.id },
    );
    const partner = await anOrchestrator(api);
    await announceTo(partner);
    const sessions = [await aSessionOf(a.platformId), await aSessionOf(b.platformId)] as const;
    const credentials: [string, Record<string, string>, string | null][] = [
      ["key of a", a.key, a.platformId],
      ["key of b", b.key, b.platformId],
      ["session of a", sessions[0], a.platformId],
      ["session of b", sessions[1], b.platformId],
      ["session of a with its client ID", { ...sessions[0], ...a.backend }, a.platformId],
      ["session of a with b's client ID", { ...sessions[0], ...b.backend }, null],
      ["client ID of a", a.backend, null],
      ["browser client ID of a", a.browser, null],
      ["orchestrator's key", partner.keyAlone, null],
      ["orchestrator and platform", partner.pair, null],
      ["nobody", {}, null],
      ["nobody from the shop", { origin: SHOP_ORIGIN }, null],
    ];
    for (const [name, headers, platformId] of credentials) {
      const { status, body } = await pull(headers);
      if (platformId === null) {
        expect([401, 403, 404], name).toContain(status);
        continue;
      }
      expect(status, name).toBe(200);
      const ids = (body as PulledEvents).events.map(({ id }) => id);
      expect(ids.length, name).toBeGreaterThan(0);
      expect(await ownersOf(ids), name).toEqual([platformId]);
    }
  });

  test("an orchestrator reads its own events and no platform's, and no platform reads them", async () => {
    const partner = await anOrchestrator(api);
    const rival = await anOrchestrator(api);
    await announceTo(partner);
    const path = "/v2/orchestrators/events";
    const told = await send(pullOrchestratorEvents, path, { headers: partner.keyAlone });
    expect(told.body.events).toMatchObject([{ body: { event: "client_id.linked", sequence: 1 } }]);
    expect((await send(pullOrchestratorEvents, path, { headers: rival.keyAlone })).body.events).toEqual([]);
    expect((await send(pullOrchestratorEvents, path, { headers: a.key })).status).toBe(401);
  });
});

test("a reader that is killed anywhere, and keeps what it handled, handles 1 to n", async () => {
  const { key, platformId } = await anAccount(40);
  const random = seeded(29);
  const handled = new Map<string, number>();
  /** What survives: the number is written after the events, so a kill in between reads some again. */
  let after = 0;
  let announced = 40;
  for (let turn = 0; turn < 200; turn++) {
    if (turn % 20 === 0) await announce(aConfirmedPayment(platformId, { amount: String(++announced) }));
    const { events, next } = await read(key, `?after=${after}&limit=${1 + Math.floor(random() * 9)}`);
    const killedAt = Math.floor(random() * (events.length + 1));
    for (const { id, body } of events.slice(0, killedAt)) handled.set(id, body.sequence);
    if (killedAt === events.length) after = next;
  }
  expect([...handled.values()].toSorted((x, y) => x - y)).toEqual(
    Array.from({ length: announced }, (_, index) => index + 1),
  );
});
