import { asc } from "drizzle-orm";
import { type Hex, parseEther } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getQuittance } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { webhookEvents } from "@/db/schema";
import { executeSafe, type LocalSafe } from "@/local/chains/local-safe";
import { createRpc } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import { checkOffline } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { Quittance } from "@/server/quittances/schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { plainTransfer } from "@/server/testing/evm/plain-transfer";
import { aSafe, fundSafe, safeNode } from "@/server/testing/evm/safe";
import { watchAll } from "@/server/testing/evm/watch-all";
import { asCall, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let headers: Record<string, string>;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("base"));
  headers = { "x-api-key": (await aTenant(api)).apiKey };
});
afterAll(() => stop?.());

/** Runs the real watcher until everything on chain is settled. */
async function watch(): Promise<void> {
  for (let i = 0; i < 4; i++) await chain.mine();
  await watchAll(api, "base");
}

const setPrice = (symbol: string, answer: bigint) => moveFeed(chain, symbol, answer);

async function eventsOf(requestId: string) {
  const rows = await api.app.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.sequence));
  return rows.map(({ body }) => JSON.parse(body)).filter((body) => body.requestId === requestId);
}

test.each([
  ["49.90", "EUR", "USDC-base", "EUR"],
  ["120", "USD", "DAI-base", "DAI"],
  ["49.90", "USD", "ETH-base-base", "ETH"],
  ["0.07", "EUR", "ETH-base", "ETH"],
  ["12.5", "USDC-base", "ETH-base", "ETH"],
])(
  "%s %s in %s: quoted, paid while the rate moves, confirmed as what was quoted",
  async (amount, invoiceCurrency, paymentCurrency, moved) => {
    const payee: Hex = chain.accounts.recipient.address;
    const body = { payee, amount, invoiceCurrency, paymentCurrency };
    const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
    expect(created.status).toBe(201);
    const requestId = String(created.body.requestId);
    const params = { requestId };
    const wallet = chain.accounts.payer.address;
    const pay = await send(getCalldata, `/v2/request/${requestId}/pay?wallet=${wallet}`, { headers, params });
    expect(pay.status).toBe(200);

    await setPrice(moved, 200_000_000n);
    await signAndSend(chain, "payer", pay.body.transactions as Parameters<typeof signAndSend>[2]);
    await watch();

    const asked = String(Number(amount));
    const read = await send(getRequest, `/v2/request/${requestId}`, { headers, params });
    expect(read.body).toMatchObject({
      hasBeenPaid: true,
      status: "paid",
      invoiceCurrency,
      paymentCurrency: tokenById(paymentCurrency)?.id,
      requestAmount: asked,
      // What left the payer, in the token.
      paidAmount: (pay.body.quote as { paymentAmount: string }).paymentAmount,
      receivedAmount: asked,
      excessAmount: "0",
    });
    expect(await eventsOf(requestId)).toMatchObject([
      { event: "payment.confirmed", amount: asked, totalAmountPaid: asked, expectedAmount: asked },
    ]);
    const quittance = Quittance.parse(
      (await send(getQuittance, `/v2/request/${requestId}/quittance`, { headers, params })).body,
    );
    expect(await checkOffline(quittance, quittance.signer)).toEqual([]);
    expect(await checkOnChain(quittance, () => createRpc([chain.rpcUrl]))).toEqual([]);
    expect(quittance.message).toMatchObject({ quotes: [pay.body.quote], transfers: [{ credited: asked }] });
  },
);

