import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { developmentAccount } from "@/server/chains/development-accounts";
import { until } from "@/server/testing/cluster/ask-nodes";
import { findLosses } from "@/server/testing/cluster/find-losses";
import { type Acknowledged, type Load, startLoad } from "@/server/testing/cluster/load";
import { reportOf, type Tried } from "@/server/testing/cluster/report";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger } from "@/server/testing/ledger";
import { withDatabase } from "@/server/testing/postgres/template";
import { Filled, post, signInOver } from "@/server/testing/upgrade/account";
import { type Answers, type Asking, askEverything, differences } from "@/server/testing/upgrade/answers";
import { fillAccount } from "@/server/testing/upgrade/fill-account";
import { type Installation, startInstallation } from "@/server/testing/upgrade/installation";
import { installRelease, previousRelease } from "@/server/testing/upgrade/previous-release";
import { type InstalledRelease, runCommand } from "@/server/testing/upgrade/running-release";
import { STEPS } from "@/server/testing/upgrade/steps";
import { type PresentUse, refusedTo, usePresent } from "@/server/testing/upgrade/use-present";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";

/** Of `startLedger`, whose database this is. */
const SECRET_KEY = "22".repeat(32);
/** What is acknowledged after each step before the next one. */
const CREATES_PER_STEP = 50;
/** The longest time without an acknowledged create. */
const GOAL_MS = 3_000;
/** Where the world reaches them. */
const ORIGIN = "https://quittance.example";
/** Entries of the audit log that a migration walks through. */
const AUDIT_ENTRIES = 20_000;
const FILLER = "server/testing/upgrade-filler.ts";

const directory = mkdtempSync(join(tmpdir(), "quittance-upgrade-"));
const tried: Tried[] = [];
const acknowledged: Acknowledged = { requests: new Map(), links: new Set(), intents: new Set() };
const present: InstalledRelease = { name: "present", root: repositoryRoot() };
let previous: InstalledRelease;
let databaseUrl: string;
let env: Record<string, string>;
let node: TestChain;
let receiver: WebhookReceiver;
let installation: Installation;
let load: Load;
let sql: Sql;
let busy: { platformId: string; shopId: string };
let asking: Asking;
let used: PresentUse | undefined;
/** What the release before said before anything was changed. */
let before: Answers;

beforeAll(async () => {
  const release = previousRelease(repositoryRoot());
  previous = { name: "previous", root: installRelease(repositoryRoot(), release) };
  node = await startTestChain({ network: "sepolia" });
  receiver = await startWebhookReceiver();
  databaseUrl = await emptyDatabase();
  sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  env = environment();
  await runCommand(previous, ["scripts/quittance.mjs", "migrate"], env);
  copyFileSync(join(import.meta.dirname, "fill-previous.ts"), join(previous.root, FILLER));
  const filled = Filled.parse(JSON.parse(await runCommand(previous, ["scripts/run.mjs", FILLER], env)));
  installation = await startInstallation(previous, { env, logs: directory });

  const [url = ""] = installation.urls;
  const tenant = filled.still.credentials.tenantA;
  const session = await signInOver(url, developmentAccount(10));
  const account = await fillAccount({ url, node, tenant, session, receiverUrl: receiver.url });
  const orchestratorKey = filled.still.credentials.orchestrator.key;
  asking = { tenant, session, orchestratorKey, filled: account };
  await fillAuditLog(await platformOf(developmentAccount(10)));
  await final();
  before = await askEverything(url, asking);

  const { tenantA, tenantB } = filled.busy.credentials;
  busy = {
    platformId: await platformOf(developmentAccount(21)),
    shopId: await platformOf(developmentAccount(20)),
  };
  acknowledged.links.add(filled.busy.demo.token);
  const webhooks = { url: receiver.url };
  await post(url, "/v1/webhook", await signInOver(url, developmentAccount(21)), webhooks);
  const page = { "x-client-id": tenantA.clientId, origin: tenantA.clientOrigin };
  const { urls } = installation;
  load = startLoad({ urls, node, keys: "upgrade", apiKey: tenantB.apiKey, page, acknowledged });
});

afterAll(async () => {
  load?.stop();
  await installation?.stop();
  await Promise.all([sql?.end({ timeout: 1 }), receiver?.close(), node?.stop()]);
  const report = reportOf(tried, "Step");
  process.stdout.write(report);
  if (process.env.UPGRADE_REPORT) writeFileSync(process.env.UPGRADE_REPORT, report);
  if (process.env.UPGRADE_LOGS) process.stdout.write(`logs: ${directory}\n`);
  else rmSync(directory, { recursive: true, force: true });
});

