import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as searchPayments } from "@/app/v2/payments/route";
import { GET } from "@/app/v2/request/[requestId]/pay/route";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { GET as listRoutes } from "@/app/v2/request/[requestId]/routes/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { crosschainDeposits } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import type { CrosschainCalldata, RequestRoutes } from "@/server/requests/paying/calldata-schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { call, signAndSend } from "@/server/testing/paying";

const NETWORKS: EvmNetworkId[] = ["mainnet", "arbitrum-one", "optimism", "base", "matic", "bsc"];

let bridged: CrosschainChains;
let api: TestApi;
let apiKey: string;

beforeAll(async () => {
  bridged = await startCrosschainChains(NETWORKS);
  api = bridged.api;
  ({ apiKey } = await aTenant(api));
});
afterAll(async () => {
  await bridged?.close();
});

const on = (network: EvmNetworkId) => bridged.on(network);
const watch = () => bridged.watch();
const fillAll = (options?: { failCall?: boolean }) => bridged.fillAll(options);

const headers = () => ({ "x-api-key": apiKey });

async function aRequest(body: Record<string, unknown>): Promise<string> {
  const payee = on("base").accounts.recipient.address;
  const response = await createRequest(call("POST", "/v2/request", headers(), { payee, ...body }));
  expect(response.status).toBe(201);
  return (await response.json()).requestId;
}

const inCurrency = (currency: string, amount = "25") =>
  aRequest({ amount, invoiceCurrency: currency, paymentCurrency: currency });

async function search(query: Record<string, string>): Promise<Record<string, unknown>[]> {
  const response = await searchPayments(call("GET", `/v2/payments?${new URLSearchParams(query)}`, headers()));
  return (await response.json()).payments;
}

const params = (requestId: string) => ({ params: Promise.resolve({ requestId }) });

async function pay(id: string, query: Record<string, string>) {
  const path = `/v2/request/${id}/pay?${new URLSearchParams(query)}`;
  const response = await GET(call("GET", path, headers()), params(id));
  return { status: response.status, body: await response.json() };
}

async function read(id: string) {
  const response = await readRequest(call("GET", `/v2/request/${id}`, headers()), params(id));
  return response.json();
}

async function routes(id: string, wallet: string): Promise<RequestRoutes> {
  const path = `/v2/request/${id}/routes?wallet=${wallet}`;
  const response = await listRoutes(call("GET", path, headers()), params(id));
  expect(response.status).toBe(200);
  return response.json();
}

const wallet = () => on("base").accounts.payer.address;

describe("a request on one network, paid from another", () => {
  const cases = NETWORKS.flatMap((source) =>
    ["USDC", "USDT"].map((token) => [source, token, source === "base" ? "optimism" : "base"] as const),
  );
  test.each(cases)("from %s in %s, on %s", async (source, token, destination) => {
    const id = await inCurrency(`${token}-${destination}`);
    const chain = EVM_NETWORKS[source].sourceChain ?? "";
    const { status, body } = await pay(id, { wallet: wallet(), chain, token });
    expect([status, body.error ?? null]).toEqual([200, null]);
    const { transactions, metadata }: CrosschainCalldata = body;
    expect(metadata).toMatchObject({
      routeType: "crosschain",
      needsApproval: true,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      sourceAmount: "25.0225",
      paymentTransactionIndex: transactions.length - 1,
    });
    expect(metadata.quoteExpiresAt).toBeGreaterThan(Date.now() / 1_000);
    const sent = (await signAndSend(on(source), "payer", transactions)).at(-1)?.transactionHash;
    await watch();
    expect(await read(id)).toMatchObject({ hasBeenPaid: false, status: "processing" });
    await fillAll();
    await watch();
    expect(await read(id)).toMatchObject({
      hasBeenPaid: true,
      status: "paid",
      payerAddress: wallet(),
      paidAmount: "25",
      fees: [{ type: "crosschain", provider: "across", amount: "0.0225", currency: token }],
      payments: [
        { type: "crosschain", sourceNetwork: source, destinationNetwork: destination, sourceTxHash: sent },
      ],
    });
    const found = await search({ txHash: sent ?? "", type: "crosschain" });
    expect(found).toMatchObject([
      {
        sourceTxHash: sent,
        destinationTxHash: expect.not.stringMatching(sent ?? ""),
        fees: [{ type: "crosschain", amount: "0.0225", currency: token, network: source }],
      },
    ]);
  });

  test("of another token, and of a converted request in EUR", async () => {
    const id = await aRequest({ amount: "20", invoiceCurrency: "EUR", paymentCurrency: "USDC-base" });
    const { status, body } = await pay(id, { wallet: wallet(), chain: "OPTIMISM", token: "USDT" });
    expect([status, body.error ?? null]).toEqual([200, null]);
    expect(body.quote).toMatchObject({ invoiceAmount: "20" });
    const promisedUntil = Math.floor(Date.parse(body.quote.expiresAt) / 1_000);
    expect(body.metadata.executionDeadline).toBeLessThanOrEqual(promisedUntil);
    expect(body.metadata.quoteExpiresAt).toBeLessThanOrEqual(promisedUntil);
    await signAndSend(on("optimism"), "payer", body.transactions);
    await watch();
    await fillAll();
    await watch();
    expect(await read(id)).toMatchObject({ hasBeenPaid: true, payerAddress: wallet(), excessAmount: "0" });
  });

  test("whose payment call fails is paid all the same, and says how (XC-07)", async () => {
    const id = await inCurrency("USDC-base");
    const { body } = await pay(id, { wallet: wallet(), chain: "POLYGON", token: "USDC" });
    await signAndSend(on("matic"), "payer", body.transactions);
    await fillAll({ failCall: true });
    await watch();
    expect(await read(id)).toMatchObject({ hasBeenPaid: true, detectionSource: "swap" });
  });
});

