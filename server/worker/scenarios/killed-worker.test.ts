import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { auditChain } from "@/server/payments/audit";
import { auditSettlements } from "@/server/requests/settling/audit";
import { payMany, type TestPayment } from "@/server/testing/data/many-payments";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { isLong } from "@/server/testing/long";
import { PATIENTLY } from "@/server/testing/patience";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

/** The nightly run catches up with ten thousand, in more pieces. */
const LOGS = isLong() ? 10_000 : 4_000;
const PAYMENTS_EACH = 4;
/** One log in ten is of a request, the others are strangers'. */
const REQUESTS = LOGS / 10 / PAYMENTS_EACH;

let node: TestChain;
let between: FaultyNode;
let clean: TestLedger;
let killed: TestDatabase;
let progress: postgres.Sql;
let directory: string;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  between = await startFaultyNode(node.rpcUrl);
  killed = await createTestDatabase();
  progress = postgres(killed.url, { max: 1 });
  clean = await startLedger(node);
  directory = await mkdtemp(join(tmpdir(), "quittance-killed-"));
  const requests = await Promise.all(Array.from({ length: REQUESTS }, () => clean.request("4")));
  const planned: TestPayment[] = Array.from({ length: LOGS }, (_, i) => {
    const request = i % 10 === 0 ? requests[(i / 10) % REQUESTS] : undefined;
    const stranger = createHash("sha256").update(String(i)).digest("hex").slice(0, 16);
    return {
      recipient: node.accounts.recipient.address,
      amount: 1_000_000n,
      reference: `0x${request ? request.paymentReference.slice(2) : stranger}`,
    };
  });
  await payMany(node, planned, 30);
  await copyRequests(clean.app.config.databaseUrl, killed.url);
});

afterAll(async () => {
  await clean?.close();
  await between?.close();
  await progress?.end();
  await killed?.drop();
  await node?.stop();
  if (directory) await rm(directory, { recursive: true });
});

async function copyRequests(from: string, to: string): Promise<void> {
  const [source, target] = [postgres(from, { max: 1 }), postgres(to, { max: 1 })];
  for (const table of ["platforms", "requests"]) {
    const [rows] = await source`select json_agg(t)::text as rows from ${source(table)} t`;
    await target`insert into ${target(table)} select * from json_populate_recordset(null::${target(table)}, ${rows?.rows}::text::json)`;
  }
  await Promise.all([source.end(), target.end()]);
}

/** A real worker process on the second database, behind a node that answers as told. */
async function startWorker(): Promise<ChildProcess> {
  const networksFile = join(directory, "networks.json");
  writeFileSync(networksFile, JSON.stringify({ sepolia: { rpcUrls: [between.url] } }));
  const worker = spawn(process.execPath, ["scripts/run.mjs", "server/worker/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      ...databaseEnvironment(killed.url),
      NETWORKS_FILE: networksFile,
      NETWORK_PROFILE: "local",
      SECRET_KEY: "33".repeat(32),
      LOG_LEVEL: "error",
    },
  });
  await once(worker, "message");
  return worker;
}

async function ledgerOf(url: string) {
  const sql = postgres(url, { max: 1 });
  try {
    const transfers = await sql`
      select encode(tx_hash, 'hex') as tx, position, request_id, state, amount::text from transfers order by 1, 2`;
    const events = await sql<{ body: string; sequence: string }[]>`
      select body, sequence::text from webhook_events order by platform_id, webhook_events.sequence`;
    const requests = await sql`select id, status from requests order by id`;
    const facts = events.map(({ body }) => {
      const { event, requestId, totalAmountPaid } = JSON.parse(body);
      return `${requestId} ${totalAmountPaid} ${event}`;
    });
    return {
      transfers: [...transfers],
      requests: [...requests],
      events: facts.sort(),
      sequences: events.map(({ sequence }) => Number(sequence)),
    };
  } finally {
    await sql.end();
  }
}

async function nextBlock(): Promise<bigint> {
  const [row] = await progress`select next_block::text as next from chain_cursors`;
  return BigInt(row?.next ?? 0);
}