describe("a request in EUR at its deposit address", () => {
  const FEE_RECEIVER = "0x1111111111111111111111111111111111111111";
  beforeEach(() => setPrice("EUR", 108_000_000n));

  async function aRequest(): Promise<string> {
    const payee: Hex = chain.accounts.recipient.address;
    const body = { payee, amount: "50", invoiceCurrency: "EUR", paymentCurrency: "USDC-base" };
    return String((await send(postRequest, "/v2/request", { method: "POST", headers, body })).body.requestId);
  }

  async function offer(requestId: string) {
    const query = `method=deposit&feePercentage=1&feeAddress=${FEE_RECEIVER}`;
    const path = `/v2/request/${requestId}/pay?${query}`;
    const { status, body } = await send(getCalldata, path, { headers, params: { requestId } });
    expect(status).toBe(200);
    return body.depositAddress;
  }

  async function transfer(to: string, units: bigint): Promise<void> {
    await plainTransfer(chain, { currency: "USDC-base", to, units });
    await watch();
  }

  const read = async (requestId: string) =>
    (await send(getRequest, `/v2/request/${requestId}`, { headers, params: { requestId } })).body;

  test("is paid by the promised amount while the rate moves, its fee in proportion", async () => {
    const requestId = await aRequest();
    const { address, amount, quote } = await offer(requestId);
    const [asked, forPayee] = [parseAmount(amount, 6), parseAmount(quote.paymentAmount, 6)];
    expect([asked, quote.payer]).toEqual([forPayee + forPayee / 100n, ""]);
    await setPrice("EUR", 200_000_000n);
    await transfer(address, asked);
    expect(await read(requestId)).toMatchObject({
      status: "paid",
      receivedAmount: "50",
      paidAmount: quote.paymentAmount,
      excessAmount: "0",
      payments: [{ type: "deposit", amount: "50", payerAddress: null }],
    });
    const quittance = await send(getQuittance, `/v2/request/${requestId}/quittance`, {
      headers,
      params: { requestId },
    });
    expect(await checkOnChain(Quittance.parse(quittance.body), () => createRpc([chain.rpcUrl]))).toEqual([]);
  });

  test("keeps its address and its rate after a part, and asks for the rest", async () => {
    const requestId = await aRequest();
    const first = await offer(requestId);
    const asked = parseAmount(first.amount, 6);
    await transfer(first.address, asked / 2n);
    const part = await read(requestId);
    expect(part.status).toBe("partially_paid");
    expect(Number(part.receivedAmount)).toBeCloseTo(25, 5);
    await setPrice("EUR", 216_000_000n);
    const second = await offer(requestId);
    expect(second.address).toBe(first.address);
    // The rate is promised until the quote ends, to whoever pays.
    expect(Number(second.amount)).toBeCloseTo(Number(first.amount) / 2, 4);
    await transfer(second.address, parseAmount(second.amount, 6));
    expect(await read(requestId)).toMatchObject({ status: "paid" });
  });
});

