import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSafe, placeDemoSafe } from "@/local/chains/demo-safe";
import { type RunningStack, runAsStack } from "@/scripts/testing/running-stack";
import { systemCaller } from "@/server/auth/callers";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aMerchant, PAGE_ORIGIN } from "@/server/testing/links";
import { runScript } from "@/server/testing/npm-script";
import { quittanceHere } from "@/server/testing/operator-command";
import { PATIENTLY } from "@/server/testing/patience";
import { Loop } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let api: TestApi;
let running: RunningStack;
let watcher: Loop;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "quittance-safe-"));
  chain = await startTestChain({ network: "sepolia" });
  await placeDemoSafe(chain.rpcUrl);
  const file = join(dataDir, "networks.json");
  writeFileSync(file, JSON.stringify({ sepolia: { rpcUrls: [chain.rpcUrl], confirmations: 1 } }));
  api = await startTestApi({ NETWORK_PROFILE: "local", NETWORKS_FILE: file });
  const log = api.app.log;
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  watcher = new Loop(
    {
      name: "watch",
      everyMs: 50,
      pass: () => watchTransfers(api.app.context(systemCaller("")), adapter, "worker", newWatcherMemory()),
    },
    log,
    () => {},
  );
  watcher.start();
  const shop = await aMerchant(api);
  const tenant = {
    apiKey: shop.key["x-api-key"] ?? "",
    clientId: shop.browser["x-client-id"] ?? "",
    clientOrigin: PAGE_ORIGIN,
    backendClientId: "",
  };
  running = await runAsStack(api.app, {
    networks: {
      sepolia: { family: "evm", chainId: 11155111, rpcUrl: chain.rpcUrl, tokens: {}, contracts: {} },
    },
    credentials: {
      tenantA: tenant,
      tenantB: tenant,
      orchestrator: { key: "", clientId: "", clientOrigin: "" },
    },
    demo: { securePaymentUrl: "", token: "", requestId: "" },
  });
});
afterAll(async () => {
  await watcher?.stop();
  running?.stop();
  await api?.close();
  await chain?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("quittance demo pay --safe: a link is proposed, signed by two of three owners, executed and paid", async () => {
  const { output, code } = await runScript("demo:pay", ["--safe"], { QUITTANCE_DATA_DIR: running.dataDir });
  expect(code, output).toBe(0);
  const { address } = demoSafe();
  for (const line of [
    `Safe ${address} with 3 owners, of whom 2 have to sign`,
    "Proposed: safeTxHash 0x",
    "423: in progress, waiting for 0x",
    "Executed: 0x",
    "Paid: 0x",
  ]) {
    expect(output).toContain(line);
  }
});

test("quittance demo pay --exchange: the exchange keeps its fee, the rest goes to the same address, and the link is paid", async () => {
  const { output, code } = await runScript("demo:pay", ["--exchange", "0"], {
    QUITTANCE_DATA_DIR: running.dataDir,
  });
  expect(code, output).toBe(0);
  const [, address] = /Send exactly 25 USDC on Sepolia to (0x\w{40})/.exec(output) ?? [];
  const hotWallet = developmentAccounts().payer2.address;
  for (const line of [
    "Withdrawal of 25 USDC is queued; the exchange keeps 1",
    "Sent from the hot wallet: 24 USDC, 0x",
    `Partly paid: 1 USDC are missing, at the same address ${address}`,
    "Withdrawal of 2 USDC is queued; the exchange keeps 1",
    `deposit of 24 USDC, sent from ${hotWallet}`,
    `deposit of 1 USDC, sent from ${hotWallet}`,
    "Paid.",
  ]) {
    expect(output).toContain(line);
  }
});

test("quittance trigger payment.confirmed --amount --currency: a real payment, of which quittance events list tells", async () => {
  const env = { QUITTANCE_DATA_DIR: running.dataDir };
  const typed = ["trigger", "payment.confirmed", "--amount", "2.5", "--currency", "USDC-sepolia", "--json"];
  const { output, errors, code } = await quittanceHere(typed, env);
  expect([code, errors]).toEqual([0, ""]);
  const { requestId } = JSON.parse(output);
  const events = async () => {
    const listed = await quittanceHere(["events", "list", "--limit", "100", "--json"], env);
    return JSON.parse(listed.output).events.map(({ body }: { body: object }) => body);
  };
  await expect
    .poll(events, PATIENTLY)
    .toContainEqual(expect.objectContaining({ event: "payment.confirmed", requestId, amount: "2.5" }));
  const other = await quittanceHere(["trigger", "payment.paid"], env);
  expect(other).toMatchObject({ code: 2, errors: expect.stringContaining("payment.confirmed") });
});

test("quittance demo pay --exchange refuses a wait that is no number", async () => {
  const { errors, code } = await runScript("demo:pay", ["--exchange", "soon"], {
    QUITTANCE_DATA_DIR: running.dataDir,
  });
  expect([code, errors]).toEqual([
    1,
    "--exchange takes tron or the token of a link, and whole seconds, not soon\n",
  ]);
});

test("the demo Safe is where stack.json says, with its owners and money, also on a chain that was kept", async () => {
  await placeDemoSafe(chain.rpcUrl);
  const { address, owners } = demoSafe();
  expect(await chain.publicClient.getCode({ address })).toBeDefined();
  expect(await chain.publicClient.getBalance({ address })).toBeGreaterThan(0n);
  expect(owners.map((owner) => owner.address)).toContain(chain.accounts.payer.address);
});
