import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as conversionRoutes } from "@/app/v2/currencies/[currencyId]/conversion-routes/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { POST as batchPayout } from "@/app/v2/payouts/batch/route";
import { POST as createDirectPayout } from "@/app/v2/payouts/route";
import { GET as payRequest } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { GET as listRoutes } from "@/app/v2/request/[requestId]/routes/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as broadcast } from "@/app/v2/secure-payments/[token]/tron/broadcast/route";
import { POST as batchLink } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as previewFees } from "@/app/v2/secure-payments/fees/preview/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink, GET as lookUp } from "@/app/v2/secure-payments/route";
import { systemCaller } from "@/server/auth/callers";
import { tronToHex20 } from "@/server/chains/address";
import type { DevelopmentAccount } from "@/server/chains/development-accounts";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { refusedFields } from "@/server/testing/refused-fields";
import { send } from "@/server/testing/send";
import { aTronWallet } from "@/server/testing/sign-in";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { signCall, tronCallOf } from "@/server/testing/tron/tron-signing";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

const NO_BATCH =
  "Batch payments are not supported for TRON networks. Please submit individual payment requests.";
const MOST = "f".repeat(64);

let node: TestTron;
let sepolia: TestChain;
let api: TestApi;
let shop: Merchant;

beforeAll(async () => {
  [node, sepolia] = await Promise.all([startTronNode(), startTestChain({ network: "sepolia" })]);
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_TRON: node.url,
    RPC_URL_SEPOLIA: sepolia.rpcUrl,
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_CAP_USD: "25",
    PROTOCOL_FEE_EVM_ADDRESS: node.accounts.merchant.address,
    PROTOCOL_FEE_TRON_ADDRESS: node.accounts.merchant.tronAddress,
  });
  shop = await aMerchant(api, { currency: "USDT-tron" });
});
afterAll(async () => {
  await api?.close();
  await Promise.all([node?.stop(), sepolia?.stop()]);
});

const post = (handler: Parameters<typeof send>[0], path: string, body: unknown, headers = shop.browser) =>
  send(handler, path, { method: "POST", headers, body });
const link = async (amount = "100", more: object = {}) => {
  const { status, body } = await post(createLink, "/v2/secure-payments", { requests: [{ amount }], ...more });
  expect(status).toBe(201);
  return body as { token: string; requestIds: string[]; feePlan: Record<string, unknown> };
};
const calldata = (token: string, query = "", headers = shop.browser) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, { headers, params: { token } });
const payout = (more: object = {}) =>
  post(
    createPayout,
    "/v2/secure-payments/payouts",
    {
      recipient: node.accounts.recipient.tronAddress,
      creatorWalletAddress: shop.wallet,
      network: "tron",
      currency: "USDT-tron",
      amount: "7",
      ...more,
    },
    shop.session.bearer,
  );

/** Runs the real watcher until everything now on chain is solid and settled. */
async function settle(): Promise<void> {
  const chain = api.app.chains.find("tron");
  if (!chain) throw new Error("no Tron adapter");
  await node.control.solidify();
  const memory = newWatcherMemory();
  while ((await watchTransfers(api.app.context(systemCaller("")), chain, "worker-1", memory)) === "more");
}

/** Signs and relays every transaction of an answer, as the page does. */
async function payThroughRelay(
  token: string,
  body: { transactions: Transaction[]; metadata: Record<string, string> },
  payer: DevelopmentAccount,
  headers = shop.browser,
): Promise<void> {
  for (const [index, transaction] of body.transactions.entries()) {
    const isPayment = index === body.transactions.length - 1;
    const limit = isPayment ? body.metadata.paymentFeeLimit : body.metadata.approvalFeeLimit;
    const call = await tronCallOf(node, payer, transaction, limit);
    const signedTransaction = await signCall(payer.privateKey, call);
    const answer = await send(broadcast, `/v2/secure-payments/${token}/tron/broadcast`, {
      method: "POST",
      headers,
      params: { token },
      body: { signedTransaction },
    });
    expect(answer.body).toEqual({ result: true, txid: signedTransaction.txID });
    await node.control.mine();
    const info = await node.wallet("wallet/gettransactioninfobyid", { value: signedTransaction.txID });
    expect(info.receipt).toMatchObject({ result: "SUCCESS" });
  }
}

