import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { type Seeded, seed } from "@/db/seed";
import { Filler } from "@/local/crosschain/filler";
import type { FillerMode } from "@/local/crosschain/mode";
import type { Stack } from "@/local/running-stack/stack-file";
import { welcome } from "@/local/welcome";
import { type RunningStack, runAsStack } from "@/scripts/testing/running-stack";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { runScript } from "@/server/testing/npm-script";
import { send } from "@/server/testing/send";
import { Loop } from "@/server/worker/loop";

let bridged: CrosschainChains;
let seeded: Seeded;
let loops: Loop[];
let running: RunningStack;
let mode: FillerMode = "fill";

beforeAll(async () => {
  bridged = await startCrosschainChains(["base", "mainnet"]);
  const { app } = bridged.api;
  const accounts = developmentAccounts();
  const { config, log } = app;
  seeded = await seed({ databaseUrl: config.databaseUrl, config, accounts, known: undefined });
  const filler = new Filler([bridged.pool("base"), bridged.pool("mainnet")], {
    mode: () => mode,
    now: Date.now,
  });
  const loopOf = (name: string, work: () => Promise<void>) => {
    const pass = async (): Promise<"idle"> => {
      await work();
      return "idle";
    };
    return new Loop({ name, everyMs: 100, pass }, log, () => {});
  };
  loops = [loopOf("watch", () => bridged.watch()), loopOf("fill", () => filler.pass())];
  for (const loop of loops) loop.start();
  const networks = (["base", "mainnet"] as const).map((id) => {
    const { chainId } = EVM_NETWORKS[id];
    const facts = { family: "evm" as const, chainId, rpcUrl: bridged.on(id).rpcUrl };
    return [id, { ...facts, tokens: {}, contracts: {} }] as const;
  });
  running = await runAsStack(app, { networks: Object.fromEntries(networks), ...seeded });
});
afterAll(async () => {
  await Promise.all((loops ?? []).map((loop) => loop.stop()));
  running?.stop();
  await bridged?.close();
});

async function payFromEthereum(requestId?: string): Promise<string> {
  const args = ["--bridge", ...(requestId === undefined ? [] : [requestId])];
  const { output, code } = await runScript("demo:pay", args, { QUITTANCE_DATA_DIR: running.dataDir });
  expect(code, output).toBe(0);
  return output;
}

async function another(): Promise<string> {
  const { demo: _demo, ...withoutDemo } = seeded;
  const { app } = bridged.api;
  const gone = { securePaymentUrl: "", token: "gone", requestId: "" };
  const known = { ...withoutDemo, demo: gone };
  const { demo } = await seed({
    databaseUrl: app.config.databaseUrl,
    config: app.config,
    accounts: developmentAccounts(),
    known,
  });
  return demo.crosschain?.requestId ?? "";
}

const read = async (requestId: string) => {
  const headers = { "x-api-key": seeded.credentials.tenantA.apiKey };
  return (await send(readRequest, `/v2/request/${requestId}`, { headers, params: { requestId } })).body;
};

test("the link on Base is printed where Ethereum runs too, with how to pay it", () => {
  const { stack, dataDir } = running;
  const withSepolia = { ...stack, networks: { ...stack.networks, sepolia: stack.networks.base } };
  const text = welcome(withSepolia as Stack, dataDir, 1);
  expect(text).toContain(seeded.demo.crosschain?.securePaymentUrl);
  expect(text).toContain("npm run -s q -- demo pay --bridge");
});

test("quittance demo pay --bridge pays the ready link on Base from Ethereum, where alone its payer has tokens", async () => {
  const output = await payFromEthereum();
  for (const line of ["From Ethereum it costs 25.0225 USDC", "Deposit on Ethereum: 0x", "Paid on base: 0x"]) {
    expect(output).toContain(line);
  }
  const { traveller } = developmentAccounts();
  expect(await read(seeded.demo.crosschain?.requestId ?? "")).toMatchObject({
    hasBeenPaid: true,
    payerAddress: traveller.address,
    payments: [{ type: "crosschain", sourceNetwork: "mainnet", destinationNetwork: "base" }],
  });
});

test("with --filler fail-call it counts all the same, and with --filler expire the request opens again", async () => {
  mode = "fail-call";
  expect(await payFromEthereum(await another())).toContain("without the payment call");
  mode = "expire";
  const requestId = await another();
  const paying = payFromEthereum(requestId);
  await expect.poll(async () => (await read(requestId)).status, { timeout: 60_000 }).toBe("processing");
  // The three minutes in which it could be filled.
  await bridged.on("base").rpc("evm_increaseTime", 300);
  await bridged.on("base").mine();
  expect(await paying).toContain("the request is open again");
});