describe("400", () => {
  test.each([
    ["less than a dollar", "USDC-base", "0.99", "OPTIMISM", "USDC", "more than 1 USD"],
    ["exactly a dollar", "USDC-base", "1", "OPTIMISM", "USDC", "more than 1 USD"],
    [
      "a token that no bridge takes",
      "DAI-base",
      "10",
      "OPTIMISM",
      "USDC",
      "DAI is not supported in crosschain payment.",
    ],
  ])("for %s", async (_what, currency, amount, chain, token, message) => {
    const id = await inCurrency(currency, amount);
    const { status, body } = await pay(id, { wallet: wallet(), chain, token });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  test("for a part that leaves less than a bridge takes", async () => {
    const id = await inCurrency("USDC-base", "25");
    const from = { wallet: wallet(), chain: "OPTIMISM", token: "USDC" };
    const { status, body } = await pay(id, { ...from, amount: "24" });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("What is left then would be worth 1 USD or less");
    for (const amount of ["23.99", "25", "26"])
      expect([amount, (await pay(id, { ...from, amount })).status]).toEqual([amount, 200]);
    // On its own network any part can be paid.
    expect((await pay(id, { wallet: wallet(), amount: "24.5" })).status).toBe(200);
  });

  test("without a wallet", async () => {
    const { status } = await pay(await inCurrency("USDC-base"), { chain: "OPTIMISM", token: "USDC" });
    expect(status).toBe(400);
  });
});

describe("routes", () => {
  test("list the direct one first, then every network and token where the wallet has the money", async () => {
    const { routes: list } = await routes(await inCurrency("USDC-base"), wallet());
    expect(list[0]).toMatchObject({ id: "SERVICE_NETWORK_PAYMENT", fee: 0 });
    expect(list).toHaveLength(12);
    const other = list.find(({ id }) => id === "OPTIMISM_BASE_USDT_USDC");
    expect(other).toMatchObject({ chain: "OPTIMISM", token: "USDT", speed: "FAST" });
    expect(other?.feeBreakdown?.[0]).toMatchObject({ type: "crosschain", stage: "sending" });
  });

  test("are empty for a wallet that has nothing, and for less than a bridge takes only direct", async () => {
    const nobody = "0x00000000000000000000000000000000000000AB";
    expect((await routes(await inCurrency("USDC-base"), nobody)).routes).toEqual([]);
    expect((await routes(await inCurrency("USDC-base", "0.5"), wallet())).routes).toHaveLength(1);
  });
});

test("the audits over all chains find no difference", async () => {
  const ctx = api.app.context(systemCaller(""));
  for (const chain of api.app.chains.list()) {
    expect((await auditDeposits(ctx, chain))?.differences).toEqual([]);
  }
  const filled = await api.app.database.db
    .select()
    .from(crosschainDeposits)
    .where(eq(crosschainDeposits.state, "filled"));
  expect(filled).toHaveLength(13);
});
