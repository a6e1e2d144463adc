import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/v2/request/[requestId]/quittance/route";
import { Quittance } from "@/sdk/index";
import { verifyQuittance } from "@/sdk/safety/verify-quittance";
import { replaceApp } from "@/server/boot";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { wireId } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { send } from "@/server/testing/send";

let chains: [TestChain, TestChain];
let api: TestApi;
let ledger: TestLedger;
let owner: Tenant;
let receipt: { message: { transfers: [Record<string, unknown>] } & Record<string, unknown> };
let options: Parameters<typeof verifyQuittance>[1];

beforeAll(async () => {
  chains = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startTestChain({ network: "mainnet" }),
  ]);
  api = await startTestApi();
  [owner] = await twoTenants(api);
  const of = { databaseUrl: api.app.config.databaseUrl, platformId: owner.platformId };
  ledger = await startLedger(chains[0], {}, of);
  replaceApp(api.app);
  const paid = await ledger.request("12.5");
  await ledger.pay(paid, "12.5");
  await ledger.watch();
  const requestId = wireId(paid);
  ({ body: receipt } = await send(GET, `/v2/request/${requestId}/quittance`, {
    headers: owner.key,
    params: { requestId },
  }));
  options = {
    signer: quittanceSigner(api.app.config).address,
    rpc: { sepolia: chains[0].rpcUrl },
  };
});

afterAll(async () => {
  await ledger?.close();
  await api?.close();
  await Promise.all(chains.map((chain) => chain.stop()));
});

test("a receipt of the service is valid, with a node and without", async () => {
  expect(await verifyQuittance(receipt, options)).toEqual({ isValid: true, problems: [] });
  expect(await verifyQuittance(receipt, { signer: options.signer })).toEqual({ isValid: true, problems: [] });
});

test("one with a digit changed, of another signer, or looked up in another chain is not", async () => {
  const changed = structuredClone(receipt);
  changed.message.amount = "125";
  const moved = structuredClone(receipt);
  moved.message.transfers[0].payee = "0x7777777777777777777777777777777777777777";
  for (const [document, how] of [
    [changed, options],
    [moved, options],
    [receipt, { ...options, signer: "0x7777777777777777777777777777777777777777" }],
    [receipt, { ...options, rpc: { sepolia: chains[1].rpcUrl } }],
    [receipt, { ...options, rpc: { mainnet: chains[0].rpcUrl } }],
  ] as const) {
    const { isValid, problems } = await verifyQuittance(document, how);
    expect(isValid).toBe(false);
    expect(problems.length).toBeGreaterThan(0);
  }
});

test("what is no receipt is not valid, and nothing is thrown", async () => {
  for (const document of [null, "", {}, [], { ...receipt, signature: "0x12" }, { ...receipt, message: {} }])
    expect((await verifyQuittance(document, { signer: options.signer })).isValid).toBe(false);
});

test("a client verifies by the signers of its service, and refuses a key that was replaced before or is a stranger's", async () => {
  const { address } = quittanceSigner(api.app.config);
  const verifyWith = (signers: object[]) => {
    const fetch = async () => Response.json({ signer: address, signers });
    const client = new Quittance({ baseUrl: "https://pay.example", fetch });
    return client.quittances.verify(receipt, { rpc: { sepolia: chains[0].rpcUrl }, verifyQuittance });
  };
  const now = { address, validFrom: null, validUntil: null };
  expect(await verifyWith([now])).toEqual({ isValid: true, problems: [] });
  const replaced = { ...now, validUntil: "2020-01-01T00:00:00.000Z" };
  const stranger = { ...now, address: "0x7777777777777777777777777777777777777777" };
  for (const signers of [[replaced], [stranger], []]) {
    expect(await verifyWith(signers)).toMatchObject({ isValid: false });
  }
});
