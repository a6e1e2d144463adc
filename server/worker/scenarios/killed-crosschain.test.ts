import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { crosschainDeposits } from "@/db/schema";
import { fillerModePath, writeFillerMode } from "@/local/crosschain/mode";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import { expectedDeposit } from "@/server/chains/evm/crosschain/verify";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { auditChain } from "@/server/payments/audit";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { hangLimit, propertyRuns } from "@/server/testing/long";
import { seeded } from "@/server/testing/mutate";
import { PATIENTLY } from "@/server/testing/patience";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

/** Sixty every night. */
const KILLS = propertyRuns(3);
const [SOURCE, DESTINATION] = [EVM_NETWORKS.base, EVM_NETWORKS.optimism];

let source: TestChain;
let destination: TestChain;
let database: TestDatabase;
let ledger: TestLedger;
let sourceAdapter: EvmAdapter;
let directory: string;

beforeAll(async () => {
  [source, destination] = await Promise.all([
    startTestChain({ network: SOURCE.id }),
    startTestChain({ network: DESTINATION.id }),
  ]);
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "quittance-killed-"));
  sourceAdapter = new EvmAdapter(SOURCE, { rpcUrls: [source.rpcUrl], confirmations: 1, startBlock: 0 });
  ledger = await startLedger(
    destination,
    {},
    { databaseUrl: database.url, beside: [sourceAdapter], env: { NETWORK_PROFILE: "local", SECRET_KEY } },
  );
});
afterAll(async () => {
  await ledger?.close();
  await database?.drop();
  await Promise.all([source?.stop(), destination?.stop()]);
  if (directory) await rm(directory, { recursive: true });
});

const SECRET_KEY = "22".repeat(32);

function environment() {
  const networksFile = join(directory, "networks.json");
  const at = (chain: TestChain) => ({ rpcUrls: [chain.rpcUrl], confirmations: 1, startBlock: 0 });
  writeFileSync(networksFile, JSON.stringify({ [SOURCE.id]: at(source), [DESTINATION.id]: at(destination) }));
  return {
    ...process.env,
    ...databaseEnvironment(database.url),
    NETWORKS_FILE: networksFile,
    NETWORK_PROFILE: "local",
    SECRET_KEY,
    LOG_LEVEL: "error",
    QUITTANCE_FILLER_MODE: fillerModePath(directory),
  };
}

/** A real process, from its source. */
function start(program: string): ChildProcess {
  return spawn(process.execPath, ["scripts/run.mjs", program], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: environment(),
  });
}

async function startBoth(): Promise<ChildProcess[]> {
  const worker = start("server/worker/main.ts");
  const filler = start("local/crosschain/main.ts");
  await Promise.all([once(worker, "message"), filler.stdout && once(filler.stdout, "data")]);
  return [worker, filler];
}

async function kill(processes: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    processes.map(async (one) => {
      const ended = once(one, "exit");
      one.kill("SIGKILL");
      await ended;
    }),
  );
  // The lease of a worker that was killed ends by itself after some seconds.
  await ledger.app.database.db.execute(sql`update chain_cursors set lease_until = now()`);
}

const usdc = (network: string): Hex => `0x${(tokenById(`USDC-${network}`)?.address ?? "").slice(2)}`;

async function deposit(request: RequestRow): Promise<void> {
  const now = Number((await source.publicClient.getBlock()).timestamp);
  const pool: Hex = SOURCE.contracts.acrossSpokePool?.address ?? "0x";
  const payment = {
    token: usdc(DESTINATION.id),
    payee: `0x${request.payee.slice(2)}` as const,
    amount: request.amount,
    reference: `0x${request.paymentReference.slice(2)}` as const,
    fee: null,
  };
  const inputAmount = request.amount + 10_000n;
  const wanted = expectedDeposit(
    {
      source: SOURCE,
      destination: DESTINATION,
      payer: source.accounts.payer.address,
      inputToken: usdc(SOURCE.id),
      inputAmount,
      payments: [payment],
      now,
    },
    { exclusiveRelayer: zeroAddress, exclusivitySeconds: 0, quoteTimestamp: now, fillDeadline: now + 18_000 },
  );
  const wallet = source.wallet("payer");
  const approve = { address: usdc(SOURCE.id), abi: erc20Abi, functionName: "approve" } as const;
  const approved = await wallet.writeContract({ ...approve, args: [pool, inputAmount] });
  await source.publicClient.waitForTransactionReceipt({ hash: approved });
  const hash = await wallet.sendTransaction(depositCall(pool, wanted));
  expect((await source.publicClient.waitForTransactionReceipt({ hash })).status).toBe("success");
}

test(
  "a worker and a filler that are killed at any moment lose no unit, and announce nothing twice",
  async () => {
    const random = seeded(50);
    const requests: RequestRow[] = [];
    for (let i = 0; i < KILLS; i++) {
      writeFillerMode(directory, random() < 0.3 ? "fail-call" : "fill");
      const request = await ledger.request("7", `USDC-${DESTINATION.id}`);
      requests.push(request);
      const processes = await startBoth();
      const deposited = deposit(request);
      await delay(random() * 1_500);
      await kill(processes);
      await deposited;
    }
    writeFillerMode(directory, "fill");
    const processes = await startBoth();
    await vi.waitFor(async () => {
      for (const request of requests) expect((await ledger.reload(request)).status).toBe("paid");
      const rows = await ledger.app.database.db.select().from(crosschainDeposits);
      expect(rows.map(({ fillTxHash }) => fillTxHash !== null)).toEqual(requests.map(() => true));
      for (const request of requests) expect((await ledger.transfersOf(request))[0]?.payer).not.toBeNull();
    }, PATIENTLY);
    await kill(processes);
    for (const request of requests) {
      expect(await ledger.transfersOf(request)).toHaveLength(1);
      expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    }
    expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
    expect((await auditDeposits(ledger.ctx, sourceAdapter))?.differences).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  },
  hangLimit(600_000),
);