describe("a payment link on Tron", () => {
  test("is created, paid through the relay, and completed with every fee at its receiver", async () => {
    const { payer, merchant } = node.accounts;
    const before = await usdtOf(shop.wallet);
    const feesBefore = await usdtOf(merchant.tronAddress);
    const { token, requestIds } = await link("100");
    const { status, body } = await calldata(token, `?wallet=${payer.tronAddress}`);
    expect(status).toBe(200);
    await payThroughRelay(token, body as never, payer);
    await settle();
    const [requestId = ""] = requestIds;
    const paid = await send(getRequest, `/v2/request/${requestId}`, {
      headers: shop.key,
      params: { requestId },
    });
    expect(paid.body).toMatchObject({ hasBeenPaid: true, payerAddress: payer.tronAddress });
    // 100 less the share that the payee bears; share and network fee at their receiver.
    expect((await usdtOf(shop.wallet)) - before).toBe(99_950_000n);
    expect((await usdtOf(merchant.tronAddress)) - feesBefore).toBe(50_000n + 3_990_000n);
    expect((await calldata(token, `?wallet=${payer.tronAddress}`)).status).toBe(409);
  });

  test("says what to sign: Base58 contracts, maximum approval, limits in sun, costs in TRX and USD", async () => {
    const { recipient } = node.accounts;
    const { token } = await link("50");
    const { body } = await calldata(token, `?wallet=${recipient.tronAddress}`);
    const spender = tronToHex20(node.batch).slice(2).padStart(64, "0");
    expect(body).toMatchObject({
      paymentType: "single",
      transactions: [
        { to: node.usdt, data: `0x095ea7b3${spender}${MOST}`, value: 0 },
        { to: node.batch, data: expect.stringMatching(/^0xc6e6d98b/), value: 0 },
      ],
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        hasEnoughAllowance: false,
        approvalFeeLimit: "100000000",
        paymentFeeLimit: "480000000",
        requiredAmount: "53.99",
        transactionSponsorshipFeeUsd: "3.99",
        costBreakdown: { totalGasFee: { currency: "TRX", required: true, hasEnoughBalance: true } },
      },
    });
    const { metadata } = body as { metadata: Record<string, string> };
    for (const name of ["estimatedNetworkFee", "estimatedNetworkFeeUsd", "nativeBalance"]) {
      expect(Number(metadata[name])).toBeGreaterThan(0);
    }
  });

  test("needs no wallet to show its calldata (SY-04)", async () => {
    const { token } = await link();
    const { status, body } = await calldata(token);
    expect(status).toBe(200);
    const { transactions } = body as { transactions: Transaction[] };
    expect(transactions.map(({ to }) => to)).toEqual([node.usdt, node.batch]);
  });

  test("offers what a wallet has of its token", async () => {
    const { token } = await link("50");
    const { body } = await send(
      readLink,
      `/v2/secure-payments/${token}?wallet=${node.accounts.payer2.tronAddress}`,
      {
        headers: shop.browser,
        params: { token },
      },
    );
    expect(body).toMatchObject({
      network: "tron",
      paymentCurrency: "USDT-tron",
      paymentOptions: { TRON: { USDT: { hasEnoughBalance: true, neededAmount: "53.99" } } },
    });
  });

  test.each([
    ["a source chain", "?chain=ETHEREUM&token=USDC"],
    ["a Safe (MS-07)", "?wallet={tron}&isSafe=true"],
    ["a smart account", "?wallet={tron}&eoaWallet={tron}"],
    ["a wallet of the other family", "?wallet=0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"],
    ["a mistyped wallet", "?wallet=TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"],
    ["a wallet in lower case", "?wallet=tjrabprwbzy45sbavfcjinpjc18kjprtv8"],
    ["a wallet in hex", "?wallet=415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb"],
  ])("answers 400 to %s", async (_what, query) => {
    const { token } = await link();
    const { tronAddress } = node.accounts.payer;
    const { status } = await calldata(token, query.replaceAll("{tron}", tronAddress));
    expect(status).toBe(400);
  });

  test("of several items is refused in the words of the contract, as is a batch of its payouts", async () => {
    const items = { requests: [{ amount: "1" }, { amount: "2" }] };
    const several = await post(createLink, "/v2/secure-payments", items);
    expect([several.status, several.body.message]).toEqual([400, NO_BATCH]);
    const tokens = [(await payout()).body.token, (await payout()).body.token];
    const merged = await post(
      batchLink,
      "/v2/secure-payments/batch-payouts",
      { tokens },
      shop.session.bearer,
    );
    expect([merged.status, merged.body.message]).toEqual([400, NO_BATCH]);
    const item = {
      payee: node.accounts.recipient.tronAddress,
      amount: "1",
      invoiceCurrency: "USDT-tron",
      paymentCurrency: "USDT-tron",
    };
    const direct = await post(batchPayout, "/v2/payouts/batch", { requests: [item, item] }, shop.key);
    expect([direct.status, direct.body.message]).toEqual([400, NO_BATCH]);
  });
});

