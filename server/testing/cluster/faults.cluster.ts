import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { inTransaction } from "@/server/context";
import { aTenant } from "@/server/testing/api";
import {
  type DatabaseCluster,
  missingPackages,
  startDatabaseCluster,
} from "@/server/testing/cluster/database-cluster";
import { FAULTS } from "@/server/testing/cluster/faults";
import { findLosses } from "@/server/testing/cluster/find-losses";
import { type Acknowledged, type Load, startLoad } from "@/server/testing/cluster/load";
import { outcomeOf, tableOf, writeMeasured } from "@/server/testing/cluster/report";
import { type Run, storedRuns, storeRun } from "@/server/testing/cluster/runs";
import { type Services, startServices } from "@/server/testing/cluster/services";
import { removeLeftovers } from "@/server/testing/cluster/settable-clock";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { makeTestDirectory } from "@/server/testing/postgres/directory";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";

/** Of `startLedger`, whose database this is. */
const SECRET_KEY = "22".repeat(32);
/** Load before a fault, and after everything runs again. */
const AROUND_MS = 3_000;
/** The goal for the time without an acknowledged create. */
const GOAL_MS = 30_000;

const directory = makeTestDirectory("services");
const startedAt = performance.now();
const outcomes: Run["outcomes"] = [];
const untried: Run["untried"] = [];
/** Faults after which nothing was missing. */
const kept: string[] = [];
const acknowledged: Acknowledged = { requests: new Map(), links: new Set(), intents: new Set() };
let cluster: DatabaseCluster;
let node: TestChain;
let services: Services;
let ledger: TestLedger;
let receiver: WebhookReceiver;
let load: Load | undefined;
let sql: Sql;
let platformId: string;
let apiKey: string;
let shop: Merchant;

beforeAll(async () => {
  expect(missingPackages(), "install them with apt-get").toEqual([]);
  [cluster, node] = await Promise.all([startDatabaseCluster(), startTestChain({ network: "sepolia" })]);
  await migrate(cluster.directUrl);
  ledger = await startLedger(
    node,
    {},
    { databaseUrl: cluster.directUrl, env: { WEBHOOK_ALLOW_LOOPBACK: "true" } },
  );
  const { pooledUrl, directUrl } = cluster;
  services = await startServices({
    pooledUrl,
    directUrl,
    directory,
    rpcUrl: node.rpcUrl,
    secretKey: SECRET_KEY,
  });
  receiver = await startWebhookReceiver();
  const api = { app: ledger.app, close: async () => {} };
  ({ platformId, apiKey } = await aTenant(api));
  shop = await aMerchant(api);
  await inTransaction(ledger.ctx, (tx) =>
    createEndpoint(tx, { platformId, clientIdId: null, url: receiver.url }),
  );
  sql = postgres(pooledUrl, { max: 2, prepare: false, onnotice: () => {} });
});

afterAll(async () => {
  load?.stop();
  await services?.stop();
  await Promise.all([sql?.end({ timeout: 1 }), receiver?.close(), ledger?.close()]);
  await cluster?.stop();
  await node?.stop();
  removeLeftovers();
  rmSync(directory, { recursive: true, force: true });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const run: Run = { on: new Date().toISOString().slice(0, 10), seconds, outcomes, untried };
  process.stdout.write(tableOf([run]));
  // A page says nothing of a run that failed, or that was of some faults only.
  if (process.env.CLUSTER_REPORT !== "true" || kept.length + untried.length < FAULTS.length) return;
  storeRun(run);
  writeMeasured(storedRuns());
});

test.each(FAULTS)("$name", async ({ name, needs, happen }) => {
  const missing = needs?.() ?? null;
  if (missing !== null) {
    untried.push({ fault: name, needs: missing });
    process.stderr.write(`not tried: ${name}. It needs ${missing}.\n`);
    return;
  }
  const keys = name.replaceAll(/[^a-z0-9]+/gi, "-");
  const callers = startLoad({ urls: services.urls, node, keys, apiKey, page: shop.browser, acknowledged });
  load = callers;
  await delay(AROUND_MS);
  callers.seen();
  const notes = await happen({ cluster, services, receiver, page: shop.browser, sql });
  await cluster.settled();
  await delay(AROUND_MS);
  const seen = callers.seen();
  outcomes.push(outcomeOf({ fault: name, notes, ...seen }));
  const others = [...seen.creates.keys(), ...seen.reads.keys()].filter(
    (status) => !["200", "201", "503"].includes(status),
  );
  expect(others, "answers that callers cannot do anything with").toEqual([]);
  expect(seen.withoutRetryAfter).toBe(0);
  expect(seen.longestGapMs).toBeLessThan(GOAL_MS);
  await callers.finish();
  expect(await callers.repeat(), "keys that were answered anew").toEqual([]);
  await findLosses(acknowledged, { sql, platformId, shopId: shop.platformId, ledger, receiver });
  kept.push(name);
});
