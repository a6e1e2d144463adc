import { getAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getQuittance } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { type Seeded, seed } from "@/db/seed";
import type { Stack } from "@/local/running-stack/stack-file";
import { welcome } from "@/local/welcome";
import { type RunningStack, runAsStack } from "@/scripts/testing/running-stack";
import { systemCaller } from "@/server/auth/callers";
import { hex20ToTron, tronToHex20 } from "@/server/chains/address";
import { depositAddressOn } from "@/server/chains/deposit-address";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { createRpc } from "@/server/chains/evm/rpc";
import { NETWORKS } from "@/server/chains/networks";
import { checkOffline } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { Quittance } from "@/server/quittances/schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { runScript } from "@/server/testing/npm-script";
import { send } from "@/server/testing/send";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { Loop } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let node: TestTron;
let api: TestApi;
let seeded: Seeded;
let watcher: Loop;
let running: RunningStack;

beforeAll(async () => {
  // Every block is solid at once.
  node = await startTronNode({ solidAfter: 0 });
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_TRON: node.url });
  const { config, log } = api.app;
  seeded = await seed({
    databaseUrl: config.databaseUrl,
    config,
    accounts: developmentAccounts(),
    known: undefined,
  });
  const chain = api.app.chains.find("tron");
  if (!chain) throw new Error("no adapter");
  const memory = newWatcherMemory();
  const pass = () => watchTransfers(api.app.context(systemCaller("")), chain, "worker", memory);
  watcher = new Loop({ name: "watch", everyMs: 50, pass }, log, () => {});
  watcher.start();
  const { chainId } = NETWORKS.tron;
  running = await runAsStack(api.app, {
    networks: { tron: { family: "tron", chainId, rpcUrl: node.url, tokens: {}, contracts: {} } },
    ...seeded,
  });
});
afterAll(async () => {
  await watcher?.stop();
  running?.stop();
  await api?.close();
  await node?.stop();
});

test("the link on Tron is printed where Sepolia runs too, with how to pay it", () => {
  const { stack, dataDir } = running;
  const [tron] = Object.values(stack.networks);
  const text = welcome({ ...stack, networks: { ...stack.networks, sepolia: tron } } as Stack, dataDir, 1);
  expect(text).toContain(seeded.demo.tron?.securePaymentUrl);
  expect(text).toContain("npm run -s q -- demo pay --exchange tron");
});

test("GET /v2/request/{requestId}/pay?method=deposit on Tron tells the address in Base58, and the terms that it is computed from", async () => {
  const requestId = seeded.demo.tron?.requestId ?? "";
  const { status, body } = await send(getCalldata, `/v2/request/${requestId}/pay?method=deposit`, {
    headers: { "x-api-key": seeded.credentials.tenantA.apiKey },
    params: { requestId },
  });
  expect(status).toBe(200);
  const { depositAddress } = body;
  expect(depositAddress).toMatchObject({
    network: "tron",
    chainId: "728126428",
    token: "USDT-tron",
    tokenAddress: node.usdt,
    amount: "25",
    terms: { amount: "25000000", token: getAddress(tronToHex20(node.usdt)) },
  });
  const computed = depositAddressOn(NETWORKS.tron, termsFromWire(depositAddress.terms));
  expect(depositAddress.address).toBe(hex20ToTron(computed ?? ""));
});

test("quittance demo pay --exchange tron: the ready link on Tron is paid in two parts at one address, and its quittance holds", async () => {
  const env = { QUITTANCE_DATA_DIR: running.dataDir };
  const { output, errors, code } = await runScript("demo:pay", ["--exchange", "tron", "0"], env);
  expect(code, errors).toBe(0);
  const [, address] = /Send exactly 25 USDT on Tron to (T\w{33})/.exec(output) ?? [];
  const hotWallet = developmentAccounts().payer2.tronAddress;
  for (const line of [
    "Withdrawal of 25 USDT is queued; the exchange keeps 1",
    "Sent from the hot wallet: 24 USDT, ",
    `Partly paid: 1 USDT are missing, at the same address ${address}`,
    `deposit of 24 USDT, sent from ${hotWallet}`,
    `deposit of 1 USDT, sent from ${hotWallet}`,
    "Paid.",
  ]) {
    expect(output).toContain(line);
  }
  const requestId = seeded.demo.tron?.requestId ?? "";
  const params = { requestId };
  const headers = { "x-api-key": seeded.credentials.tenantA.apiKey };
  const read = await send(readRequest, `/v2/request/${requestId}`, { headers, params });
  expect(read.body).toMatchObject({ hasBeenPaid: true, payments: [{ payerAddress: null }, {}] });

  const answer = await send(getQuittance, `/v2/request/${requestId}/quittance`, { params });
  const quittance = Quittance.parse(answer.body);
  expect(await checkOffline(quittance)).toEqual([]);
  const rpc = createRpc([node.jsonRpcUrl], { batch: false });
  const check = (changed: Quittance) => checkOnChain(changed, () => rpc);
  expect(await check(quittance)).toEqual([]);
  const [proof, ...others] = quittance.deposits ?? [];
  if (!proof) throw new Error("no proof");
  const payee = developmentAccounts().payer.address;
  const changed = { ...quittance, deposits: [{ ...proof, terms: { ...proof.terms, payee } }, ...others] };
  expect(await check(changed)).toEqual([expect.stringContaining("sent nothing to")]);

  const again = await runScript("demo:pay", ["--exchange", seeded.demo.tron?.token ?? "", "0"], env);
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining("409")]);
});
