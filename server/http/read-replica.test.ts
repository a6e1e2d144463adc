import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiRouteTable } from "@/app/api-routes";
import { GET as exportPayments } from "@/app/v1/dashboard/payments/export/route";
import { GET as listPayments } from "@/app/v1/dashboard/payments/route";
import { POST as saveView } from "@/app/v1/dashboard/views/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { sessions } from "@/db/schema";
import { type App, boot, replaceApp } from "@/server/boot";
import { readConfig } from "@/server/config";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { newId } from "@/server/lib/ids";
import { createLogger } from "@/server/lib/logging/log";
import { aTenant } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { aRequest, wireId } from "@/server/testing/data/stored";
import { call } from "@/server/testing/paying";
import { createTestDatabase } from "@/server/testing/postgres/database";
import { type ReplicatedPostgres, startReplicatedPostgres } from "@/server/testing/postgres/replicated";
import { send } from "@/server/testing/send";

let servers: ReplicatedPostgres;
let lines: string[] = [];
let opened: App[] = [];

beforeAll(async () => {
  servers = await startReplicatedPostgres();
});
afterEach(async () => {
  await servers.resumeReplay().catch(() => undefined);
  await Promise.all(opened.map((app) => app.close()));
  opened = [];
  lines = [];
});
afterAll(() => servers?.stop());

/** A web process that reads from `url`. */
function process(url: string, env: Record<string, string> = {}): App {
  const config = readConfig({
    DATABASE_URL: servers.primaryUrl,
    DATABASE_READ_URL: url,
    DATABASE_READ_MAX_LAG_MS: "60000",
    SECRET_KEY: "11".repeat(32),
    NODE_ENV: "test",
    RATE_LIMITS: "off",
    ...env,
  });
  const app = boot(config, "test", {
    log: createLogger("info", "test", { write: (line) => void lines.push(line) }),
  });
  opened.push(app);
  replaceApp(app);
  return app;
}

