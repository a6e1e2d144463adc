import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { chainCursors, transfers, watcherParts, webhookEvents } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { payMany } from "@/server/testing/data/many-payments";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { PATIENTLY } from "@/server/testing/patience";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

const REQUESTS = 60;
const EACH = 10;
const PER_BATCH = 12;
const GAP = 70;
const KILLS = 4;

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let asked: RequestRow[];
let directory: string;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  between = await startFaultyNode(node.rpcUrl);
  ledger = await startLedger(node);
  directory = await mkdtemp(join(tmpdir(), "quittance-parts-"));
  asked = await Promise.all(Array.from({ length: REQUESTS }, () => ledger.request(String(EACH))));
  const round = asked.map(({ paymentReference }) => ({
    recipient: node.accounts.recipient.address,
    amount: 1_000_000n,
    reference: `0x${paymentReference.slice(2)}` as const,
  }));
  // Several ranges of blocks, so that workers are killed between them too.
  for (let i = 0; i < EACH; i++) {
    for (let at = 0; at < REQUESTS; at += PER_BATCH) {
      await payMany(node, round.slice(at, at + PER_BATCH), GAP);
    }
  }
  await node.mine(100);
});
afterAll(async () => {
  await Promise.all([...workers].map(kill));
  await ledger?.close();
  await between?.close();
  await node?.stop();
  if (directory) await rm(directory, { recursive: true });
});

/** A real worker process that shares the network with others. */
async function startWorker(): Promise<ChildProcess> {
  const networksFile = join(directory, "networks.json");
  writeFileSync(networksFile, JSON.stringify({ sepolia: { rpcUrls: [between.url], watcherParts: 2 } }));
  const worker = spawn(process.execPath, ["scripts/run.mjs", "server/worker/main.ts"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      ...databaseEnvironment(ledger.app.config.databaseUrl),
      NETWORKS_FILE: networksFile,
      NETWORK_PROFILE: "local",
      SECRET_KEY: "22".repeat(32),
      LOG_LEVEL: "error",
    },
  });
  workers.add(worker);
  await once(worker, "message");
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  workers.delete(worker);
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

async function isThere(block: bigint): Promise<boolean> {
  const [row] = await ledger.app.database.db.select().from(chainCursors);
  return row !== undefined && row.nextBlock > block;
}

test("kill -9 of either of two workers at random moments: every payment counts and is told of once", async () => {
  const { db, sql } = ledger.app.database;
  const head = await node.publicClient.getBlockNumber();
  // Slow enough to be killed in the middle.
  between.behave(({ method }) =>
    method === "eth_getTransactionReceipt" || method === "eth_getLogs" ? { after: delay(700) } : undefined,
  );
  const pair = await Promise.all([startWorker(), startWorker()]);
  const took = new Set<string>();
  const looking = setInterval(async () => {
    for (const { leaseOwner } of await db.select().from(watcherParts)) if (leaseOwner) took.add(leaseOwner);
  }, 50);
  for (let kills = 0; kills < KILLS; kills++) {
    await delay(Math.random() * 1_500);
    const [worker] = pair.splice(kills % 2, 1);
    if (worker) await kill(worker);
    // The leases of a worker that was killed end by themselves after some seconds.
    await sql`update chain_cursors set lease_until = now()`;
    await sql`update watcher_parts set lease_until = now() where lease_until is not null`;
    pair.push(await startWorker());
  }
  between.behave(null);
  await vi.waitUntil(() => isThere(head), { ...PATIENTLY, timeout: 120_000 });
  clearInterval(looking);
  expect(took.size).toBeGreaterThanOrEqual(2);
  await Promise.all([...workers].map(kill));

  for (const request of asked) {
    expect((await ledger.reload(request)).status).toBe("paid");
    const totals = (await ledger.bodies(request)).map(({ totalAmountPaid }) => totalAmountPaid);
    expect(totals).toEqual(Array.from({ length: EACH }, (_, i) => String(i + 1)));
  }
  expect(await db.$count(transfers)).toBe(REQUESTS * EACH);
  const rows = await db
    .select({ sequence: webhookEvents.sequence })
    .from(webhookEvents)
    .orderBy(asc(webhookEvents.sequence));
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, i) => i + 1));
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect(await auditSums(ledger.ctx)).toEqual([]);
}, 240_000);
