import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { and, eq, gt } from "drizzle-orm";
import { encodeFunctionData, type Hex } from "viem";
import { median, percentile } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { ROOT, startNode } from "@/bench/support/program";
import { erc20Abi } from "@/contracts/abis";
import { executorTransactions, recurringPayments } from "@/db/schema";
import { buildPrograms } from "@/scripts/programs/build.mjs";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { developmentAccount } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { LOCAL_EXECUTOR } from "@/server/executor/settings";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aSchedule } from "@/server/testing/schedules";

const NETWORK = "base";
/** What the published contract uses for an instalment that is not the first. */
const PUBLISHED_GAS = 127_000;
const BATCH = 40;

interface Lab {
  app: App;
  node: TestChain;
  platformId: string;
}

/**
 * From the block whose time makes an instalment due to its transaction at the node: a real node, the real worker
 * process as production starts it, one instalment at a time with everything at rest in between. Then what an
 * instalment costs, alone and among others, with a fee and a gas fee as the published contract pays them.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const node = await startTestChain({ network: NETWORK });
  const env = {
    DATABASE_URL: await server.createDatabase("recurring"),
    SECRET_KEY: "11".repeat(32),
    NETWORK_PROFILE: "local",
    LOG_LEVEL: "warn",
  };
  const app = boot(readConfig(env), "bench", { chains: chainsOf({}) });
  try {
    await buildPrograms(ROOT);
    const networksFile = join(directory, "networks.json");
    writeFileSync(networksFile, JSON.stringify({ [NETWORK]: { rpcUrls: [node.rpcUrl], wsUrl: node.wsUrl } }));
    const platformId = await inTransaction(app.context(systemCaller("")), async (tx) => {
      return (await createPlatform(tx, { name: "Bench", walletAddress: null })).id;
    });
    const lab = { app, node, platformId };
    await approve(lab);
    const worker = await startNode([join("dist", "worker.js")], { ...env, NETWORKS_FILE: networksFile });
    try {
      const times = await latencies(lab, quick ? 10 : 100);
      return { name: "recurring", figures: figuresOf(times, await gasAlone(lab), await gasBatched(lab)) };
    } finally {
      await worker.stop();
    }
  } finally {
    await app.close();
    await node.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function approve({ app, node, platformId }: Lab): Promise<void> {
  const { token } = await aSchedule(app, node, { platformId, status: "pending" });
  const spender = EVM_NETWORKS[NETWORK].contracts.recurring?.address ?? "0x";
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, 10n ** 12n] });
  const hash = await node.wallet("payer").sendTransaction({ to: `0x${token.slice(2)}`, data });
  await node.publicClient.waitForTransactionReceipt({ hash });
}

/** Milliseconds of each instalment of one schedule a time. */
async function latencies(lab: Lab, count: number): Promise<number[]> {
  const times: number[] = [];
  // The first two find connections closed and code uncompiled.
  for (let i = 0; i < count + 2; i++) {
    await scheduled(lab, 1, 60);
    const before = await sent(lab);
    // At rest, and at no fixed distance from the worker's own clock.
    await delay(200 + Math.random() * 1_000);
    await lab.node.rpc("evm_increaseTime", 60);
    const started = performance.now();
    await lab.node.mine();
    while ((await sent(lab)) === before) await delay(2);
    times.push(performance.now() - started);
    await allPaid(lab);
  }
  return times.slice(2);
}

/** Transactions of the executor that the node has, mined or not. */
function sent({ node }: Lab): Promise<number> {
  const { address } = developmentAccount(LOCAL_EXECUTOR);
  return node.publicClient.getTransactionCount({ address, blockTag: "pending" });
}

/** Schedules whose first instalment is due in so many seconds of the chain, and their second a day later. */
async function scheduled(lab: Lab, count: number, inSeconds: number): Promise<void> {
  const { timestamp } = await lab.node.publicClient.getBlock();
  const firstExec = Number(timestamp) + inSeconds;
  for (let i = 0; i < count; i++) {
    await aSchedule(lab.app, lab.node, {
      platformId: lab.platformId,
      permit: { firstExec, feeAmount: 50n, gasFee: 7n, feeAddress: FEE_ADDRESS, totalExecutions: 3 },
    });
  }
}

const FEE_ADDRESS: Hex = "0xFee0000000000000000000000000000000000001";

async function allPaid({ app, node }: Lab): Promise<void> {
  const active = eq(recurringPayments.status, "active");
  for (;;) {
    const { timestamp } = await node.publicClient.getBlock();
    const at = new Date(Number(timestamp) * 1_000);
    const rows = await app.database.db.select().from(recurringPayments).where(active);
    const isPaid = rows.every(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt > at);
    if (isPaid) break;
    await delay(20);
  }
}

/** Gas of instalments that are not the first of their schedule, one in a transaction. */
async function gasAlone(lab: Lab): Promise<number[]> {
  await lab.app.database.db.update(recurringPayments).set({ status: "cancelled", nextAttemptAt: null });
  await scheduled(lab, 1, 1);
  return gasOfDays(lab);
}

async function gasBatched(lab: Lab): Promise<number[]> {
  await lab.app.database.db.update(recurringPayments).set({ status: "cancelled", nextAttemptAt: null });
  await scheduled(lab, BATCH, 1);
  return gasOfDays(lab);
}

/** Pays the first instalments, then measures the second ones. */
async function gasOfDays(lab: Lab): Promise<number[]> {
  await lab.node.rpc("evm_increaseTime", 10);
  await lab.node.mine();
  await allPaid(lab);
  const [last] = await lab.app.database.db
    .select({ nonce: executorTransactions.nonce })
    .from(executorTransactions)
    .orderBy(executorTransactions.nonce)
    .offset((await lab.app.database.db.$count(executorTransactions)) - 1);
  await lab.node.rpc("evm_increaseTime", 86_400);
  await lab.node.mine();
  await allPaid(lab);
  const rows = await lab.app.database.db
    .select()
    .from(executorTransactions)
    .where(and(eq(executorTransactions.state, "mined"), gt(executorTransactions.nonce, last?.nonce ?? 0n)));
  return rows.flatMap(({ gasUsed, paid }) => (gasUsed && paid ? [Number(gasUsed) / paid] : []));
}

function figuresOf(times: readonly number[], alone: readonly number[], batched: readonly number[]): Figure[] {
  const name = "block of the due second → instalment submitted, idle";
  return [
    { what: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
    {
      what: `${name}, p99`,
      value: percentile(times, 0.99),
      unit: "ms",
      goal: { better: "less", goal: 5_000, stretch: 1_000 },
    },
    {
      what: `gas of an instalment alone (published contract: ${PUBLISHED_GAS})`,
      value: median(alone),
      unit: "gas",
      goal: { better: "less", goal: PUBLISHED_GAS, stretch: 100_000 },
    },
    {
      what: `gas of an instalment among ${BATCH} of one token`,
      value: median(batched),
      unit: "gas",
      goal: { better: "less", goal: 100_000, stretch: 80_000 },
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