async function metricOf({ metrics }: App, name: string, server?: string): Promise<number> {
  const { values } = (await metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.filter(({ labels }) => server === undefined || labels.server === server)[0]?.value ?? 0;
}
const isUsed = (app: App) => metricOf(app, "quittance_database_read_server", "replica");
const readsOf = (app: App, server: string) => metricOf(app, "quittance_database_reads_total", server);

/** A process whose replica is in use. */
async function reading(url = servers.replicaUrl, env: Record<string, string> = {}): Promise<App> {
  const app = process(url, env);
  app.replica?.start();
  await expect.poll(() => isUsed(app)).toBe(1);
  return app;
}

/** Somebody who is signed in for long, with a payment of their own that the replica has. */
async function aMerchant(app: App) {
  const session = await aSession({ app, close: async () => {} });
  const long = newId(new Date(Date.now() - 3_600_000));
  await app.database.db.update(sessions).set({ id: long }).where(eq(sessions.id, session.sessionId));
  return session;
}

const idsOf = async (headers: Record<string, string>): Promise<string[]> => {
  const { status, body } = await send(listPayments, "/v1/dashboard/payments?flow=incoming", { headers });
  expect(status).toBe(200);
  return body.payments.map(({ requestId }: { requestId: string }) => requestId);
};

/** A payment of this account, as lists name it. */
const aPayment = async (app: App, owner: { platformId: string }) => wireId(await aRequest(app, owner));

describe("lists with a read replica", () => {
  test("a key sees what was committed just before, and the replica is what answers", async () => {
    const app = await reading();
    const { platformId, apiKey } = await aTenant({ app, close: async () => {} });
    const before = await readsOf(app, "primary");
    for (let count = 1; count <= 20; count++) {
      await aRequest(app, { platformId });
      const { body } = await send(listRequests, "/v2/request", { headers: { "x-api-key": apiKey } });
      expect(body.pagination.total).toBe(count);
    }
    expect(await readsOf(app, "replica")).toBeGreaterThan(20);
    // A busy machine may keep the replica behind for longer than a call waits; seldom.
    expect((await readsOf(app, "primary")) - before).toBeLessThan(20);
  });

  test("a session sees what was a moment ago, until it has written", async () => {
    const other = await reading();
    const app = await reading();
    const session = await aMerchant(app);
    const old = await aPayment(app, session);
    await expect.poll(() => idsOf(session.cookie)).toEqual([old]);
    await servers.pauseReplay();
    const young = await aPayment(app, session);
    expect(await idsOf(session.cookie)).toEqual([old]);

    const saved = await saveView(
      call(
        "POST",
        "/v1/dashboard/views",
        { ...session.cookie, origin: app.config.urls.api },
        {
          list: "incoming",
          name: "all",
          query: "",
        },
      ),
    );
    expect(saved.status).toBe(201);
    const marker = saved.headers.getSetCookie().find((cookie) => cookie.startsWith("wrote=")) ?? "";
    expect(marker).toBe("wrote=1; Path=/; Max-Age=61; HttpOnly; Secure; SameSite=Lax");
    const cookie = `${session.cookie.cookie}; ${marker.split(";")[0]}`;
    expect(await idsOf({ cookie })).toEqual([young, old]);
    // Whoever keeps no cookies sees everything at any time.
    expect(await idsOf(session.bearer)).toEqual([young, old]);
    // Another process has nothing but the cookie to know it by.
    replaceApp(other);
    expect(await idsOf({ cookie })).toEqual([young, old]);
    await servers.resumeReplay();
    await expect.poll(() => idsOf(session.cookie)).toEqual([young, old]);
  });

  test("somebody who has just signed in sees everything", async () => {
    const app = await reading();
    await servers.pauseReplay();
    const session = await aSession({ app, close: async () => {} });
    const requestId = await aPayment(app, session);
    expect(await idsOf(session.cookie)).toEqual([requestId]);
    await servers.resumeReplay();
  });

  test("a replica that lags more than is allowed is left, and used again once it has caught up", async () => {
    const app = await reading(servers.replicaUrl, { DATABASE_READ_MAX_LAG_MS: "2000" });
    const session = await aMerchant(app);
    await expect.poll(() => idsOf(session.cookie)).toEqual([]);
    await servers.pauseReplay();
    const requestId = await aPayment(app, session);
    await expect.poll(() => isUsed(app)).toBe(0);
    expect(await idsOf(session.cookie)).toEqual([requestId]);
    expect(await metricOf(app, "quittance_database_read_lag_seconds")).toBeGreaterThan(2);
    expect(lines.join("")).toContain('"reason":"it lags behind"');
    await servers.resumeReplay();
    await expect.poll(() => isUsed(app)).toBe(1);
    await expect.poll(() => metricOf(app, "quittance_database_read_lag_seconds")).toBeLessThan(2);
  });

  test("no session is shown more lag than is allowed, also before the next look at the replica", async () => {
    const app = await reading(servers.replicaUrl, { DATABASE_READ_MAX_LAG_MS: "1000" });
    const session = await aMerchant(app);
    await servers.pauseReplay();
    const requestId = await aPayment(app, session);
    const committed = performance.now();
    for (;;) {
      const asked = performance.now();
      const seen = await idsOf(session.cookie);
      if (asked - committed > 1_000) {
        expect(seen).toEqual([requestId]);
        break;
      }
    }
    await servers.resumeReplay();
  });

  test("a file that is on its way goes on at the primary when the replica stops", async () => {
    const app = await reading();
    const session = await aMerchant(app);
    for (let i = 0; i < 350; i++) await aRequest(app, session);
    const answer = await exportPayments(
      call("GET", "/v1/dashboard/payments/export?flow=incoming", session.bearer),
    );
    const reader = answer.body?.getReader();
    const parts: Uint8Array[] = [];
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      if (parts.length === 2) await servers.stopReplica();
    }
    expect(Buffer.concat(parts).toString().trim().split("\r\n")).toHaveLength(351);
    await servers.startReplica();
  });

  test("a replica that is away costs no call, and is used again when it is back", async () => {
    const app = await reading();
    const { platformId, apiKey } = await aTenant({ app, close: async () => {} });
    const total = async () => {
      const { status, body } = await send(listRequests, "/v2/request", { headers: { "x-api-key": apiKey } });
      return [status, body.pagination?.total];
    };
    expect(await total()).toEqual([200, 0]);
    await servers.stopReplica();
    await aRequest(app, { platformId });
    for (let i = 0; i < 5; i++) expect(await total()).toEqual([200, 1]);
    await expect.poll(() => isUsed(app)).toBe(0);
    expect(lines.join("")).toContain('"reason":"it does not answer"');
    await servers.startReplica();
    await expect.poll(() => isUsed(app)).toBe(1);
    const before = await readsOf(app, "replica");
    await expect
      .poll(async () => [await total(), (await readsOf(app, "replica")) > before])
      .toEqual([[200, 1], true]);
  });
});