describe("a request in USD that is paid in the network's own coin", () => {
  beforeEach(() => setPrice("ETH", 250_000_000_000n));

  async function aRequest(): Promise<string> {
    const payee: Hex = chain.accounts.recipient.address;
    const body = { payee, amount: "49.90", invoiceCurrency: "USD", paymentCurrency: "ETH-base-base" };
    const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
    expect(created.status).toBe(201);
    return String(created.body.requestId);
  }

  async function ask(requestId: string, wallet: string = chain.accounts.payer.address) {
    const path = `/v2/request/${requestId}/pay?wallet=${wallet}`;
    const { status, body } = await send(getCalldata, path, { headers, params: { requestId } });
    expect([status, body.transactions]).toEqual([200, [expect.anything()]]);
    const [transaction] = body.transactions as Parameters<typeof signAndSend>[2];
    if (!transaction) throw new Error("no transaction");
    return { transaction, call: asCall(transaction), quote: body.quote, metadata: body.metadata };
  }

  async function sendNative(call: ReturnType<typeof asCall>): Promise<void> {
    const hash = await chain.wallet("payer").sendTransaction(call);
    await chain.publicClient.waitForTransactionReceipt({ hash });
  }

  const read = async (requestId: string) =>
    (await send(getRequest, `/v2/request/${requestId}`, { headers, params: { requestId } })).body;

  test("has one transaction with the value of its quote, and no approval (FM-11, PC-04)", async () => {
    const { transaction, quote, metadata } = await ask(await aRequest());
    expect(transaction).toEqual({
      to: EVM_NETWORKS.base.contracts.ethereumFeeProxy?.address,
      data: expect.stringMatching(/^0xb868980b/),
      value: { type: "BigNumber", hex: "0x46e983a5b78000" },
    });
    expect(BigInt("0x46e983a5b78000")).toBe(parseEther("0.01996"));
    expect(quote).toMatchObject({
      payer: chain.accounts.payer.address.toLowerCase(),
      paymentCurrency: "ETH-base",
      paymentAmount: "0.01996",
      rate: "0.0004",
      sources: [{ name: "chainlink:base", currency: "ETH", usd: "2500" }],
    });
    expect(metadata).toMatchObject({ stepsRequired: 1, needsApproval: false, hasEnoughGas: true });
  });

  test.each([
    ["the amount and nothing for the gas", "0.01996", { hasEnoughBalance: true, hasEnoughGas: false }],
    ["a wei less than the amount", "0.019959999999999999", { hasEnoughBalance: false, hasEnoughGas: false }],
    ["the amount and some gas", "0.03", { hasEnoughBalance: true, hasEnoughGas: true }],
  ])("says what a wallet with %s can do", async (_, balance, expected) => {
    const wallet = "0x9999999999999999999999999999999999999999";
    await chain.rpc("anvil_setBalance", wallet, `0x${parseEther(balance).toString(16)}`);
    expect((await ask(await aRequest(), wallet)).metadata).toMatchObject(expected);
  });

  test("a wei too little is partial, and the rest at the same rate makes it whole", async () => {
    const requestId = await aRequest();
    const { call } = await ask(requestId);
    await sendNative({ ...call, value: call.value - 1n });
    await setPrice("ETH", 200_000_000_000n);
    await watch();
    expect(await read(requestId)).toMatchObject({ status: "partially_paid", receivedAmount: "49.89999999" });
    const rest = await ask(requestId);
    expect(rest.quote).toMatchObject({ invoiceAmount: "0.00000001", rate: "0.0004" });
    await sendNative(rest.call);
    await watch();
    expect(await read(requestId)).toMatchObject({
      status: "paid",
      receivedAmount: "49.9",
      excessAmount: "0",
    });
    expect((await eventsOf(requestId)).map(({ event }) => event)).toEqual([
      "payment.partial",
      "payment.confirmed",
    ]);
  });

  // The coin has fallen to 2,400 or risen to 2,600 USD, and the wallet converts by itself.
  test.each([
    ["more, because the coin fell", 240_000_000_000n, "49.9", { status: "paid", excess: "2.07916666" }],
    ["less, because the coin rose", 260_000_000_000n, "49.9", { status: "partially_paid", excess: "0" }],
  ])("a wallet that sends %s is credited by the rate of its quote", async (_, price, amount, expected) => {
    const requestId = await aRequest();
    const { call } = await ask(requestId);
    await setPrice("ETH", price);
    const value = (parseEther(amount) * 10n ** 8n) / price;
    await sendNative({ ...call, value });
    await watch();
    const { status, excess } = expected;
    expect(await read(requestId)).toMatchObject({ status, excessAmount: excess });
    expect(await eventsOf(requestId)).toMatchObject([
      {
        event: status === "paid" ? "payment.confirmed" : "payment.partial",
        currency: "USD",
        paymentCurrency: "ETH",
        conversionRate: "0.0004",
        ...(status === "paid" ? { excessAmount: excess } : {}),
      },
    ]);
  });

  /** Sends the call from a new Safe, which nobody has announced. */
  async function sendFromSafe(call: ReturnType<typeof asCall>, safe: LocalSafe): Promise<void> {
    await fundSafe(chain, safe, null, call.value);
    await executeSafe(safeNode(chain), safe, { ...call, operation: 0 });
  }

  test("from a contract wallet counts at a quote that names nobody, because nobody sees who paid", async () => {
    const safe = await aSafe(chain);
    const requestId = await aRequest();
    const { call, quote } = await ask(requestId, safe.address);
    expect(quote).toMatchObject({ payer: "" });
    await setPrice("ETH", 200_000_000_000n);
    await sendFromSafe(call, safe);
    await watch();
    expect(await read(requestId)).toMatchObject({
      status: "paid",
      receivedAmount: "49.9",
      excessAmount: "0",
    });
  });

  test("through a contract that nobody knows counts at the price of its block, not at the quote of a wallet", async () => {
    const requestId = await aRequest();
    const { call } = await ask(requestId);
    await setPrice("ETH", 200_000_000_000n);
    await sendFromSafe(call, await aSafe(chain));
    await watch();
    expect(await read(requestId)).toMatchObject({ status: "partially_paid", receivedAmount: "39.92" });
  });
});
