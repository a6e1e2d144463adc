import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ethers } from "ethers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as clientIdRoute from "@/app/v2/client-ids/[id]/route";
import * as clientIdsRoute from "@/app/v2/client-ids/route";
import * as conversionRoutesRoute from "@/app/v2/currencies/[currencyId]/conversion-routes/route";
import * as batchRoute from "@/app/v2/payouts/batch/route";
import * as recurringRoute from "@/app/v2/payouts/recurring/[id]/route";
import * as payoutsRoute from "@/app/v2/payouts/route";
import * as payRoute from "@/app/v2/request/[requestId]/pay/route";
import * as requestRoute from "@/app/v2/request/[requestId]/route";
import * as routesRoute from "@/app/v2/request/[requestId]/routes/route";
import * as paymentIntentRoute from "@/app/v2/request/payment-intents/[paymentIntentId]/route";
import * as requestsRoute from "@/app/v2/request/route";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { watchAll } from "@/server/testing/evm/watch-all";
import { type SentWebhooks, sendWebhooksOf } from "@/server/testing/webhooks/sent-webhooks";

/**
 * The calls of an application that was written for a compatible hosted service, in its manner: over HTTP with the
 * service's API key, currencies by the IDs of the public list, every transaction handed as it came to a signer of
 * ethers 5, and webhooks verified over the body parsed and written again. The operator sets WIRE_NAME and
 * WIRE_TECH_NAME; the client its base URL.
 */
const FEE = { feePercentage: "1", feeAddress: "0x1111111111111111111111111111111111111111" };
const PAYEE = "0x7777777777777777777777777777777777777777";
const SHOP = "https://shop.example";
const USDC = "fUSDC-sepolia";
const COIN = "ETH-sepolia-sepolia";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let door: Server;
let webhooks: SentWebhooks;
let baseUrl: string;
let apiKey: string;
let signer: ethers.Wallet;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", {
    WEBHOOK_ALLOW_LOOPBACK: "true",
    WIRE_NAME: "acme-network",
    WIRE_TECH_NAME: "acme-tech",
  }));
  const tenant = await aTenant(api);
  ({ apiKey } = tenant);
  webhooks = await sendWebhooksOf(api, tenant.platformId);
  const routes = routeTable([
    ["/v2/request", requestsRoute],
    ["/v2/request/[requestId]", requestRoute],
    ["/v2/request/[requestId]/routes", routesRoute],
    ["/v2/request/[requestId]/pay", payRoute],
    ["/v2/request/payment-intents/[paymentIntentId]", paymentIntentRoute],
    ["/v2/payouts", payoutsRoute],
    ["/v2/payouts/batch", batchRoute],
    ["/v2/payouts/recurring/[id]", recurringRoute],
    ["/v2/client-ids", clientIdsRoute],
    ["/v2/client-ids/[id]", clientIdRoute],
    ["/v2/currencies/[currencyId]/conversion-routes", conversionRoutesRoute],
  ]);
  door = createFrontDoor(routes, (_, response) => response.end(), api.app.log);
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  baseUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const provider = new ethers.providers.StaticJsonRpcProvider(chain.rpcUrl, 11155111);
  provider.pollingInterval = 20;
  signer = new ethers.Wallet(chain.accounts.payer.privateKey, provider);
});

afterAll(async () => {
  await webhooks?.stop();
  door?.closeAllConnections();
  door?.close();
  await stop?.();
});

type Json = Record<string, unknown>;

