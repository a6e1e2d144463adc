import { eq } from "drizzle-orm";
import { decodeFunctionData, type Hex, keccak256, maxUint256, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/request/[requestId]/pay/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { erc20Abi } from "@/contracts/abis";
import { requests, transfers } from "@/db/schema";
import { approval, erc20Payment } from "@/server/chains/evm/calldata";
import { type EvmNetworkId, NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { transactionOf } from "@/server/requests/paying/calldata-answer";
import type { SameChainCalldata } from "@/server/requests/paying/calldata-schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import {
  aClientId,
  asCall,
  balanceOf,
  call,
  paymentEvents,
  recordPayments,
  signAndSend,
} from "@/server/testing/paying";

let api: TestApi;
let apiKey: string;
let platformId: string;
const chains = new Map<EvmNetworkId, TestChain>();

beforeAll(async () => {
  const networks: EvmNetworkId[] = ["sepolia", "mainnet", "bsc"];
  for (const chain of await Promise.all(networks.map((network) => startTestChain({ network })))) {
    chains.set(chain.network, chain);
  }
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: on("sepolia").rpcUrl,
    RPC_URL_MAINNET: on("mainnet").rpcUrl,
    RPC_URL_BSC: on("bsc").rpcUrl,
    // A port that nothing listens on.
    RPC_URL_BASE: "http://127.0.0.1:9",
  });
  ({ apiKey, platformId } = await aTenant(api));
});

afterAll(async () => {
  await api?.close();
  await Promise.all([...chains.values()].map((chain) => chain.stop()));
});

function on(network: EvmNetworkId): TestChain {
  const chain = chains.get(network);
  if (!chain) throw new Error(`${network} is not running`);
  return chain;
}

const PLATFORM: Hex = "0x1111111111111111111111111111111111111111";
let payees = 0;

/** An address that nothing was ever paid to. */
function freshPayee(): Hex {
  payees++;
  return `0x${(0xaa0000 + payees).toString(16).padStart(40, "3")}`;
}

async function aRequest(
  currency = "USDC-sepolia",
  amount = "10",
): Promise<{ id: string; reference: Hex; payee: Hex }> {
  const payee = freshPayee();
  const body = { payee, amount, invoiceCurrency: currency, paymentCurrency: currency };
  const response = await createRequest(call("POST", "/v2/request", { "x-api-key": apiKey }, body));
  expect(response.status).toBe(201);
  const { requestId, paymentReference } = await response.json();
  return { id: requestId, reference: paymentReference, payee };
}

function get(id: string, query: Record<string, string> = {}, headers = { "x-api-key": apiKey }) {
  const path = `/v2/request/${id}/pay?${new URLSearchParams(query)}`;
  return GET(call("GET", path, headers), { params: Promise.resolve({ requestId: id }) });
}

async function calldata(id: string, query: Record<string, string> = {}): Promise<SameChainCalldata> {
  const response = await get(id, query);
  const body = await response.json();
  expect(body).toHaveProperty("transactions");
  expect(response.status).toBe(200);
  return body;
}

function tokenOf(id: string): Hex {
  const token = tokenById(id);
  if (!token?.address) throw new Error(`${id} is not a contract`);
  return `0x${token.address.slice(2)}`;
}

function approvedBy(transaction: SameChainCalldata["transactions"][number] | undefined) {
  if (!transaction) throw new Error("no transaction");
  return decodeFunctionData({ abi: erc20Abi, data: asCall(transaction).data }).args;
}

