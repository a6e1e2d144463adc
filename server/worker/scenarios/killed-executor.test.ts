import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { erc20Abi, recurringAbi } from "@/contracts/abis";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { auditExecutor } from "@/server/executor/audit";
import { auditChain } from "@/server/payments/audit";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { hangLimit, isLong } from "@/server/testing/long";
import { PATIENTLY } from "@/server/testing/patience";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { aSchedule } from "@/server/testing/schedules";

const SCHEDULES = isLong() ? 1_000 : 60;
const KILLS = isLong() ? 50 : 4;

let node: TestChain;
let between: FaultyNode;
let ledger: TestLedger;
let directory: string;
let schedules: ScheduleRow[];

beforeAll(async () => {
  node = await startTestChain({ network: "base" });
  between = await startFaultyNode(node.rpcUrl);
  ledger = await startLedger(node);
  directory = await mkdtemp(join(tmpdir(), "quittance-killed-"));
  const start = Number((await node.publicClient.getBlock()).timestamp) + 3_600;
  schedules = await Promise.all(
    Array.from({ length: SCHEDULES }, (_, i) =>
      aSchedule(ledger.app, node, {
        platformId: ledger.platformId,
        permit: { firstExec: start + (i % 60), totalExecutions: 2 },
      }),
    ),
  );
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [contract(), 10n ** 9n] });
  const hash = await node.wallet("payer").sendTransaction({ to: token(), data });
  await node.publicClient.waitForTransactionReceipt({ hash });
}, hangLimit(240_000));

afterAll(async () => {
  await ledger?.close();
  await between?.close();
  await node?.stop();
  if (directory) await rm(directory, { recursive: true });
});

const contract = (): Hex => EVM_NETWORKS.base.contracts.recurring?.address ?? "0x";
const token = (): Hex => bytes(schedules[0]?.token ?? "0x");
const received = () =>
  node.publicClient.readContract({
    address: token(),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [node.accounts.recipient.address],
  });

/** A real worker process, behind a node that answers as told. */
async function startWorker(): Promise<ChildProcess> {
  const networksFile = join(directory, "networks.json");
  const networks = { base: { rpcUrls: [between.url], startBlock: 0, confirmations: 1, pollMs: 100 } };
  writeFileSync(networksFile, JSON.stringify(networks));
  await ledger.app.database.sql`update executor_wallets set lease_until = now() - interval '1 second'`;
  await ledger.app.database.sql`update chain_cursors set lease_until = now()`;
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
  await once(worker, "message");
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** Starts a worker, and kills it at a random moment after its node had so many requests. */
async function killAfter(requests: number): Promise<void> {
  const before = between.requests();
  const worker = await startWorker();
  await vi.waitUntil(() => between.requests() - before >= requests, PATIENTLY);
  await delay(Math.random() * 300);
  await kill(worker);
}

async function processed(): Promise<number> {
  const [row] = await ledger.app.database.sql<{ count: number }[]>`
    select count(*)::int as count from recurring_payments where processed = 1`;
  return row?.count ?? 0;
}

test(
  `${SCHEDULES} schedules due in the same minute, killed ${KILLS} times: each is paid once, and nothing is left over`,
  async () => {
    const before = await received();
    // Due while the workers run, so that they die in every phase.
    await node.rpc("evm_increaseTime", 3_600);
    await node.mine();
    for (let i = 0; i < KILLS; i++) {
      await node.rpc("evm_increaseTime", Math.ceil(60 / KILLS));
      await node.mine();
      await killAfter(5 + Math.floor(Math.random() * 60));
    }
    await node.rpc("evm_increaseTime", 60);
    await node.mine();
    // Two at once, for the rest.
    const workers = [await startWorker(), await startWorker()];
    await vi.waitUntil(async () => (await processed()) === SCHEDULES, {
      ...PATIENTLY,
      timeout: hangLimit(180_000),
    });
    await Promise.all(workers.map(kill));

    expect((await received()) - before).toBe(BigInt(SCHEDULES));
    const last = await Promise.all(
      schedules.map(({ digest }) =>
        node.publicClient.readContract({
          address: contract(),
          abi: recurringAbi,
          functionName: "lastPaymentIndex",
          args: [bytes(digest)],
        }),
      ),
    );
    expect(last.filter((index) => index !== 1)).toEqual([]);
    const events = await ledger.app.database.sql<{ body: string; sequence: string }[]>`
      select body, sequence::text from webhook_events order by webhook_events.sequence`;
    const confirmed = events
      .map(({ body }) => JSON.parse(body))
      .filter(({ event }) => event === "payment.confirmed");
    expect(confirmed).toHaveLength(SCHEDULES);
    expect(new Set(confirmed.map(({ recurringPayment }) => recurringPayment.id)).size).toBe(SCHEDULES);
    expect(events).toHaveLength(SCHEDULES);
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, i) => i + 1));
  },
  hangLimit(420_000),
);

test("the audits of payments, of settlements and of the executor find no difference", async () => {
  await ledger.watch();
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
  expect(await auditExecutor(ledger.ctx, ledger.chain)).toMatchObject({
    instalments: SCHEDULES,
    differences: [],
  });
});
