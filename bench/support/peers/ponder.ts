import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import type { CatchingUp } from "@/bench/support/catching-up";
import { peerEnvironment } from "@/bench/support/peers/install";
import { freePort } from "@/local/processes/free-port";
import { startProcess } from "@/local/processes/process";
import { EVM_NETWORKS } from "@/server/chains/networks";

const SCHEMA = "measured";
const LOOK_EVERY_MS = 10;
/** At its first limit, 20 calls a second, it takes half a minute. */
const LONGEST_MS = 300_000;

export interface PonderRun {
  /** Milliseconds from its first call for logs until it says that everything is stored. */
  time: number;
  /** Payments that it stored. */
  stored: number;
  /** Calls that the node answered, and how many of them were not yet in its memory. */
  calls: number;
  misses: number;
}

/**
 * One catch-up by ponder into an empty database: a row for each payment of the chain. Its start, which takes longer
 * than the catch-up, is not counted.
 */
export async function catchUpWithPonder(
  {
    folder,
    sql,
    databaseUrl,
    isLimited,
  }: { folder: string; sql: Sql; databaseUrl: string; isLimited: boolean },
  chain: CatchingUp,
): Promise<PonderRun> {
  await chain.asked();
  const port = await freePort();
  const cli = join("node_modules", "ponder", "dist", "esm", "bin", "ponder.js");
  const logFile = join(folder, "ponder.log");
  const facts = EVM_NETWORKS[chain.network];
  const ponder = await startProcess({
    name: "ponder",
    command: process.execPath,
    args: [...(isLimited ? [] : ["--import", "./lift-limit.mjs"]), cli, "start", "--schema", SCHEMA],
    cwd: folder,
    env: {
      ...peerEnvironment(),
      DATABASE_URL: databaseUrl,
      NODE_URL: chain.nodeUrl,
      CHAIN_ID: String(facts.chainId),
      FEE_PROXY: facts.contracts.erc20FeeProxy.address,
      LAST_BLOCK: String(chain.lastBlock),
      PORT: String(port),
      PONDER_TELEMETRY_DISABLED: "true",
    },
    output: { file: logFile },
  });
  try {
    const deadline = performance.now() + LONGEST_MS;
    while (!(await isReady(port))) {
      if (!ponder.isRunning() || performance.now() > deadline)
        throw new Error(`ponder did not catch up: its log is ${logFile}`);
      await delay(LOOK_EVERY_MS);
    }
    const readyAt = performance.timeOrigin + performance.now();
    const { calls, misses, firstLogsAt } = await chain.asked();
    if (firstLogsAt === null) throw new Error("ponder asked for no logs");
    const [row] = await sql<
      { stored: number }[]
    >`select count(*)::int as stored from ${sql(SCHEMA)}.payments`;
    return { time: readyAt - firstLogsAt, stored: row?.stored ?? 0, calls, misses };
  } finally {
    await ponder.stop();
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
