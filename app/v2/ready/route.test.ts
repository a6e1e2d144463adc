import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as metrics } from "@/app/metrics/route";
import { GET as health } from "@/app/v2/health/route";
import { GET as ready } from "@/app/v2/ready/route";
import {
  chainCursors,
  chainObservations,
  executorTransactions,
  executorWallets,
  platforms,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "@/db/schema";
import { boot, replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
const nowhere = "http://127.0.0.1:9";
const rpc = { RPC_URL_SEPOLIA: nowhere, RPC_URL_BASE: nowhere };
const screening = {
  KYT_HYPERNATIVE: "api",
  KYT_HYPERNATIVE_KEY: "id:secret",
  KYT_HYPERNATIVE_URL: nowhere,
};

beforeAll(async () => {
  api = await startTestApi({ ...rpc, ...screening, DATABASE_POOL_SIZE: "4" });
});

afterAll(() => api?.close());

beforeEach(async () => {
  replaceApp(api.app);
  await api.app.database.db.delete(chainCursors);
  await api.app.database.db.delete(chainObservations);
});

type Cursor = typeof chainCursors.$inferInsert;

/** A network that is watched, and whose nodes are looked at; `seen` is null where nobody does. */
async function watched(
  network: string,
  more: Partial<Cursor> = {},
  seen: Partial<typeof chainObservations.$inferInsert> | null = {},
): Promise<void> {
  const { db } = api.app.database;
  const now = api.app.now();
  const cursor = { network, startBlock: 0n, nextBlock: 101n, finalizedBlock: 80n, headBlock: 100n };
  await db.insert(chainCursors).values({ ...cursor, lastPassAt: now, ...more });
  if (seen === null) return;
  const head = { headBlock: 100n, headTime: now, lookedAt: now, answeredAt: now, nodes: ["ok", "behind"] };
  await db.insert(chainObservations).values({ network, ...head, ...seen });
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
      checks: {
        database: "ok",
        migrations: "ok",
        watchers: { sepolia: "ok", base: "ok" },
        reasons: {},
        executors: { sepolia: "unknown", base: "unknown" },
        executorReasons: { sepolia: expect.stringMatching(/no worker/), base: expect.any(String) },
      },
    });
  });

  test("a chain that makes blocks with transactions only is not old on a local profile", async () => {
    await watched("sepolia", {}, { headTime: new Date(0) });
    await watched("base", {}, { headTime: new Date(0) });
    const { config, chains, log } = api.app;
    const local = boot({ ...config, profile: "local" }, "test", { chains, log });
    replaceApp(local);
    expect(await readiness()).toMatchObject({ status: "ready" });
    await local.close();
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
      checks: {
        database: "ok",
        watchers: { sepolia: state, base: "ok" },
        reasons: { sepolia: expect.stringMatching(/\w/) },
      },
    });
  });

  test.each<[string, string, () => Partial<typeof chainObservations.$inferInsert> | null]>([
    ["stale", "no worker looks at its nodes", () => null],
    ["stale", "no worker looks at its nodes", () => ({ lookedAt: minutesAgo(2) })],
    ["no_node", "no node tells its newest block", () => ({ answeredAt: minutesAgo(2) })],
    ["old_head", "the newest block of all nodes is 100, of 20", () => ({ headTime: minutesAgo(6) })],
    // Seen by a look at the nodes, not by the watcher.
    ["behind", "30 blocks behind the head", () => ({ headBlock: 130n })],
  ])("nodes that leave a watcher %s: %s", async (state, reason, change) => {
    await watched("base");
    await watched("sepolia", {}, change());
    expect(await readiness()).toMatchObject({
      statusCode: 503,
      checks: {
        watchers: { sepolia: state, base: "ok" },
        reasons: { sepolia: expect.stringContaining(reason) },
      },
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

  test("shows what the nodes were found to be, for every process", async () => {
    await watched("sepolia", {}, { headBlock: 140n, failedPasses: 7n });
    const { text } = await call(metrics, "/metrics");
    for (const line of [
      'watcher_lag_blocks{network="sepolia"} 40',
      'watcher_finality_lag_blocks{network="sepolia"} 60',
      'chain_head_block{network="sepolia"} 140',
      'watcher_failed_passes{network="sepolia"} 7',
      'node_state{network="sepolia",node="2",state="behind"} 1',
      'node_state{network="sepolia",node="2",state="ok"} 0',
      'watcher_state{network="sepolia",state="behind"} 1',
      'watcher_state{network="base",state="missing"} 1',
    ]) {
      expect(text).toContain(`quittance_${line}`);
    }
  });

  test("shows how the executors are, and so does readiness, which they do not make unready", async () => {
    const { db } = api.app.database;
    await watched("sepolia");
    await watched("base");
    const at = api.app.now();
    const reason = "0x90 has 0.001 ETH, gas for about 7 instalments";
    const wallet = {
      address: `0x${"90".repeat(20)}`,
      checkedAt: at,
      executionsLeft: 7,
      failedInstalments: 3,
    };
    await db.insert(executorWallets).values({ network: "sepolia", state: "low_balance", reason, ...wallet });
    const hex = `0x${"00".repeat(32)}`;
    const fees = { gasLimit: 1n, maxFee: 1n, maxPriorityFee: 1n };
    await db.insert(executorTransactions).values({
      ...{
        id: "t",
        network: "sepolia",
        sender: wallet.address,
        nonce: 0n,
        attempt: 1,
        hash: hex,
        raw: hex,
        to: hex,
        data: hex,
      },
      ...{ ...fees, instalments: [], state: "pending", signedAtBlock: 1n },
      signedAt: new Date(at.getTime() - 60_000),
    });
    const { text } = await call(metrics, "/metrics");
    for (const line of [
      'state{network="sepolia",state="low_balance"} 1',
      'state{network="sepolia",state="ok"} 0',
      'state{network="base",state="unknown"} 1',
      'executions_left{network="sepolia"} 7',
      'failed_instalments{network="sepolia"} 3',
    ]) {
      expect(text).toContain(`quittance_executor_${line}`);
    }
    expect(text).toMatch(/quittance_executor_pending_seconds\{network="sepolia"\} [6-9]\d/);
    expect(await readiness()).toMatchObject({
      status: "ready",
      checks: {
        executors: { sepolia: "low_balance", base: "unknown" },
        executorReasons: { sepolia: reason },
      },
    });
    await db.delete(executorWallets);
    await db.delete(executorTransactions);
  });

  test("counts what nodes and screening providers do not answer", async () => {
    await expect(api.app.chains.find("sepolia")?.head()).rejects.toThrow();
    await api.app.providers.kyt.find("hypernative")?.screen(`0x${"12".repeat(20)}`, {
      network: "sepolia",
      policyId: null,
    });
    const { text } = await call(metrics, "/metrics");
    expect(text).toMatch(/rpc_failures_total\{network="sepolia",node="1",method="eth_chainId"\} [1-9]/);
    expect(text).toContain('screening_failures_total{provider="hypernative"} 1');
  });

  test("shows what has not happened yet as 0, so that alerts see the first time", async () => {
    const { text } = await call(metrics, "/metrics");
    for (const line of [
      'chain_doubts_total{network="sepolia",problem="forged"} 0',
      'payments_uncounted{network="base",reason="unvalued"} 0',
      'webhook_attempts_total{outcome="succeeded"} 0',
      "request_log_lost_total 0",
    ]) {
      expect(text).toContain(`quittance_${line}`);
    }
  });

  test("says how long the longest due webhook waits", async () => {
    const { db } = api.app.database;
    const createdAt = api.app.now();
    await db.insert(platforms).values({ id: "p", name: "Shop", createdAt });
    const endpoint = { id: "e", platformId: "p", url: "https://shop.example", secret: "0x00", createdAt };
    await db.insert(webhookEndpoints).values(endpoint);
    await db
      .insert(webhookEvents)
      .values({ id: "v", platformId: "p", name: "payment.confirmed", body: "{}", createdAt });
    const due = (id: string, seconds: number) => ({
      id,
      eventId: "v",
      endpointId: "e",
      state: "pending" as const,
      dueAt: new Date(createdAt.getTime() - seconds * 1000),
    });
    await db.insert(webhookDeliveries).values([due("1", 500), due("2", -60)]);
    const { text } = await call(metrics, "/metrics");
    expect(text).toContain("quittance_webhook_deliveries_pending 2");
    expect(Number(/^quittance_webhook_oldest_due_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(
      500,
    );
    await db.delete(webhookDeliveries);
  });

  test("shows that queries wait for a connection while all of them are taken", async () => {
    const { db, sql } = api.app.database;
    await call(metrics, "/metrics");
    const slow = Array.from({ length: 4 }, () => db.execute("select pg_sleep(0.5)"));
    const [, { text }] = await Promise.all([Promise.all(slow), call(metrics, "/metrics")]);
    expect(Number(/^quittance_database_wait_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0.3);
    expect(text).toMatch(/database_connections\{program="quittance-test",state="\w+"\} [1-9]/);
    const [row] = await sql<{ limit: number }[]>`select current_setting('max_connections')::int as limit`;
    expect(text).toContain(`database_connection_limit ${row?.limit}`);
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