/** The lease of a worker that was killed ends by itself after some seconds. */
async function endLease(): Promise<void> {
  await progress`update chain_cursors set lease_until = now()`;
}

/**
 * Starts a worker and kills it at a random moment after its node had so many requests. Later ones are not answered,
 * so that it cannot come to its end meanwhile.
 */
async function killAfter(requests: number): Promise<void> {
  const before = between.requests();
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const after = new Promise<never>(() => {});
  between.behave(() => {
    const asked = between.requests() - before;
    if (asked === requests) reached();
    return asked > requests ? { after } : undefined;
  });
  await endLease();
  const worker = await startWorker();
  await isReached;
  await delay(Math.random() * 500);
  await kill(worker);
  between.behave(null);
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

test(`kill -9 at random points of a ${LOGS}-log catch-up: the ledger equals a clean run, no event too many`, async () => {
  await clean.watch();
  const expected = await ledgerOf(clean.app.config.databaseUrl);
  expect(expected.transfers).toHaveLength(REQUESTS * PAYMENTS_EACH);

  const head = await node.publicClient.getBlockNumber();
  const stops: bigint[] = [];
  while (stops.length < 6 && (await nextBlock()) <= head) {
    // A piece of the catch-up takes four requests, and is committed after the last of them.
    await killAfter(1 + Math.floor(Math.random() * 5));
    stops.push(await nextBlock());
  }
  expect(stops.filter((at) => at <= head).length).toBeGreaterThanOrEqual(2);

  await endLease();
  const worker = await startWorker();
  await vi.waitUntil(async () => (await nextBlock()) > head, { ...PATIENTLY, timeout: 240_000 });
  await kill(worker);

  const found = await ledgerOf(killed.url);
  expect(found.transfers.map(withoutState)).toEqual(expected.transfers.map(withoutState));
  expect(found.requests).toEqual(expected.requests);
  expect(found.events).toEqual(expected.events);
  expect(found.sequences).toEqual(found.sequences.map((_, i) => i + 1));
}, 480_000);

/** Which blocks were final already when a pass saw them depends on when it looked. */
function withoutState(row: Record<string, unknown>): Record<string, unknown> {
  const { state, ...rest } = row;
  expect(["confirmed", "final"]).toContain(state);
  return rest;
}

test("an audit of both ledgers finds no difference, and finds one that is made", async () => {
  const report = await auditChain(clean.ctx, clean.chain);
  expect(report).toMatchObject({ matched: REQUESTS * PAYMENTS_EACH, events: LOGS, differences: [] });
  expect(await auditSettlements(clean.ctx)).toEqual([]);

  const other = await startLedger(node, {}, { databaseUrl: killed.url, platformId: clean.platformId });
  expect((await auditChain(other.ctx, other.chain))?.differences).toEqual([]);
  expect(await auditSettlements(other.ctx)).toEqual([]);

  await other.app.database
    .sql`update transfers set amount = amount + 1 where id = (select min(id) from transfers)`;
  await other.app.database.sql`delete from transfers where id = (select max(id) from transfers)`;
  const problems = (await auditChain(other.ctx, other.chain))?.differences.map(({ problem }) => problem);
  expect(problems?.sort()).toEqual(["amount", "missing"]);
  expect((await auditSettlements(other.ctx)).map(({ expected }) => expected)).toEqual(["partially_paid"]);

  // The same by parts: each difference is found in the part that has it, and in no other.
  const { from = 0n, to = 0n } = report ?? {};
  const middle = (from + to) / 2n;
  const parts = await Promise.all(
    [{ to: middle }, { from: middle + 1n }].map((range) => auditChain(other.ctx, other.chain, range)),
  );
  expect(parts.map((part) => [part?.from, part?.to])).toEqual([
    [from, middle],
    [middle + 1n, to],
  ]);
  expect(parts.flatMap((part) => part?.differences.map(({ problem }) => problem) ?? []).sort()).toEqual([
    "amount",
    "missing",
  ]);
  const of = (network: string) => auditSettlements(other.ctx, { network, from, to });
  expect([(await of("sepolia")).length, (await of("base")).length]).toEqual([1, 0]);
  await other.close();
});
