import { expect, test } from "@playwright/test";
import { rpc } from "@/local/chains/rpc";
import { type FillerMode, writeFillerMode } from "@/local/filler/mode";
import { type Instance, newDataDir, npmStart } from "./support/npm-start";
import { call, demoOf, npmRun, readRequest } from "./support/shop";

/** An instance of its own: the clock of its chains is moved. */
let instance: Instance;
let directory: ReturnType<typeof newDataDir>;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  directory = newDataDir();
  instance = await npmStart(directory.dataDir, ["--networks", "base,mainnet", "--filler", "fail-call"]);
});
test.afterAll(async () => {
  await instance?.stop();
  directory.remove();
});

async function askOnBase(): Promise<string> {
  const stack = instance.stack();
  const { tenantA, accounts } = demoOf(stack);
  const { status, json } = await call(stack, tenantA.apiKey, "/v2/request", {
    payee: accounts.merchant.address,
    amount: "4",
    invoiceCurrency: "USDC-base",
    paymentCurrency: "USDC-base",
  });
  expect(status).toBe(201);
  return String(json.requestId);
}

const payFromEthereum = (requestId?: string) =>
  npmRun(directory.dataDir, "demo:pay", ["--bridge", ...(requestId === undefined ? [] : [requestId])]);
const fillerDoes = (mode: FillerMode) => writeFillerMode(directory.dataDir, mode);

test("npm start -- --filler fail-call: npm run demo:pay -- --bridge pays the ready link, without the payment call", async () => {
  const { crosschain } = demoOf(instance.stack()).demo;
  expect(instance.output()).toContain(crosschain?.securePaymentUrl ?? "no link on Base");
  const output = await payFromEthereum();
  for (const line of ["From Ethereum it costs 25.0225 USDC", "Deposit on Ethereum: 0x", "Paid on base: 0x"]) {
    expect(output).toContain(line);
  }
  expect(await readRequest(instance.stack(), crosschain?.requestId ?? "")).toMatchObject({
    hasBeenPaid: true,
    detectionSource: "swap",
  });
});

test("fill delivers at once, and both transactions are told", async () => {
  fillerDoes("fill");
  const requestId = await askOnBase();
  await payFromEthereum(requestId);
  expect(await readRequest(instance.stack(), requestId)).toMatchObject({
    hasBeenPaid: true,
    detectionSource: "service-network",
    payerAddress: instance.stack().accounts?.traveller?.address,
    payments: [{ type: "crosschain", sourceNetwork: "mainnet", destinationNetwork: "base" }],
  });
});

test("delay keeps a payment on its way, and expire sends the money back and opens the request again", async () => {
  fillerDoes("delay");
  const requestId = await askOnBase();
  const paying = payFromEthereum(requestId);
  const status = async () => (await readRequest(instance.stack(), requestId)).status;
  await expect.poll(status, { intervals: [100] }).toBe("processing");
  fillerDoes("expire");
  // The three minutes in which it could be filled.
  const base = instance.stack().networks.base?.rpcUrl ?? "";
  await rpc(base, "evm_increaseTime", [300]);
  await rpc(base, "anvil_mine", ["0x1"]);
  expect(await paying).toContain("the request is open again");
  expect(await status()).toBe("created");
});

test("npm run audit finds no difference over both chains", async () => {
  const report = await npmRun(directory.dataDir, "audit");
  expect(report).not.toMatch(/[1-9]\d* differences/);
});