test.each(STEPS)("$name", async ({ name, pair, happen }) => {
  load.seen();
  const started = performance.now();
  await happen({
    installation,
    previous,
    present,
    migrate,
    usePresent: useNew,
    repeat: async () => expect(await load.repeat(), "keys that were answered anew").toEqual([]),
  });
  const took = performance.now() - started;
  expect(installation.running()).toEqual(pair);
  await goOn();
  for (const url of installation.urls) await until(`${url} to be ready`, () => isReady(url));
  const seen = load.seen();
  tried.push({ fault: `${name} (${(took / 1_000).toFixed(1)} s)`, ...seen });
  expect(wrongAnswers(seen)).toEqual([]);
  expect(seen.longestGapMs).toBeLessThan(GOAL_MS);
  for (const url of installation.urls)
    expect(differences(before, await askEverything(url, asking))).toEqual([]);
  if (!used) return;
  // So that every process notes their use, which it does once a minute.
  await sql`update sessions set last_seen_at = last_seen_at - interval '2 minutes' where passkey_id is not null`;
  for (const url of installation.urls) expect(await refusedTo(url, used)).toEqual([]);
});

test("nothing is lost, and nothing is there twice", async () => {
  await load.finish();
  expect(await load.repeat(), "keys that were answered anew").toEqual([]);
  const ledger = await startLedger(node, {}, { databaseUrl, env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });
  try {
    await findLosses(acknowledged, { sql, ...busy, ledger, receiver });
  } finally {
    await ledger.close();
  }
  for (const args of [["audit"], ["audit", "--log"]])
    await runCommand(present, ["scripts/quittance.mjs", ...args], env);
});

test("no process had an error to tell of", () => {
  const lines = readdirSync(directory)
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => readFileSync(join(directory, name), "utf8").trimEnd().split("\n"))
    .filter(
      (line) =>
        /"level":(?:"(?:error|fatal)"|[56]0)/.test(line) || !/^(?:\{.*|✓ Running next.config.*|)$/.test(line),
    );
  expect(lines).toEqual([]);
});

async function emptyDatabase(): Promise<string> {
  const admin = postgres(inject("postgresAdminUrl"), { max: 1, onnotice: () => {} });
  await admin.unsafe("create database upgrade");
  await admin.end();
  return withDatabase(inject("postgresAdminUrl"), "upgrade");
}

async function fillAuditLog(platformId: string): Promise<void> {
  await sql`insert into audit_log (id, platform_id, at, action, subject, actor_kind, actor_platform_id, credential_id,
      request_id, details)
    select '00000000000000000' || lpad(i::text, 9, '0'), ${platformId}, now(), 'session.created', 's', 'session',
      ${platformId}, 'c', 'r', '{"kind": "wallet"}' from generate_series(1, ${AUDIT_ENTRIES}::int) as i`;
}

/** Settings that both releases know. */
function environment(): Record<string, string> {
  const networks = join(directory, "networks.json");
  const sepolia = { rpcUrls: [node.rpcUrl], confirmations: 1, startBlock: 0, pollMs: 500 };
  writeFileSync(networks, JSON.stringify({ sepolia }));
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: "8",
    SECRET_KEY,
    NETWORKS_FILE: networks,
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    LOG_LEVEL: "warn",
    // What each would make of its own port.
    API_URL: ORIGIN,
    PAY_URL: `${ORIGIN}/pay`,
    AUTH_URL: ORIGIN,
  };
}

async function migrate(): Promise<void> {
  await runCommand(present, ["scripts/quittance.mjs", "migrate"], env);
}

async function useNew(): Promise<void> {
  const [url = ""] = installation.urls;
  used = await usePresent(url, await signInOver(url, developmentAccount(11)), ORIGIN);
}

/** Waits until everything paid so far is told and in a final block: from then on nothing of it changes by itself. */
async function final(): Promise<void> {
  await until("final payments", async () => {
    await node.mine(64);
    const [row] = await sql<{ open: number; paid: number }[]>`
      select (select count(*) from webhook_deliveries where state = 'pending')::int as open,
        (select count(*) from transfers where state = 'final')::int as paid`;
    return row?.open === 0 && row.paid === 5 ? true : null;
  });
}

/** Waits until enough was created since now, and the last of it is paid and told. */
async function goOn(): Promise<void> {
  const earlier = acknowledged.requests.size;
  await until("creates", async () =>
    acknowledged.requests.size >= earlier + CREATES_PER_STEP ? true : null,
  );
  const last = [...acknowledged.requests.values()].at(-1)?.requestId;
  await until("the last payment", async () =>
    receiver.received.some(({ json }) => json.requestId === last) ? true : null,
  );
}

async function isReady(url: string): Promise<true | null> {
  const answer = await fetch(`${url}/v2/ready`);
  await answer.body?.cancel();
  return answer.ok ? true : null;
}

function wrongAnswers({ creates, reads, withoutRetryAfter }: ReturnType<Load["seen"]>): string[] {
  const others = [...creates.keys(), ...reads.keys()].filter(
    (status) => !["200", "201", "503"].includes(status),
  );
  return withoutRetryAfter === 0 ? others : [...others, "503 without Retry-After"];
}

async function platformOf({ address }: { address: string }): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from platforms where lower(wallet_address) = ${address.toLowerCase()}`;
  if (!row) throw new Error(`no platform of ${address}`);
  return row.id;
}