async function usdtOf(wallet: string): Promise<bigint> {
  const data = `0x70a08231${tronToHex20(wallet).slice(2).padStart(64, "0")}`;
  return BigInt(String(await node.rpc("eth_call", { to: tronToHex20(node.usdt), data }, "latest")));
}

describe("the fixed fee of Tron (TR-05)", () => {
  test("is a line of its own, borne by the payer by force, whoever bears the rest", async () => {
    for (const defaultFeeBearer of ["payer", "payee"] as const) {
      const { body } = await post(previewFees, "/v2/secure-payments/fees/preview", {
        amount: "1000",
        currency: "USDT-tron",
        flow: "get_paid",
        defaultFeeBearer,
      });
      expect(body).toMatchObject({
        fees: [
          { type: "protocol_fee", feeBearer: defaultFeeBearer, calculatedAmountUsd: "0.5" },
          {
            type: "protocol_fee",
            label: "Tron network fee",
            feeBearer: "payer",
            feeBearerSource: "forced_fee_policy",
            percentageBps: 0,
            fixedAmountUsd: "3.99",
            calculatedAmountUsd: "3.99",
            destinationRef: { tronAddress: node.accounts.merchant.tronAddress },
          },
        ],
        totalFeesUsd: "4.49",
      });
    }
  });

  test("is not charged on another network", async () => {
    const { body } = await post(previewFees, "/v2/secure-payments/fees/preview", {
      amount: "1000",
      currency: "USDC-sepolia",
      flow: "get_paid",
    });
    expect(body.totalFeesUsd).toBe("0.5");
  });
});

describe("readiness on Tron (TR-04)", () => {
  test("is over TRX, and over energy and bandwidth, which spare it", async () => {
    const { blocked } = node.accounts;
    const { token } = await link("50");
    const look = async () => {
      const { body } = await calldata(token, `?wallet=${blocked.tronAddress}`);
      return (body as { metadata: Record<string, unknown> }).metadata;
    };
    await node.control.setBalance(blocked.tronAddress, 100n);
    expect(await look()).toMatchObject({
      hasEnoughBalance: true,
      hasEnoughGas: false,
      nativeBalance: "0.0001",
    });
    node.control.stake(blocked.tronAddress, { energy: 10_000_000n });
    expect(await look()).toMatchObject({ hasEnoughGas: false, estimatedApprovalNetworkFee: "0" });
    node.control.stake(blocked.tronAddress, { energy: 10_000_000n, net: 100_000n });
    expect(await look()).toMatchObject({ hasEnoughGas: true, estimatedNetworkFee: "0" });
  });
});

