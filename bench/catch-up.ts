import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeEventLog, type Hex } from "viem";
import { z } from "zod";
import { median, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { allowProxy, storeRequests, submitPayment } from "@/bench/support/paying";
import { startProgram } from "@/bench/support/program";
import { erc20FeeProxyAbi } from "@/contracts/abis";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import type { RequestRow } from "@/server/requests/draft";
import { storeManyPaid } from "@/server/testing/data/many";
import { payMany } from "@/server/testing/data/many-payments";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const NETWORK = "base";
const ROUNDS = 5;
/** One transaction of 99 strangers' payments, then one of ours: 1 % of the logs match. */
const STRANGERS = 99;
const GAP_BLOCKS = 8;
/** Payments of one block where all of them are ours, each a transaction of its own. */
const OWN_PER_BLOCK = 20;
/** As many as the watcher commits at once. */
const ROWS_PER_COMMIT = 1_000;
/** Requests that are none of these payments' business. */
const OTHERS = 10_000;

/**
 * The watcher's catch-up, from its first call to the node to the last commit, twice: over 20,000 payment logs of which
 * 1 % match, against parsing (`JSON.parse`) and decoding (viem's `decodeEventLog`) the very bytes the node answered; and
 * over payments that are all ours, against storing the same rows and nothing else. A process of its own answers from
 * memory what a real node once answered.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  try {
    const few = await catchUpOver(await server.createDatabase("few"), quick ? 20 : 200, payAmongStrangers);
    const all = await catchUpOver(await server.createDatabase("every"), quick ? 500 : 5_000, payAlone);
    return { name: "catch-up", figures: [...figuresOf(few), ...ownFigures(all)] };
  } finally {
    await server.stop();
  }
}

/** What was measured over one chain. */
interface Measured {
  /** Milliseconds: the catch-up, parsing and decoding its bytes, storing its rows. */
  rounds: { watcher: number; alone: number; storing: number }[];
  /** Requests that were paid. */
  matching: number;
  logs: number;
  megabytes: number;
}

async function catchUpOver(
  databaseUrl: string,
  matching: number,
  pay: (node: TestChain, requests: readonly RequestRow[]) => Promise<void>,
): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const node = await startTestChain({ network: NETWORK });
  const replay = await startProgram("rpc-replay");
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
  const app = boot(config, "bench", { chains: chainsOf({}) });
  try {
    await pay(node, await storeAll(app, node, matching));
    await replay.ask({ upstream: node.rpcUrl });
    const adapter = () =>
      new EvmAdapter(EVM_NETWORKS[NETWORK], {
        rpcUrls: [z.string().parse(replay.ready)],
        confirmations: 1,
        startBlock: 0,
      });
    // Recording, then once more on compiled code.
    for (let warm = 0; warm < 3; warm++) await catchUp(app, adapter(), matching);
    const { files } = Served.parse(await replay.ask({ saveServed: directory }));
    const bodies = files.slice(-files.length / 3).map((file) => readFileSync(file));
    for (let warm = 0; warm < 2; warm++) parseAndDecode(bodies);
    const rows = await keepRows(app);
    await storeRows(app, rows);

    const rounds: Measured["rounds"] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await timed(async () => parseAndDecode(bodies));
      const storing = await storeRows(app, rows);
      rounds.push({ alone, storing, watcher: await catchUp(app, adapter(), matching) });
    }
    const { misses } = Served.parse(await replay.ask({}));
    if (misses > 0) throw new Error("the watcher asked what it had not asked before");
    const megabytes = bodies.reduce((sum, body) => sum + body.length, 0) / 1e6;
    return { rounds, matching, logs: parseAndDecode(bodies), megabytes };
  } finally {
    await app.close();
    await replay.stop();
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

const Served = z.object({ misses: z.number(), files: z.array(z.string()) });

/** Requests that will be paid, among others. `kept` holds them as they were before. */
async function storeAll(app: App, node: TestChain, matching: number): Promise<RequestRow[]> {
  const tenant = await inTransaction(app.context(systemCaller("")), (tx) =>
    createPlatform(tx, { name: "Bench", walletAddress: null }),
  );
  const start = new Date("2024-01-01T00:00:00Z");
  await storeManyPaid(app.database.sql, { platformId: tenant.id, first: 0, count: OTHERS, start });
  const requests = await storeRequests(app, node, tenant.id, matching);
  await app.database.sql.unsafe("create table kept as select * from requests");
  await allowProxy(node);
  return requests;
}

async function payAmongStrangers(node: TestChain, requests: readonly RequestRow[]): Promise<void> {
  const stranger = () => ({
    recipient: node.accounts.recipient.address,
    amount: 1_000_000n,
    reference: hexOf(randomBytes(8)),
  });
  for (const request of requests) {
    await payMany(node, Array.from({ length: STRANGERS }, stranger), GAP_BLOCKS);
    await submitPayment(node, request);
  }
}

async function payAlone(node: TestChain, requests: readonly RequestRow[]): Promise<void> {
  await node.rpc("evm_setAutomine", false);
  for (let i = 0; i < requests.length; i += OWN_PER_BLOCK) {
    for (const request of requests.slice(i, i + OWN_PER_BLOCK)) await submitPayment(node, request);
    await node.mine();
  }
}

/** One catch-up from nothing, in milliseconds. */
async function catchUp(app: App, chain: EvmAdapter, matching: number): Promise<number> {
  const { sql } = app.database;
  await sql.unsafe(`
    truncate chain_cursors, chain_blocks, unclaimed_logs, transfers, request_sums, transfer_changes, total_changes,
      webhook_events, requests cascade;
    insert into requests select * from kept;
    analyze`);
  const ctx = app.context(systemCaller(""));
  const memory = newWatcherMemory();
  const time = await timed(async () => {
    while ((await watchTransfers(ctx, chain, "bench", memory)) === "more");
  });
  const [row] = await sql<{ paid: number }[]>`
    select count(*)::int as paid from requests join kept using (id)
    where requests.status = 'paid' and kept.status = 'created'`;
  if (row?.paid !== matching) throw new Error(`${row?.paid} requests were found paid instead of ${matching}`);
  return time;
}

/** The payments that a catch-up recorded, and a table like theirs without triggers. */
async function keepRows({ database }: App): Promise<object[]> {
  await database.sql.unsafe("create table stored (like transfers including all)");
  const [found] = await database.sql<{ rows: string }[]>`select json_agg(t)::text as rows from transfers t`;
  return z.array(z.looseObject({})).parse(JSON.parse(found?.rows ?? "[]"));
}

/** What an indexer does that only stores these rows: multi-row inserts with the same indexes, in as large commits. */
async function storeRows({ database }: App, rows: readonly object[]): Promise<number> {
  await database.sql.unsafe("truncate stored; analyze stored");
  return timed(async () => {
    for (let i = 0; i < rows.length; i += ROWS_PER_COMMIT) {
      const json = JSON.stringify(rows.slice(i, i + ROWS_PER_COMMIT));
      await database.sql`insert into stored select * from json_populate_recordset(null::stored, ${json}::text::json)`;
    }
  });
}

const Answers = z.array(z.object({ result: z.unknown() }));

/** What any indexer has to do with these bytes at least. Returns how many payment logs they hold. */
function parseAndDecode(bodies: readonly Buffer[]): number {
  let decoded = 0;
  for (const body of bodies) {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    for (const { result } of Answers.parse(Array.isArray(parsed) ? parsed : [parsed])) {
      if (!Array.isArray(result)) continue;
      for (const log of result) {
        decodeEventLog({ abi: erc20FeeProxyAbi, topics: log.topics, data: log.data });
        decoded += 1;
      }
    }
  }
  return decoded;
}

function figuresOf({ rounds, logs, megabytes }: Measured): Figure[] {
  const watcher = median(rounds.map((round) => round.watcher));
  return [
    {
      what: `catch-up over ${logs} logs, 1 % matching: time to parse and decode the same bytes alone ÷ catch-up`,
      value: median(rounds.map(({ watcher, alone }) => alone / watcher)),
      unit: "",
      goal: { better: "more", goal: 0.6, stretch: 1.5 },
    },
    ...rounds.map(({ watcher }, i) => ({ what: `round ${i + 1}: catch-up`, value: watcher, unit: "ms" })),
    ...rounds.map(({ alone }, i) => ({ what: `round ${i + 1}: parse and decode`, value: alone, unit: "ms" })),
    { what: "catch-up, logs per second", value: (logs / watcher) * 1_000, unit: "/s" },
    { what: "answered by the node", value: megabytes, unit: "MB" },
  ];
}

function ownFigures({ rounds, matching, megabytes }: Measured): Figure[] {
  const perSecond = rounds.map(({ watcher }) => (matching / watcher) * 1_000);
  return [
    {
      what: `catch-up over ${matching} payments that are all ours, payments per second`,
      value: median(perSecond),
      unit: "/s",
      goal: { better: "more", goal: 6_000, stretch: 12_000 },
    },
    {
      what: "the same: time to store their rows alone (multi-row inserts, same indexes) ÷ catch-up",
      value: median(rounds.map(({ watcher, storing }) => storing / watcher)),
      unit: "",
    },
    ...perSecond.map((value, i) => ({ what: `round ${i + 1}: all ours`, value, unit: "/s" })),
    ...rounds.map(({ storing }, i) => ({
      what: `round ${i + 1}: their rows stored alone`,
      value: (matching / storing) * 1_000,
      unit: "/s",
    })),
    { what: "all ours: answered by the node", value: megabytes, unit: "MB" },
  ];
}

function hexOf(bytes: Buffer): Hex {
  return `0x${bytes.toString("hex")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