describe("200 with transactions that pay", () => {
  test("a token: approval of the exact amount, then one payment that names the request", async () => {
    const chain = on("sepolia");
    const { id, reference, payee } = await aRequest();
    const { transactions, metadata } = await calldata(id, { wallet: chain.accounts.payer.address });
    expect(metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
    });
    expect(transactions.map((transaction) => transaction.value)).toEqual([0, 0]);
    expect(approvedBy(transactions[0])).toEqual([
      NETWORKS.sepolia.contracts.erc20FeeProxy.address,
      10_000_000n,
    ]);

    const [, receipt] = await signAndSend(chain, "payer", transactions);
    if (!receipt) throw new Error("not paid");
    expect(await balanceOf(chain, tokenOf("USDC-sepolia"), payee)).toBe(10_000_000n);
    expect(paymentEvents(receipt).map((event) => event.args)).toMatchObject([
      { amount: 10_000_000n, paymentReference: keccak256(reference), feeAmount: 0n },
    ]);
  });

  test("an allowance that is enough: the payment alone", async () => {
    const chain = on("sepolia");
    const wallet = chain.accounts.payer2.address;
    const { id } = await aRequest();
    const { transactions } = await calldata(id, { wallet });
    await signAndSend(chain, "payer2", transactions.slice(0, 1));
    expect((await calldata(id, { wallet })).metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      approvalTransactionIndex: null,
      paymentTransactionIndex: 0,
    });
  });

  test("without a wallet: the approval is always there, and nothing is claimed about funds", async () => {
    const { id } = await aRequest();
    const { transactions, metadata } = await calldata(id);
    expect(transactions).toHaveLength(2);
    expect(metadata).toMatchObject({ needsApproval: true, hasEnoughBalance: false, hasEnoughGas: false });
  });

  test("mainnet USDT with a smaller allowance left: it is reset first, or the token refuses", async () => {
    const chain = on("mainnet");
    const wallet = chain.accounts.payer.address;
    const first = await aRequest("USDT-mainnet", "5");
    await signAndSend(chain, "payer", (await calldata(first.id, { wallet })).transactions.slice(0, 1));

    const { id, payee } = await aRequest("USDT-mainnet", "7.5");
    const { transactions, metadata } = await calldata(id, { wallet });
    expect(metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 1,
      paymentTransactionIndex: 2,
    });
    expect(transactions.slice(0, 2).map((step) => approvedBy(step)?.[1])).toEqual([0n, 7_500_000n]);
    await expect(signAndSend(chain, "payer", transactions.slice(1, 2))).rejects.toThrow();
    await signAndSend(chain, "payer", transactions);
    expect(await balanceOf(chain, tokenOf("USDT-mainnet"), payee)).toBe(7_500_000n);
  });

  test("native coin with a platform fee: one transaction carries both", async () => {
    const chain = on("sepolia");
    const { id, payee } = await aRequest("ETH-sepolia", "0.5");
    const before = await balanceOf(chain, null, PLATFORM);
    const { transactions, metadata } = await calldata(id, {
      wallet: chain.accounts.payer.address,
      feePercentage: "2",
      feeAddress: PLATFORM,
    });
    expect(metadata).toMatchObject({ stepsRequired: 1, needsApproval: false, hasEnoughGas: true });
    expect(transactions[0]?.value).toEqual({ type: "BigNumber", hex: "0x0713e24c43730000" });
    await signAndSend(chain, "payer", transactions);
    expect(await balanceOf(chain, null, payee)).toBe(500_000_000_000_000_000n);
    expect((await balanceOf(chain, null, PLATFORM)) - before).toBe(10_000_000_000_000_000n);
  });

  test("18 decimals on BNB Smart Chain, with a platform fee on top and truncated", async () => {
    const chain = on("bsc");
    const { id, payee } = await aRequest("USDC-bsc", "1.000000000000000001");
    const { transactions, metadata } = await calldata(id, {
      wallet: chain.accounts.payer.address,
      feePercentage: "2.5",
      feeAddress: PLATFORM,
    });
    expect(metadata.platformFee).toEqual({ percentage: "2.5", address: PLATFORM });
    expect(approvedBy(transactions[0])?.[1]).toBe(1_025_000_000_000_000_001n);
    await signAndSend(chain, "payer", transactions);
    const token = tokenOf("USDC-bsc");
    expect(await balanceOf(chain, token, payee)).toBe(1_000_000_000_000_000_001n);
    expect(await balanceOf(chain, token, PLATFORM)).toBe(25_000_000_000_000_000n);
  });

  test("part by part until nothing is left, and never more than is left", async () => {
    const chain = on("sepolia");
    const wallet = chain.accounts.payer.address;
    const { id, payee } = await aRequest("USDC-sepolia", "100");
    for (const amount of ["60", "30", "999"]) {
      await signAndSend(chain, "payer", (await calldata(id, { wallet, amount })).transactions);
      await recordPayments(api.app, chain);
    }
    expect(await balanceOf(chain, tokenOf("USDC-sepolia"), payee)).toBe(100_000_000n);

    const response = await get(id, { wallet });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: "Request has already been paid" });
  });

  test("in full, after a payment of the right amount in a worthless token", async () => {
    const chain = on("sepolia");
    const { id, reference, payee } = await aRequest("USDC-sepolia", "12.34");
    const proxy = NETWORKS.sepolia.contracts.erc20FeeProxy.address;
    const token = tokenOf("USDT-sepolia");
    const worthless = { token, payee, amount: 12_340_000n, reference, fee: null };
    const calls = [approval(token, proxy, worthless.amount), erc20Payment(proxy, worthless)];
    await signAndSend(chain, "payer", calls.map(transactionOf(NETWORKS.sepolia)));
    await recordPayments(api.app, chain);
    expect(await api.app.database.db.$count(transfers, eq(transfers.amount, worthless.amount))).toBe(1);
    expect(approvedBy((await calldata(id)).transactions[0])?.[1]).toBe(12_340_000n);
  });

  test("again, after a reorganisation took the payment away", async () => {
    const chain = on("sepolia");
    const { id } = await aRequest("USDC-sepolia", "11");
    await signAndSend(chain, "payer", (await calldata(id)).transactions);
    await recordPayments(api.app, chain);
    expect((await get(id)).status).toBe(400);
    await api.app.database.db
      .update(transfers)
      .set({ state: "orphaned" })
      .where(eq(transfers.amount, 11_000_000n));
    expect(approvedBy((await calldata(id)).transactions[0])?.[1]).toBe(11_000_000n);
  });

  test("the same source chain and token named explicitly", async () => {
    const { id } = await aRequest("USDC-mainnet");
    expect((await get(id, { chain: "ETHEREUM", token: "USDC" })).status).toBe(200);
  });

  test("from a wallet that cannot afford it, saying so", async () => {
    const { id } = await aRequest("USDC-sepolia", "10");
    const { metadata } = await calldata(id, { wallet: "0x2222222222222222222222222222222222222222" });
    expect(metadata).toMatchObject({ hasEnoughBalance: false, hasEnoughGas: false });
  });

  test("and the request is listened for from then on", async () => {
    const { id } = await aRequest();
    const state = () =>
      api.app.database.db
        .select({ isListening: requests.isListening })
        .from(requests)
        .where(eq(requests.requestId, `0x${id}`));
    expect(await state()).toEqual([{ isListening: false }]);
    await calldata(id);
    expect(await state()).toEqual([{ isListening: true }]);
  });
});