async function call(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
  const credentials = Object.keys(headers).length > 0 ? headers : { "x-api-key": apiKey };
  const response = await fetch(`${baseUrl}/${path}`, {
    method,
    headers: { ...credentials, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  // What comes back is looked into as the client does, without types.
  // biome-ignore lint/suspicious/noExplicitAny: a client in another language has none either
  const data: any = await response.json();
  return { status: response.status, data };
}

/** As the client hands a transaction to its signer: untouched. Signers of ethers 5 refuse unknown keys. */
async function sendAll(transactions: ethers.providers.TransactionRequest[]): Promise<string> {
  let hash = "";
  for (const transaction of transactions) {
    const sent = await signer.sendTransaction(transaction);
    await sent.wait();
    hash = sent.hash;
  }
  return hash;
}

/** Approvals first, then the payment, found by the indices of `metadata`. */
function inOrder({ transactions, metadata }: { transactions: []; metadata: Json }) {
  const payment = Number(metadata.paymentTransactionIndex);
  const approvals = metadata.needsApproval ? transactions.filter((_, index) => index !== payment) : [];
  return [...approvals, ...transactions.slice(payment, payment + 1)];
}

async function watch(): Promise<void> {
  await watchAll(api, "sepolia");
}

/** The event about a request, once its signature is right in the client's way of checking. */
async function confirmed(requestId: string): Promise<Json> {
  await watch();
  const { headers, json } = await webhooks.receiver.next(
    ({ json: body }) => body.event === "payment.confirmed" && body.requestId === requestId,
  );
  const expected = createHmac("sha256", webhooks.secret).update(JSON.stringify(json)).digest("hex");
  expect(headers["x-acme-network-signature"]).toBe(expected);
  return json;
}

const item = (amount: string, currency = USDC) => ({
  amount,
  payee: PAYEE,
  invoiceCurrency: currency,
  paymentCurrency: currency,
});

test("the signer of these tests refuses a transaction with a key that it does not know", async () => {
  const transaction = { to: PAYEE, data: "0x", value: 0, chainType: "evm" };
  await expect(signer.sendTransaction(transaction)).rejects.toThrow("invalid transaction key: chainType");
});

describe("an invoice", () => {
  test("is created, offered as a route with its whole fee, signed, paid and announced", async () => {
    const created = await call("POST", "v2/request", { ...item("10"), isCryptoToFiatAvailable: false });
    expect(created.status).toBe(201);
    const { requestId } = created.data;
    const query = new URLSearchParams({ wallet: signer.address, ...FEE });

    const { data: offered } = await call("GET", `v2/request/${requestId}/routes?${query}`);
    expect(offered.platformFee).toEqual({ percentage: "1", address: FEE.feeAddress });
    expect(offered.routes[0]).toMatchObject({
      id: "ACME_NETWORK_PAYMENT",
      fee: 0.01,
      feeInUSD: "0.1",
      chain: "SEPOLIA",
      token: "USDC",
    });

    const { status, data } = await call("GET", `v2/request/${requestId}/pay?${query}`);
    expect(status).toBe(200);
    expect(data.metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true });
    const txHash = await sendAll(inOrder(data));

    expect(await confirmed(requestId)).toMatchObject({
      paymentReference: created.data.paymentReference,
      txHash,
      network: "sepolia",
      amount: "10",
      isCryptoToFiat: false,
      payerAddress: signer.address,
      payerEoaAddress: signer.address,
      paymentProcessor: "acme-network",
    });
    const { data: read } = await call("GET", `v2/request/${requestId}`);
    expect(read).toMatchObject({ hasBeenPaid: true, txHash, isCryptoToFiatAvailable: false });
    expect([read.payerAddress, read.payerEoaAddress]).toEqual([signer.address, signer.address]);
    expect(read.payments[0]).toMatchObject({
      payerEoaAddress: signer.address,
      sourceTxHash: txHash,
      destinationTxHash: null,
    });
  });

  test("in USD is paid in the network's own coin, as the conversion routes offer it", async () => {
    const { data: found } = await call("GET", "v2/currencies/USD/conversion-routes?network=sepolia");
    expect(found.conversionRoutes).toContainEqual(expect.objectContaining({ id: COIN, type: "ETH" }));
    const body = { ...item("12.5", COIN), invoiceCurrency: "USD" };
    const { status, data: created } = await call("POST", "v2/request", body);
    expect(status).toBe(201);
    const query = new URLSearchParams({ wallet: signer.address, ...FEE });
    const { data: offered } = await call("GET", `v2/request/${created.requestId}/routes?${query}`);
    expect(offered.routes[0]).toMatchObject({ fee: 0.01, feeInUSD: "0.125", token: "ETH" });
    const { data } = await call("GET", `v2/request/${created.requestId}/pay?${query}`);
    expect(data.metadata).toMatchObject({ needsApproval: false, hasEnoughBalance: true, hasEnoughGas: true });
    // 12.50 USD are 0.005 ETH at 2,500, and 1 % of it on top.
    expect(BigInt(data.transactions[0].value.hex)).toBe(5_050_000_000_000_000n);
    await sendAll(inOrder(data));
    expect(await confirmed(created.requestId)).toMatchObject({
      amount: "12.5",
      currency: "USD",
      paymentCurrency: "ETH",
      convertedAmountSource: "0.005",
      convertedAmountDestination: "12.5",
    });
  });

  test("that recurs is stopped", async () => {
    const recurrence = { startDate: "2100-01-01T00:00:00.000Z", frequency: "MONTHLY" };
    const { data } = await call("POST", "v2/request", { ...item("10"), recurrence });
    const stopped = await call("PATCH", `v2/request/${data.requestId}`, { isRecurrenceStopped: true });
    expect([stopped.status, stopped.data.isRecurrenceStopped]).toEqual([200, true]);
  });

  test("has no payment intent any more: 404 with a text", async () => {
    const { status, data } = await call("POST", "v2/request/payment-intents/01ABC", {
      signedPaymentIntent: { signature: "0x", nonce: "1", deadline: "1" },
    });
    expect([status, typeof data.message]).toEqual([404, "string"]);
  });
});

describe("a payout", () => {
  test.each([USDC, COIN, "FAU-sepolia"])("in %s is signed, and its fees are named", async (currency) => {
    const { status, data } = await call("POST", "v2/payouts", {
      ...item("0.5", currency),
      ...FEE,
      payerWallet: signer.address,
    });
    expect(status).toBe(201);
    expect(data.metadata.platformFee).toEqual({ percentage: "1", address: FEE.feeAddress });
    await sendAll(inOrder(data));
    expect(await confirmed(data.requestId)).toMatchObject({ amount: "0.5" });
  });

  test("without a paying wallet is signed all the same", async () => {
    const { data } = await call("POST", "v2/payouts", item("0.25"));
    expect(data.metadata).toMatchObject({ stepsRequired: 2, hasEnoughBalance: false, hasEnoughGas: false });
    await sendAll(inOrder(data));
    await confirmed(data.requestId);
  });

  test("that a rule refuses says why in a text that a client can show", async () => {
    const { status, data } = await call("POST", "v2/payouts", item("0.0000001"));
    expect([status, data.message]).toEqual([400, "amount: Amount has more than 6 decimals"]);
  });
});

describe("a batch", () => {
  test("of new payments in several tokens and coin is signed, and its fees are named", async () => {
    const body = { requests: [item("1"), item("2"), item("0.1", COIN)], payer: signer.address, ...FEE };
    const { status, data } = await call("POST", "v2/payouts/batch", body);
    expect(status).toBe(201);
    expect(data.metadata.platformFee).toEqual({ percentage: "1", address: FEE.feeAddress });
    await sendAll([...data.ERC20ApprovalTransactions, data.batchPaymentTransaction]);
    for (const { requestId } of data.requests) await confirmed(requestId);
  });

  test("of invoices that exist is signed", async () => {
    const ids = [];
    for (const amount of ["1", "2"])
      ids.push((await call("POST", "v2/request", item(amount))).data.requestId);
    const { data } = await call("POST", "v2/payouts/batch", { requestIds: ids, payer: signer.address });
    await sendAll([...data.ERC20ApprovalTransactions, data.batchPaymentTransaction]);
    for (const id of ids) await confirmed(id);
  });
});

describe("a shop's page with a client ID", () => {
  test("is registered, takes a payment from the browser, is changed and revoked", async () => {
    const created = await call("POST", "v2/client-ids", { label: "Shop", allowedDomains: [SHOP], ...FEE });
    expect(created.status).toBe(201);
    const { id, clientId } = created.data;

    const preflight = await fetch(`${baseUrl}/v2/payouts`, {
      method: "OPTIONS",
      headers: {
        origin: SHOP,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-client-id",
      },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("x-client-id");

    const customerInfo = { firstName: "Ada", email: "ada@shop.example" };
    const body = { ...item("3"), payerWallet: signer.address, customerInfo, reference: "order-7" };
    const { status, data } = await call("POST", "v2/payouts", body, {
      "x-client-id": clientId,
      origin: SHOP,
    });
    expect(status).toBe(201);
    const txHash = await sendAll(inOrder(data));
    expect(await confirmed(data.requestId)).toMatchObject({
      clientId,
      origin: SHOP,
      txHash,
      customerInfo,
      reference: "order-7",
      network: "sepolia",
      amount: "3",
      currency: expect.any(String),
      paymentCurrency: expect.any(String),
    });

    const update = { label: "Shop 2", allowedDomains: [SHOP], feePercentage: null, feeAddress: null };
    expect((await call("PUT", `v2/client-ids/${id}`, update)).data.label).toBe("Shop 2");
    expect((await call("DELETE", `v2/client-ids/${id}`)).status).toBe(200);
  });
});

test.each([USDC, COIN, "USDCn-matic"])(
  "payment currencies for %s are found under the client's own IDs",
  async (id) => {
    const network = id.endsWith("matic") ? "polygon" : "sepolia";
    const { data } = await call("GET", `v2/currencies/${id}/conversion-routes?network=${network}`);
    expect(data.conversionRoutes[0].id).toBe(id);
  },
);

test("a recurring payout: approved, signed as typed data of domain, types and values, and cancelled", async () => {
  const created = await call("POST", "v2/payouts", {
    payee: PAYEE,
    amount: "1",
    invoiceCurrency: USDC,
    paymentCurrency: USDC,
    recurrence: {
      payer: signer.address,
      totalPayments: 2,
      startDate: new Date(Date.now() + 86_400_000).toISOString(),
      frequency: "DAILY",
    },
  });
  expect(created.status).toBe(201);
  const { id, transactions, recurringPaymentPermit } = created.data;
  expect(transactions).toHaveLength(1);
  await sendAll(transactions);
  const { domain, types, values } = recurringPaymentPermit;
  const permitSignature = await signer._signTypedData(domain, types, values);
  expect(await call("POST", `v2/payouts/recurring/${id}`, { permitSignature })).toEqual({
    status: 201,
    data: { message: "Recurring payment activated successfully", id, status: "active" },
  });
  const active = await call("GET", `v2/payouts/recurring/${id}`);
  expect(active.data).toMatchObject({ status: "active", processedPayments: 0, totalPayments: 2 });
  const cancelled = await call("PATCH", `v2/payouts/recurring/${id}`, { action: "cancel" });
  expect(cancelled.data).toMatchObject({ id, status: "cancelled", metadata: { remainingAmount: "2000000" } });
  // The schedule's end in the contract, then the allowance.
  expect(cancelled.data.transactions).toHaveLength(2);
  await sendAll(cancelled.data.transactions);
});
