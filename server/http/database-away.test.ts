import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/v2/request/route";
import { migrate } from "@/db/migrate";
import { requests } from "@/db/schema";
import { type RunningPostgres, startPostgres } from "@/local/postgres/postgres";
import { type App, replaceApp } from "@/server/boot";
import { anotherProcess, aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { type CuttingProxy, startCuttingProxy } from "@/server/testing/postgres/cutting-proxy";
import { makeTestDirectory, writeOwner } from "@/server/testing/postgres/directory";

const NOW = { RPC_URL_SEPOLIA: "http://127.0.0.1:9", DATABASE_MODE: "direct" };
let api: TestApi;
let app: App;
let apiKey: string;

/** Everything that follows is asked of this process. */
async function serveFrom(databaseUrl: string): Promise<void> {
  app = anotherProcess(api, { ...NOW, DATABASE_URL: databaseUrl });
  replaceApp(app);
  ({ apiKey } = await aTenant({ app, close: async () => {} }));
}

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

const payment = {
  payee: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
  amount: "12.5",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
};

function create(key?: string): Promise<Response> {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  return POST(
    new Request("http://api.test/v2/request", {
      method: "POST",
      headers: key === undefined ? headers : { ...headers, "idempotency-key": key },
      body: JSON.stringify(payment),
    }),
  );
}

const list = () => GET(new Request("http://api.test/v2/request", { headers: { "x-api-key": apiKey } }));
const storedIds = async () =>
  (await app.database.db.select({ id: requests.requestId }).from(requests)).map(({ id }) => id.slice(2));
const answerOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get("retry-after"),
  code: response.headers.get("x-error-code"),
});
const AWAY = { status: 503, retryAfter: "2", code: "unavailable" };

describe("a connection that is lost with the answer to a commit", () => {
  let proxy: CuttingProxy;
  beforeAll(async () => {
    const { databaseUrl } = api.app.config;
    proxy = await startCuttingProxy(databaseUrl);
    await serveFrom(proxy.through(databaseUrl));
    // Connections and what is remembered of credentials are there before anything is cut.
    expect((await list()).status).toBe(200);
  });
  beforeEach(async () => {
    await app.database.sql`delete from requests`;
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
  });

  test("what was done is looked up by its key and answered, and done once", async () => {
    proxy.cutNextCommit();
    const response = await create("order-1");
    expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const { requestId } = await response.json();
    expect(await storedIds()).toEqual([requestId]);

    const again = await create("order-1");
    expect((await again.json()).requestId).toBe(requestId);
    expect(await storedIds()).toEqual([requestId]);
  });

  test("what was not done is 503, and the same call is done then", async () => {
    proxy.cutNextCommit(true);
    expect(await answerOf(await create("order-2"))).toEqual(AWAY);
    expect(await storedIds()).toEqual([]);
    expect((await create("order-2")).status).toBe(201);
    expect(await storedIds()).toHaveLength(1);
  });
});

describe("a server that is away", () => {
  const directory = makeTestDirectory("away");
  let server: RunningPostgres;
  const start = async (port?: number) => {
    server = await startPostgres({
      dataDir: directory,
      log: () => {},
      port,
      settings: { fsync: "off", shared_buffers: "16MB" },
    });
    writeOwner(directory, server.pid);
  };
  beforeAll(async () => {
    await start();
    await migrate(server.url);
    await serveFrom(server.url);
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test("stopped: reading and writing are 503 with Retry-After, at once and every time, and work when it is back", async () => {
    expect((await create("before")).status).toBe(201);
    await server.stop();
    for (const ask of [create, list, create, list]) expect(await answerOf(await ask())).toEqual(AWAY);
    await start(server.port);
    await expect.poll(async () => (await list()).status).toBe(200);
    expect((await create("before")).headers.get("idempotent-replayed")).toBe("true");
  });

  test("a standby, to which a failover has made it: writing is 503", async () => {
    const readOnly = async (value: string) => {
      await app.database.sql.unsafe(`alter system set default_transaction_read_only = ${value}`);
      await app.database.sql`select pg_reload_conf()`;
      await expect
        .poll(async () => (await app.database.sql`show default_transaction_read_only`)[0])
        .toEqual({ default_transaction_read_only: value });
    };
    await readOnly("on");
    await expect.poll(async () => answerOf(await create())).toEqual(AWAY);
    await readOnly("off");
    await expect.poll(async () => (await create()).status).toBe(201);
  });

  test("killed and started under load: 201 or 503, nothing acknowledged is lost, nothing is done twice", async () => {
    await app.database.sql`delete from requests`;
    const keys = Array.from({ length: 60 }, (_, i) => `load-${i}`);
    const acknowledged = new Map<string, string>();
    const statuses = new Set<number>();
    const ask = async (key: string) => {
      const response = await create(key);
      statuses.add(response.status);
      if (response.status === 201) acknowledged.set(key, (await response.json()).requestId);
    };
    const load = Promise.all(keys.map(ask));
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    await start(server.port);
    await load;
    const early = new Map(acknowledged);
    for (const key of keys) {
      await expect
        .poll(async () => {
          await ask(key);
          return acknowledged.has(key);
        })
        .toBe(true);
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    for (const [key, id] of early) expect(acknowledged.get(key)).toBe(id);
    expect((await storedIds()).toSorted()).toEqual([...acknowledged.values()].toSorted());
  });
});
