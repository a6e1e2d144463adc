import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as metrics } from "@/app/metrics/route";
import { GET as health } from "@/app/v2/health/route";
import { GET as ready } from "@/app/v2/ready/route";
import { chainCursors } from "@/db/schema";
import { boot, replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
const rpc = { RPC_URL_SEPOLIA: "http://127.0.0.1:9", RPC_URL_BASE: "http://127.0.0.1:9" };

beforeAll(async () => {
  api = await startTestApi(rpc);
});

afterAll(() => api?.close());

beforeEach(async () => {
  replaceApp(api.app);
  await api.app.database.db.delete(chainCursors);
});

type Cursor = typeof chainCursors.$inferInsert;

async function watched(network: string, more: Partial<Cursor> = {}): Promise<void> {
  const cursor = { network, startBlock: 0n, nextBlock: 101n, finalizedBlock: 80n, headBlock: 100n };
  await api.app.database.db.insert(chainCursors).values({ ...cursor, lastPassAt: api.app.now(), ...more });
}

const call = async (handler: typeof ready, path: string) => {
  const response = await handler(new Request(`http://127.0.0.1${path}`));
  return { status: response.status, text: await response.text() };
};
const readiness = async () => {
  const { status, text } = await call(ready, "/v2/ready");
  return { status, ...JSON.parse(text) };
};

describe("200 when all can do their work", () => {
  test("database, migrations and the watcher of every configured network", async () => {
    await watched("sepolia");
    await watched("base");
    // Not at once where even the first connection to the database takes longer than the look at it may.
    await expect.poll(readiness).toEqual({
      status: "ready",
      checks: { database: "ok", migrations: "ok", watchers: { sepolia: "ok", base: "ok" } },
    });
  });
});

describe("503 names the part that is not ready", () => {
  const minutesAgo = (minutes: number) => new Date(api.app.now().getTime() - minutes * 60_000);

  test.each<[string, () => Partial<Cursor>]>([
    ["stale", () => ({ lastPassAt: minutesAgo(2) })],
    ["halted", () => ({ haltedReason: "block 80 changed after it was final" })],
    // 5 minutes of Sepolia are 25 blocks.
    ["behind", () => ({ nextBlock: 75n })],
    ["missing", () => ({ lastPassAt: null })],
  ])("a watcher that is %s", async (state, change) => {
    await watched("base");
    await watched("sepolia", change());
    expect(await readiness()).toMatchObject({
      statusCode: 503,
      message: "Not ready",
      checks: { database: "ok", watchers: { sepolia: state, base: "ok" } },
    });
  });

  test("a network nobody has watched yet", async () => {
    await watched("base");
    expect(await readiness()).toMatchObject({
      statusCode: 503,
      checks: { watchers: { sepolia: "missing" } },
    });
  });

  test("a database that is gone, while the process says that it lives", async () => {
    const { config, chains, log } = api.app;
    const lost = boot({ ...config, databaseUrl: "postgres://nobody@127.0.0.1:9/none" }, "test", {
      chains,
      log,
    });
    replaceApp(lost);
    expect(await readiness()).toMatchObject({ statusCode: 503, checks: { database: "unreachable" } });
    expect(await call(health, "/v2/health")).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect((await call(metrics, "/metrics")).text).toContain("quittance_database_up 0");
    await lost.close();
  });
});

describe("/metrics", () => {
  test("shows lag and queue depth from the database, in any process", async () => {
    await watched("sepolia", { nextBlock: 91n });
    await watched("base", { haltedReason: "x" });
    const { status, text } = await call(metrics, "/metrics");
    expect(status).toBe(200);
    expect(text).toContain('quittance_watcher_lag_blocks{network="sepolia"} 10');
    expect(text).toContain('quittance_watcher_halted{network="base"} 1');
    expect(text).toContain("quittance_webhook_deliveries_pending 0");
    expect(text).toContain("quittance_database_up 1");
  });

  test("counts calls by operation and status, not by tenant", async () => {
    await call(health, "/v2/health");
    const { text } = await call(metrics, "/metrics");
    expect(text).toMatch(
      /quittance_http_request_duration_seconds_count\{method="GET",path="health",status="200"\} \d/,
    );
    expect(text).not.toMatch(/platform|credential|cli_|sk_/);
  });
});
