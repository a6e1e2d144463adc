import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeEventLog, type Hex, parseAbi } from "viem";
import { z } from "zod";
import { timed } from "@/bench/measure";
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
/** One transaction of 99 strangers' payments, then one of ours: 1 % of the logs match. */
const STRANGERS = 99;
const GAP_BLOCKS = 8;
/** Payments of one block where all of them are ours, each a transaction of its own. */
const OWN_PER_BLOCK = 20;
/** Requests that are none of these payments' business. */
export const OTHERS = 10_000;

/** Puts the payments of these requests on a chain. */
type Pay = (node: TestChain, requests: readonly RequestRow[]) => Promise<void>;

/**
 * A chain with payments that stands still, and a watcher that catches up with it. A process of its own answers from memory
 * what a real node once answered.
 */
export interface CatchingUp {
  app: App;
  network: typeof NETWORK;
  /** Where the node is that answers from memory. */
  nodeUrl: string;
  lastBlock: bigint;
  /** Requests that are paid on the chain. */
  matching: number;
  /**
   * One catch-up from nothing, in milliseconds; `prepare` makes the database different before, `starts` is called when
   * all is ready for it.
   */
  catchUp(prepare?: () => Promise<unknown>, starts?: () => void): Promise<number>;
  /** Makes the database what it is before a catch-up. */
  empty(): Promise<void>;
  /** Throws where not every request of ours was found paid. */
  checkPaid(): Promise<void>;
  /** The bodies that the node answered since this was last asked. */
  answered(): Promise<Buffer[]>;
  /** What was asked since this, or `answered`, was last asked. */
  asked(): Promise<Omit<Served, "files">>;
  /** Throws where the watcher asked what it had not asked before `answered`. */
  checkReplayed(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCatchingUp(databaseUrl: string, matching: number, pay: Pay): Promise<CatchingUp> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const node = await startTestChain({ network: NETWORK });
  const replay = await startProgram("rpc-replay");
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
  const app = boot(config, "bench", { chains: chainsOf({}) });
  const stop = async () => {
    await app.close();
    await replay.stop();
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const nodeUrl = z.string().parse(replay.ready);
  const adapter = () =>
    new EvmAdapter(EVM_NETWORKS[NETWORK], {
      rpcUrls: [nodeUrl],
      confirmations: 1,
      startBlock: 0,
    });
  try {
    await pay(node, await storeAll(app, node, matching));
    await replay.ask({ upstream: node.rpcUrl });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    app,
    network: NETWORK,
    nodeUrl,
    lastBlock: await node.publicClient.getBlockNumber(),
    matching,
    empty: () => empty(app),
    checkPaid: () => checkPaid(app, matching),
    catchUp: (prepare, starts) => catchUp(app, adapter(), matching, { prepare, starts }),
    answered: async () => {
      const { files } = Served.parse(await replay.ask({ saveServed: directory }));
      return files.map((file) => readFileSync(file));
    },
    asked: async () => Served.parse(await replay.ask({})),
    checkReplayed: async () => {
      const { misses } = Served.parse(await replay.ask({}));
      if (misses > 0) throw new Error("the watcher asked what it had not asked before");
    },
    stop,
  };
}

const Served = z.object({
  calls: z.number(),
  misses: z.number(),
  /** When logs were first asked for, ms since 1970. */
  firstLogsAt: z.number().nullable(),
  files: z.array(z.string()),
});
type Served = z.infer<typeof Served>;

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

/** Payments of ours among many of strangers. */
export async function payAmongStrangers(node: TestChain, requests: readonly RequestRow[]): Promise<void> {
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

/** Payments of ours and nothing else. */
export async function payAlone(node: TestChain, requests: readonly RequestRow[]): Promise<void> {
  await node.rpc("evm_setAutomine", false);
  for (let i = 0; i < requests.length; i += OWN_PER_BLOCK) {
    for (const request of requests.slice(i, i + OWN_PER_BLOCK)) await submitPayment(node, request);
    await node.mine();
  }
}

/** One catch-up from nothing, in milliseconds. */
async function catchUp(
  app: App,
  chain: EvmAdapter,
  matching: number,
  { prepare, starts }: { prepare?: () => Promise<unknown>; starts?: () => void },
): Promise<number> {
  await empty(app, prepare);
  const ctx = app.context(systemCaller(""));
  const memory = newWatcherMemory();
  starts?.();
  const time = await timed(async () => {
    while ((await watchTransfers(ctx, chain, "bench", memory)) === "more");
  });
  await checkPaid(app, matching);
  return time;
}

async function empty({ database: { sql } }: App, prepare?: () => Promise<unknown>): Promise<void> {
  await sql.unsafe(`
    truncate chain_cursors, chain_blocks, watcher_parts, unclaimed_logs, transfers, request_sums, transfer_changes,
      total_changes, webhook_events, requests cascade;
    insert into requests select * from kept`);
  await prepare?.();
  await sql.unsafe("analyze");
}

async function checkPaid({ database: { sql } }: App, matching: number): Promise<void> {
  const [row] = await sql<{ paid: number }[]>`
    select count(*)::int as paid from requests join kept using (id)
    where requests.status = 'paid' and kept.status = 'created'`;
  if (row?.paid !== matching) throw new Error(`${row?.paid} requests were found paid instead of ${matching}`);
}

const LOGGED = [
  ...erc20FeeProxyAbi,
  ...parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]),
];

const Answers = z.array(z.object({ result: z.unknown() }));

/** What any indexer has to do with these bytes at least. Returns how many logs they hold: payments, and transfers of tokens. */
export function parseAndDecode(bodies: readonly Buffer[]): number {
  let decoded = 0;
  for (const body of bodies) {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    for (const { result } of Answers.parse(Array.isArray(parsed) ? parsed : [parsed])) {
      if (!Array.isArray(result)) continue;
      for (const log of result) {
        decodeEventLog({ abi: LOGGED, topics: log.topics, data: log.data });
        decoded += 1;
      }
    }
  }
  return decoded;
}

function hexOf(bytes: Buffer): Hex {
  return `0x${bytes.toString("hex")}`;
}
