import { type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/request/[requestId]/routes/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { replaceApp } from "@/server/boot";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { call } from "@/server/testing/paying";

let chain: TestChain;
let api: TestApi;
let branded: TestApi;
let apiKey: string;
let wallet: Hex;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  wallet = chain.accounts.payer.address;
  const env = { NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: chain.rpcUrl };
  branded = await startTestApi({ ...env, WIRE_NAME: "acme-network" });
  api = await startTestApi(env);
  ({ apiKey } = await aTenant(api));
});

afterAll(async () => {
  await api?.close();
  await branded?.close();
  await chain?.stop();
});

const FEE: Hex = "0x1111111111111111111111111111111111111111";

async function aRequest(amount: string, key = apiKey): Promise<string> {
  const body = {
    payee: chain.accounts.merchant.address,
    amount,
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
  };
  const response = await createRequest(call("POST", "/v2/request", { "x-api-key": key }, body));
  return (await response.json()).requestId;
}

function routes(id: string, query: Record<string, string>, key = apiKey) {
  const path = `/v2/request/${id}/routes?${new URLSearchParams(query)}`;
  return GET(call("GET", path, { "x-api-key": key }), { params: Promise.resolve({ requestId: id }) });
}

describe("200 with the direct route", () => {
  test("free and fast, where the wallet has enough", async () => {
    const response = await routes(await aRequest("10"), { wallet });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      routes: [
        {
          id: "SERVICE_NETWORK_PAYMENT",
          fee: 0,
          feeInUSD: "0",
          feeBreakdown: [],
          speed: "FAST",
          price_impact: 0,
          chain: "SEPOLIA",
          token: "USDC",
        },
      ],
    });
  });

  test("under the name that the installation has on the wire", async () => {
    replaceApp(branded.app);
    try {
      const tenant = await aTenant(branded);
      const response = await routes(await aRequest("10", tenant.apiKey), { wallet }, tenant.apiKey);
      expect((await response.json()).routes[0].id).toBe("ACME_NETWORK_PAYMENT");
    } finally {
      replaceApp(api.app);
    }
  });

  test("with the platform fee as a line of its own", async () => {
    const response = await routes(await aRequest("10"), { wallet, feePercentage: "2.5", feeAddress: FEE });
    const { routes: found, platformFee } = await response.json();
    expect(platformFee).toEqual({ percentage: "2.5", address: FEE });
    expect(found[0]).toMatchObject({ fee: 0.025, feeInUSD: "0.25" });
    expect(found[0].feeBreakdown).toEqual([
      {
        type: "platform",
        stage: "proxying",
        provider: "service-network",
        amount: "0.25",
        amountInUSD: "0.25",
        currency: "USDC",
        receiverAddress: FEE,
        network: "sepolia",
      },
    ]);
  });
});

describe("200 with no route", () => {
  test.each([
    ["more than the wallet has", "1000001", {}],
    ["just enough without the fee", "1000000", { feePercentage: "1", feeAddress: FEE }],
  ])("for %s", async (_, amount, fee) => {
    const response = await routes(await aRequest(amount), { wallet, ...fee });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ routes: [] });
  });

  test("but for the part that it can afford", async () => {
    const response = await routes(await aRequest("1000001"), { wallet, amount: "5" });
    expect((await response.json()).routes).toHaveLength(1);
  });
});

describe("400 and 404", () => {
  test.each<[string, Record<string, string>, string]>([
    ["no wallet", {}, "wallet"],
    ["the zero wallet", { wallet: zeroAddress }, "wallet"],
    ["a malformed wallet", { wallet: "0x12" }, "wallet"],
    [
      "half a fee",
      { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", feePercentage: "1" },
      "feeAddress",
    ],
  ])("400 for %s", async (_, query, field) => {
    const response = await routes(await aRequest("10"), query);
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].field).toBe(field);
  });

  test("400 names every wrong parameter at once", async () => {
    const query = { wallet: "0x12", amount: "-1", feePercentage: "101" };
    const response = await routes(await aRequest("10"), query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "Validation failed",
      errors: [
        { field: "wallet", message: "Invalid Ethereum address" },
        { field: "amount", message: "Amount must be a plain decimal number" },
        {
          field: "feePercentage",
          message: "feePercentage must be a decimal number from 0 to 100 with at most 4 decimals",
        },
        { field: "feeAddress", message: "feeAddress is required with feePercentage" },
      ],
    });
  });

  test("400 names together what does not fit the network and the token of the request", async () => {
    const query = {
      wallet: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      amount: "0.0000001",
      feePercentage: "1",
      feeAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    };
    const body = await (await routes(await aRequest("10"), query)).json();
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "wallet",
      "feeAddress",
      "amount",
    ]);
  });

  test("404 for another tenant's request, as for an unknown one", async () => {
    const id = await aRequest("10");
    const stranger = await aTenant(api);
    const [foreign, unknown] = await Promise.all([
      routes(id, { wallet }, stranger.apiKey),
      routes(`01${"0".repeat(64)}`, { wallet }),
    ]);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await unknown.text());
  });
});