describe("a replica that stands still", () => {
  test("holds up no list for longer than it takes to see it, and is used again when it goes on", async () => {
    const app = await reading();
    const { platformId, apiKey } = await aTenant({ app, close: async () => {} });
    await aRequest(app, { platformId });
    const total = async () => {
      const { status, body } = await send(listRequests, "/v2/request", { headers: { "x-api-key": apiKey } });
      return [status, body.pagination?.total];
    };
    expect(await total()).toEqual([200, 1]);
    servers.signalReplica("SIGSTOP");
    try {
      expect(await Promise.all(Array.from({ length: 20 }, total))).toEqual(Array(20).fill([200, 1]));
      await expect.poll(() => isUsed(app)).toBe(0);
    } finally {
      servers.signalReplica("SIGCONT");
    }
    await expect.poll(() => isUsed(app)).toBe(1);
  });
});

test("the production door sends the cookie beside that of a session whose end has moved", async () => {
  const app = process(servers.replicaUrl, { DATABASE_READ_MAX_LAG_MS: "2500" });
  const session = await aMerchant(app);
  await app.database.db.update(sessions).set({ lastSeenAt: new Date(Date.now() - 120_000) });
  const door = createFrontDoor(apiRouteTable, () => {}, app.log).listen(0);
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  const ask = (method: string, body?: string) =>
    fetch(`http://127.0.0.1:${port}/v1/dashboard/views`, {
      method,
      headers: { ...session.cookie, origin: app.config.urls.api, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
  const names = ({ headers }: Response) => headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  const written = await ask("POST", JSON.stringify({ list: "incoming", name: "by door", query: "" }));
  expect([written.status, names(written)]).toEqual([201, ["session_token", "wrote"]]);
  expect(written.headers.getSetCookie()[1]).toContain("Max-Age=4;");
  expect(names(await ask("POST", JSON.stringify({ list: "incoming" })))).toEqual(["wrote"]);
  expect(names(await ask("GET"))).toEqual([]);
  door.close();
});

describe("a server that is no replica, or lies", () => {
  const refused = async (url: string, reason: string) => {
    const app = process(url);
    const { platformId, apiKey } = await aTenant({ app, close: async () => {} });
    await aRequest(app, { platformId });
    app.replica?.start();
    await expect.poll(() => lines.join("")).toContain(`"reason":"${reason}"`);
    const { body } = await send(listRequests, "/v2/request", { headers: { "x-api-key": apiKey } });
    expect([body.pagination.total, await readsOf(app, "replica")]).toEqual([1, 0]);
  };

  /** The replica by a role for which it says another thing of its position than is true. */
  async function lying(name: string, says: string): Promise<string> {
    const app = process(servers.replicaUrl);
    await app.database.sql.unsafe(`create schema ${name};
      create function ${name}.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ ${says} $$;
      create role ${name} superuser login password 'secret';
      alter role ${name} set search_path = ${name}, pg_catalog, public`);
    const url = new URL(servers.replicaUrl);
    url.username = name;
    url.password = "secret";
    return url.href;
  }

  test("the primary itself is refused", () => refused(servers.primaryUrl, "it is no replica"));

  test("a server of another cluster is refused", async () => {
    const other = await createTestDatabase();
    await refused(other.url, "it belongs to another cluster");
    await Promise.all(opened.splice(0).map((app) => app.close()));
    await other.drop();
  });

  test("a replica that says to be ahead of the primary is refused", async () => {
    await refused(await lying("ahead", "select 'FFFF/0'::pg_lsn"), "it says to be ahead of the primary");
  });

  test("a replica that says to have replayed what it has only received is refused, once a row is missing", async () => {
    const app = await reading(await lying("liar", "select pg_last_wal_receive_lsn()"));
    const { platformId, apiKey } = await aTenant({ app, close: async () => {} });
    await servers.pauseReplay();
    await expect
      .poll(() => lines.join(""))
      .toContain("it lacks rows of the position that it says to have reached");
    await aRequest(app, { platformId });
    const { body } = await send(listRequests, "/v2/request", { headers: { "x-api-key": apiKey } });
    expect([body.pagination.total, await isUsed(app)]).toEqual([1, 0]);
    await servers.resumeReplay();
    await expect.poll(() => isUsed(app)).toBe(1);
  });

  // The last: it is no replica afterwards.
  test("a replica that was made a primary of its own is left", async () => {
    const app = await reading();
    await servers.promoteReplica();
    await expect.poll(() => lines.join("")).toContain("it is no replica");
    expect(await isUsed(app)).toBe(0);
  });
});