describe("200 with the client ID's own fee", () => {
  test("overrides what the call says", async () => {
    const own = { percentage: "1", address: "0x4444444444444444444444444444444444444444" };
    const clientId = await aClientId(api.app, platformId, { fee: own });
    const headers = { "x-client-id": clientId };
    const body = {
      payee: freshPayee(),
      amount: "10",
      invoiceCurrency: "USDC-sepolia",
      paymentCurrency: "USDC-sepolia",
    };
    const { requestId } = await (await createRequest(call("POST", "/v2/request", headers, body))).json();
    const path = `/v2/request/${requestId}/pay?feePercentage=0&feeAddress=${PLATFORM}`;
    const response = await GET(call("GET", path, headers), { params: Promise.resolve({ requestId }) });
    expect((await response.json()).metadata.platformFee).toEqual(own);
  });
});

describe("400 naming the field", () => {
  const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

  test.each([
    ["zero", zeroAddress],
    ["malformed", "0x123"],
    ["of the wrong checksum", "0x70997970c51812dc3A010C7d01b50e0d17dc79C8"],
    ["of Tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["empty", ""],
  ])("a wallet that is %s", async (_, text) => {
    const { id } = await aRequest();
    const response = await get(id, { wallet: text });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "Validation failed",
      errors: [{ field: "wallet", message: "Invalid Ethereum address" }],
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ["a fee address without percentage", { feeAddress: PLATFORM }, "feePercentage"],
    ["a fee percentage without address", { feePercentage: "1" }, "feeAddress"],
    ["more than 100 percent", { feePercentage: "100.01", feeAddress: PLATFORM }, "feePercentage"],
    ["a negative percentage", { feePercentage: "-1", feeAddress: PLATFORM }, "feePercentage"],
    ["a fee to nobody", { feePercentage: "1", feeAddress: zeroAddress }, "feeAddress"],
    ["a fee to no address", { feePercentage: "1", feeAddress: "0x12" }, "feeAddress"],
    ["a fee to the token", { feePercentage: "1", feeAddress: tokenOf("USDC-sepolia") }, "feeAddress"],
    ["a chain without token", { chain: "BASE" }, "token"],
    ["a token without chain", { token: "USDC" }, "chain"],
    ["an unknown chain", { chain: "TRON", token: "USDC" }, "chain"],
    ["more decimals than the token has", { amount: "1.0000001" }, "amount"],
    ["nothing", { amount: "0" }, "amount"],
    ["a negative amount", { amount: "-1" }, "amount"],
    ["an exponent", { amount: "1e6" }, "amount"],
  ])("%s", async (_, query, field) => {
    const { id } = await aRequest();
    const response = await get(id, { wallet, ...query });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ message: "Validation failed", errors: [{ field }] });
  });

  test("an amount that overflows with its fee", async () => {
    const { id } = await aRequest("ETH-sepolia", `${maxUint256 / 10n ** 18n}`);
    const response = await get(id, { feePercentage: "100", feeAddress: PLATFORM });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].field).toBe("amount");
  });
});