describe("payouts on Tron", () => {
  test("by link in USDC go through the relay, and their status is read back", async () => {
    const { body, status } = await payout({ currency: "USDC-tron" });
    expect(status).toBe(201);
    const { token, requestIds } = body as { token: string; requestIds: string[] };
    const { payer2 } = node.accounts;
    const answer = await calldata(token, `?wallet=${payer2.tronAddress}`, shop.browser);
    await payThroughRelay(token, answer.body as never, payer2);
    await settle();
    const { body: found } = await send(lookUp, `/v2/secure-payments?requestId=${requestIds[0]}`, {
      headers: shop.session.bearer,
    });
    expect(found).toMatchObject({
      status: "completed",
      network: "tron",
      executionKind: "tron_batch",
      payerAddress: payer2.tronAddress,
    });
  });

  test("paid directly name what to sign (PO-03)", async () => {
    const { status, body } = await post(
      createDirectPayout,
      "/v2/payouts",
      {
        payee: node.accounts.recipient.tronAddress,
        amount: "3",
        invoiceCurrency: "USDT-tron",
        paymentCurrency: "USDT-tron",
        payerWallet: node.accounts.recipient.tronAddress,
      },
      shop.key,
    );
    expect(status).toBe(201);
    const { transactions } = body as { transactions: Transaction[] };
    const data = expect.stringMatching(/^0x/);
    expect(transactions).toEqual([
      { to: node.usdt, data, value: 0 },
      // Payment and protocol fee, which has a receiver of its own.
      { to: node.feeProxy, data, value: 0 },
    ]);
  });

  const mistyped: [string, string][] = [
    ["with a wrong checksum", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"],
    ["in lower case", "tjrabprwbzy45sbavfcjinpjc18kjprtv8"],
    ["in hex with 41", "415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb"],
    ["in hex with 0x", "0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb"],
    ["of an EVM network", "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"],
    ["of the token itself", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["of twenty zero bytes", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
  ];
  test.each(mistyped)("to an address %s are refused everywhere", async (_what, payee) => {
    const currencies = { invoiceCurrency: "USDT-tron", paymentCurrency: "USDT-tron" };
    const answers = [
      await payout({ recipient: payee }),
      await post(createDirectPayout, "/v2/payouts", { payee, amount: "1", ...currencies }, shop.key),
      await post(createRequest, "/v2/request", { payee, amount: "1", ...currencies }, shop.key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  test("are created by a merchant who signed in with an EVM wallet, and name no payer then", async () => {
    const creatorWalletAddress = node.accounts.merchant.address;
    const { status, body } = await payout({ creatorWalletAddress });
    expect(status).toBe(201);
    const rows = await api.app.database.sql<{ payer: string | null }[]>`
      select payer from requests where encode(request_id, 'hex') = ${String((body.requestIds as string[])[0])}`;
    expect(rows).toEqual([{ payer: null }]);
    for (const wrong of ["0x12", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9", `0x${"0".repeat(40)}`]) {
      expect((await payout({ creatorWalletAddress: wrong })).status).toBe(400);
    }
  });

  test("of an EVM network to a Tron address are refused too", async () => {
    const payee = aTronWallet().address;
    const currencies = { invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
    const answers = [
      await payout({ recipient: payee, network: "sepolia", currency: "USDC-sepolia" }),
      await post(createDirectPayout, "/v2/payouts", { payee, amount: "1", ...currencies }, shop.key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe("a multicall on Tron", () => {
  const multicallOf = (childTokens: string[], more: object = {}) =>
    post(
      createMulticall,
      "/v2/secure-payments/multicall-payouts",
      { childTokens, ...more },
      shop.session.bearer,
    );

  test("is one transaction of the batch contract, and every child is settled by it (MC-03, MC-17)", async () => {
    const children = [
      await payout(),
      await payout({ currency: "USDC-tron" }),
      await payout({ amount: "1.5" }),
    ];
    const tokens = children.map(({ body }) => String(body.token));
    const { status, body: created } = await multicallOf(tokens, { requestedExecutionKind: "tron_batch" });
    expect(status).toBe(201);
    const token = String(created.token);
    const { payer } = node.accounts;
    const { body } = await calldata(token, `?wallet=${payer.tronAddress}`);
    expect(body).toMatchObject({
      paymentType: "multicall",
      executionKind: "tron_batch",
      network: "tron",
      chainId: 728126428,
      childTokens: tokens,
      batchPaymentTransaction: { to: node.batch, value: 0 },
      metadata: { childCount: 3, executableLegCount: 3, paymentFeeLimit: expect.stringMatching(/^\d+$/) },
    });
    await payThroughRelay(token, body as never, payer);
    await settle();
    for (const child of children) {
      const [requestId = ""] = child.body.requestIds as string[];
      const { body: found } = await send(lookUp, `/v2/secure-payments?requestId=${requestId}`, {
        headers: shop.session.bearer,
      });
      expect(found.status).toBe("completed");
    }
  });

  test("and a child of it are not both paid by one wallet that signed both", async () => {
    const [first, second] = [String((await payout()).body.token), String((await payout()).body.token)];
    const multicall = String((await multicallOf([first, second])).body.token);
    const { payer2 } = node.accounts;
    const ask = `?wallet=${payer2.tronAddress}`;
    await payThroughRelay(multicall, (await calldata(multicall, ask)).body as never, payer2);
    const child = await calldata(first, ask);
    expect(child.status).toBe(200);
    await expect(payThroughRelay(first, child.body as never, payer2)).rejects.toThrow(/on its way|403/);
    await settle();
    const { status } = await calldata(first, ask);
    expect(status).toBe(409);
  });

  test("of a kind that is not its network's, or too large for one transaction, is refused", async () => {
    const tokens = [String((await payout()).body.token), String((await payout()).body.token)];
    expect((await multicallOf(tokens, { requestedExecutionKind: "evm_same_chain" })).status).toBe(400);
    const many = await Promise.all(
      Array.from({ length: 41 }, async () => String((await payout()).body.token)),
    );
    const { status, body } = await multicallOf(many);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      failures: [{ securePaymentToken: "*", reason: "too_many_children" }],
      cap: { type: "child_count", maximum: 40, actual: 41, reduceBy: 1 },
    });
  });
});

describe("requests and currencies on Tron", () => {
  test("a request has calldata and a route with its gas in USD (TR-07)", async () => {
    const { body: created } = await post(
      createRequest,
      "/v2/request",
      {
        payee: node.accounts.recipient.tronAddress,
        amount: "20",
        invoiceCurrency: "USDC-tron",
        paymentCurrency: "USDC-tron",
      },
      shop.key,
    );
    const requestId = String(created.requestId);
    const query = `?wallet=${node.accounts.payer.tronAddress}`;
    const ask = { headers: shop.key, params: { requestId } };
    const pay = await send(payRequest, `/v2/request/${requestId}/pay${query}`, ask);
    expect(pay.body).toMatchObject({ metadata: { hasEnoughBalance: true, hasEnoughGas: true } });
    const { body } = await send(listRoutes, `/v2/request/${requestId}/routes${query}`, ask);
    const [route] = body.routes as { chain: string; feeBreakdown: { type: string; currency: string }[] }[];
    expect(route).toMatchObject({ chain: "TRON", token: "USDC" });
    expect(route?.feeBreakdown.find(({ type }) => type === "gas")).toMatchObject({
      currency: "TRX",
      network: "tron",
      amountInUSD: expect.stringMatching(/^\d+(\.\d+)?$/),
    });
    const evm = await send(
      payRequest,
      `/v2/request/${requestId}/pay?wallet=${node.accounts.payer.address}`,
      ask,
    );
    expect(evm.status).toBe(400);
  });

  test("a request in euros is quoted and paid by its quote", async () => {
    const { recipient, payer } = node.accounts;
    const { status, body: created } = await post(
      createRequest,
      "/v2/request",
      { payee: recipient.tronAddress, amount: "49.90", invoiceCurrency: "EUR", paymentCurrency: "USDT-tron" },
      shop.key,
    );
    expect(status).toBe(201);
    const requestId = String(created.requestId);
    const path = `/v2/request/${requestId}/pay?wallet=${payer.tronAddress}`;
    const { body } = await send(payRequest, path, { headers: shop.key, params: { requestId } });
    expect(body.quote).toMatchObject({
      payer: payer.tronAddress,
      invoiceCurrency: "EUR",
      invoiceAmount: "49.9",
      paymentCurrency: "USDT-tron",
      // 49.90 × 1.085 ÷ 1.0001
      paymentAmount: "54.136087",
    });
    for (const transaction of body.transactions as Transaction[]) {
      const call = await tronCallOf(node, payer, transaction, "300000000");
      const signed = await signCall(payer.privateKey, call);
      expect(await node.wallet("wallet/broadcasttransaction", { ...signed })).toMatchObject({ result: true });
    }
    await settle();
    const rows = await api.app.database.sql<{ amount: string }[]>`
      select transfers.amount::text from transfers join requests on requests.id = transfers.request_id
      where encode(requests.request_id, 'hex') = ${requestId}`;
    expect(rows).toEqual([{ amount: "54136087" }]);
    const read = await send(getRequest, `/v2/request/${requestId}`, {
      headers: shop.key,
      params: { requestId },
    });
    expect(read.body).toMatchObject({ status: "paid", receivedAmount: "49.9", excessAmount: "0" });
  });

  test("TRX cannot be asked for or paid out: no proxy takes it with a reference (TR-01)", async () => {
    const { recipient } = node.accounts;
    const currency = { invoiceCurrency: "TRX-tron", paymentCurrency: "TRX-tron" };
    const asked = { payee: recipient.tronAddress, amount: "20", ...currency };
    for (const [handler, path] of [
      [createRequest, "/v2/request"],
      [createDirectPayout, "/v2/payouts"],
    ] as const) {
      const { status, body } = await post(handler, path, asked, shop.key);
      expect(status).toBe(400);
      expect(body.message).toBe("TRX cannot be requested on Tron");
      expect(refusedFields(body)).toEqual(["paymentCurrency"]);
    }
    expect(await payout({ currency: "TRX" })).toMatchObject({
      status: 400,
      body: { message: "Unsupported currency TRX on tron", errors: [{ field: "currency" }] },
    });
    const routes = await send(conversionRoutes, "/v2/currencies/TRX-tron/conversion-routes", {
      headers: shop.key,
      params: { currencyId: "TRX-tron" },
    });
    const ids = (routes.body.conversionRoutes as { id: string }[]).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(["USDC-tron", "USDT-tron"]);
  });

  test("its tokens are listed, and each is paid in itself", async () => {
    const { body } = await send(listCurrencies, "/v2/currencies?network=tron", { headers: shop.key });
    const currencies = body as unknown as { id: string; type: string }[];
    expect(
      currencies
        .filter(({ type }) => type === "TRC20")
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["USDC-tron", "USDT-tron"]);
    const routes = await send(conversionRoutes, "/v2/currencies/USDT-tron/conversion-routes?network=tron", {
      headers: shop.key,
      params: { currencyId: "USDT-tron" },
    });
    expect(routes.status).toBe(200);
  });
});