describe("400 for a payment from elsewhere by nobody", () => {
  test.each<[string, Record<string, string>]>([
    ["another network", { chain: "BASE", token: "USDC" }],
    ["another token", { chain: "ETHEREUM", token: "USDT" }],
  ])("%s", async (_, query) => {
    const { id } = await aRequest("USDC-mainnet");
    const response = await get(id, query);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toMatchObject([{ field: "wallet" }]);
  });
});

describe("404 that tells nothing", () => {
  test("for another tenant's request and for another client ID's, as for an unknown one", async () => {
    const { id } = await aRequest();
    const stranger = await aTenant(api);
    const clientId = await aClientId(api.app, platformId);
    const answers = await Promise.all([
      get(id, {}, { "x-api-key": stranger.apiKey }),
      GET(call("GET", `/v2/request/${id}/pay`, { "x-client-id": clientId }), {
        params: Promise.resolve({ requestId: id }),
      }),
      get(`01${"0".repeat(64)}`),
      get("nonsense"),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
  });
});

describe("503 when the chain cannot be reached", () => {
  test("says which, and hands nothing out", async () => {
    const { id } = await aRequest("USDC-base");
    const response = await get(id, { wallet: on("sepolia").accounts.payer.address });
    expect(response.status).toBe(503);
    expect((await response.json()).message).toMatch(/base/);
    const rows = await api.app.database.db
      .select({ isListening: requests.isListening })
      .from(requests)
      .where(eq(requests.requestId, `0x${id}`));
    expect(rows).toEqual([{ isListening: false }]);
  });
});

test("400 for a payer's bank account where the request does not go to one", async () => {
  const { id } = await aRequest("USDC-mainnet");
  const response = await get(id, { clientUserId: "user-1", paymentDetailsId: "details-1" });
  expect(response.status).toBe(400);
  expect((await response.json()).message).toBe("This request does not go to a bank account");
});
