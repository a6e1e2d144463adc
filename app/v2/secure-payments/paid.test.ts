import { and, eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as readRequest } from "@/app/v2/request/[requestId]/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createBatchPayout } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink, GET as lookUp } from "@/app/v2/secure-payments/route";
import { feeLegs, requests, securePayments } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { countStatements } from "@/server/testing/statements";
import { type SentWebhooks, sendWebhooksOf } from "@/server/testing/webhooks/sent-webhooks";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let webhooks: SentWebhooks;
let offset = 0;

const PROTOCOL = PROTOCOL_FEE.PROTOCOL_FEE_EVM_ADDRESS;
const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(
    "sepolia",
    { WEBHOOK_ALLOW_LOOPBACK: "true", ...PROTOCOL_FEE },
    { now: () => new Date(Date.now() + offset) },
  ));
  shop = await aMerchant(api);
  webhooks = await sendWebhooksOf(api, shop.platformId);
});

afterAll(async () => {
  await webhooks?.stop();
  await stop?.();
});

afterEach(() => {
  offset = 0;
});

const post = (handler: typeof createLink, path: string, body: unknown, headers = shop.key) =>
  send(handler, path, { method: "POST", headers, body });
const incoming = (amounts: string[], more: object = {}, headers = shop.browser) =>
  post(
    createLink,
    "/v2/secure-payments",
    { requests: amounts.map((amount) => ({ amount })), ...more },
    headers,
  );
const payout = (amount: string, more: object = {}) =>
  post(createPayout, "/v2/secure-payments/payouts", {
    recipient: aWallet(),
    creatorWalletAddress: shop.wallet,
    network: "sepolia",
    currency: "USDC",
    amount,
    ...more,
  });
const read = (token: string, query = "") =>
  send(readLink, `/v2/secure-payments/${token}${query}`, { headers: shop.browser, params: { token } });
const calldata = (token: string, query = `?wallet=${payer()}`) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, { headers: shop.browser, params: { token } });
const intent = (token: string, body: object) =>
  send(recordIntent, `/v2/secure-payments/${token}/intent`, {
    method: "POST",
    headers: shop.browser,
    params: { token },
    body: { chain: "ETHEREUM", token: "USDC", ...body },
  });
const payer = () => chain.accounts.payer.address;

/** What the worker does, until there is nothing left to do. */
async function work(): Promise<void> {
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  const ctx = api.app.context(systemCaller(""));
  const memory = newWatcherMemory();
  for (let idle = 0; idle < 2; ) {
    idle = (await watchTransfers(ctx, adapter, "worker", memory)) === "idle" ? idle + 1 : 0;
  }
}

async function pay(token: string, who: "payer" | "payer2" = "payer") {
  const answer = await calldata(token, `?wallet=${chain.accounts[who].address}`);
  expect(answer.status).toBe(200);
  const { transactions, ERC20ApprovalTransactions = [], batchPaymentTransaction } = answer.body;
  const receipts = await signAndSend(
    chain,
    who,
    transactions ?? [...ERC20ApprovalTransactions, batchPaymentTransaction],
  );
  return { answer, txHash: receipts.at(-1)?.transactionHash };
}

const confirmed = (requestId: string, event = "payment.confirmed") =>
  webhooks.receiver.next(({ json }) => json.event === event && json.requestId === requestId);

describe("a link from its creation to its webhook", () => {
  test("single: the payee gets the net, the fee receiver the fee, everybody reads the same", async () => {
    const { body: created } = await incoming(["1000"], { reference: "order-7" });
    const [requestId] = created.requestIds;
    const before = await balanceOf(chain, USDC, shop.wallet as Hex);
    const feesBefore = await balanceOf(chain, USDC, PROTOCOL);

    const first = await read(created.token);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      paymentType: "single",
      status: "pending",
      amount: "1000",
      paymentCurrency: "USDC-sepolia",
      payee: shop.wallet,
      network: "sepolia",
      isNativeCurrency: false,
      destination: { destinationId: shop.destinationId, payeeAddress: shop.wallet },
      reference: "order-7",
      feePlan: { netRecipientAmountUsd: "999.5" },
      analytics: { totalPaymentAmountUsd: "1000", protocolFeeAmountUsd: "0.5" },
    });
    expect(first.body).not.toHaveProperty("paymentOptions");
    expect(JSON.stringify(first.body)).not.toContain("calldata");
    const withWallet = await read(created.token, `?wallet=${payer()}`);
    expect(withWallet.body.paymentOptions).toEqual({
      SEPOLIA: { USDC: { balance: "1000000", hasEnoughBalance: true, neededAmount: "1000" } },
    });

    const { answer, txHash } = await pay(created.token);
    expect(answer.body).toMatchObject({
      paymentType: "single",
      feeBundle: {
        defaultFeeBearer: "payee",
        amountSummary: {
          grossAmount: "1000",
          netRecipientAmount: "999.5",
          totalFees: "0.5",
          payeeBorneFees: "0.5",
          payerBorneFees: "0",
          payerTotal: "1000",
        },
        fees: [
          { requestId, feeType: "protocol_fee", feeBearer: "payee", amount: "0.5", recipient: PROTOCOL },
        ],
      },
      metadata: {
        needsApproval: true,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        requiredAmount: "1000",
        costBreakdown: { fundingStatus: { hasEnoughOverall: true } },
      },
    });
    expect((await balanceOf(chain, USDC, shop.wallet as Hex)) - before).toBe(999_500_000n);
    expect((await balanceOf(chain, USDC, PROTOCOL)) - feesBefore).toBe(500_000n);

    expect((await intent(created.token, { txHash, payerAddress: payer() })).status).toBe(200);
    await work();
    const core = await confirmed(requestId);
    expect(core.json).toMatchObject({ amount: "999.5", txHash, fees: [{ type: "protocol", amount: "0.5" }] });
    const checkout = await confirmed(requestId, "payment.confirmed.checkout");
    expect(checkout.json).toMatchObject({
      securePaymentToken: created.token,
      paymentId: core.json.paymentId,
    });
    const ofClient = await confirmed(requestId, "payment.confirmed.client_id");
    expect(ofClient.json.clientId).toBe(shop.browser["x-client-id"]);

    const done = await read(created.token);
    expect(done.status).toBe(409);
    expect(done.body).toMatchObject({
      message: "Secure payment has already been completed",
      status: "completed",
      branding: null,
      requestStatuses: [{ requestId, hasBeenPaid: true, txHash }],
    });
    expect((await calldata(created.token)).status).toBe(409);
    const owner = await send(lookUp, `/v2/secure-payments?requestId=${requestId}`, {
      headers: shop.session.bearer,
    });
    expect(owner.body).toMatchObject({ status: "completed", payerAddress: payer() });
    expect(owner.body.completedAt).not.toBeNull();
  });

  test("a batch of 200 in one transaction, read and priced in as many statements as a batch of two", async () => {
    const small = (await incoming(["1", "2"])).body;
    const { body: created } = await incoming(Array.from({ length: 200 }, () => "1"));
    // The calldata asks once more than the rest: which payments are on their way from another network.
    for (const [ask, most] of [
      [read, 5],
      [calldata, 6],
    ] as const) {
      const two = await countStatements(api.app, () => ask(small.token, `?wallet=${payer()}`));
      const all = await countStatements(api.app, () => ask(created.token, `?wallet=${payer()}`));
      expect(all.result.status).toBe(200);
      expect(two.statements).toBeGreaterThan(0);
      expect(all.statements).toBe(two.statements);
      expect(all.statements).toBeLessThanOrEqual(most);
    }
    const { body } = await read(created.token);
    expect(body).toMatchObject({ paymentType: "batch", feePlan: { grossAmountUsd: "200" } });
    expect(body.amounts).toEqual(Array.from({ length: 200 }, () => "1"));

    await pay(created.token);
    await work();
    for (const requestId of created.requestIds) await confirmed(requestId);
    expect((await read(created.token)).status).toBe(409);
    const checkouts = webhooks.receiver.received.filter(
      ({ json }) => json.event === "payment.confirmed.checkout" && json.securePaymentToken === created.token,
    );
    expect(checkouts).toHaveLength(200);
  });

  test("a payout, whose payer bears the fee", async () => {
    const recipient = aWallet();
    const { status, body: created } = await payout("50", { recipient, recipientIdentifier: "ada" });
    expect(status).toBe(201);
    expect(created.feePlan).toMatchObject({ flow: "pay", payerTotalAmountUsd: "50.025" });
    await pay(created.token);
    expect(await balanceOf(chain, USDC, recipient as Hex)).toBe(50_000_000n);
    await work();
    await confirmed(created.requestIds[0]);
    expect((await read(created.token)).status).toBe(409);
  });

  test("payouts merged into one link, each with its own fee, the old tokens withdrawn", async () => {
    const made = [(await payout("10")).body, (await payout("20")).body, (await payout("30")).body];
    const { status, body: merged } = await post(createBatchPayout, "/v2/secure-payments/batch-payouts", {
      tokens: made.map(({ token }) => token),
    });
    expect(status).toBe(201);
    expect(merged.requestIds).toEqual(made.map(({ requestIds }) => requestIds[0]));
    expect(merged.feePlan).toMatchObject({ grossAmountUsd: "60", totalFeesUsd: "0.03" });
    for (const { token } of made) {
      const old = await calldata(token);
      expect({ status: old.status, message: old.body.message }).toEqual({
        status: 403,
        message: "Secure payment is not payable",
      });
    }
    await pay(merged.token);
    await work();
    for (const requestId of merged.requestIds) {
      const { json } = await confirmed(requestId, "payment.confirmed.checkout");
      expect(json.securePaymentToken).toBe(merged.token);
    }
    expect((await read(merged.token)).status).toBe(409);
  });
});

describe("no payment is believed that the chain does not show", () => {
  test("a hash of another payment, of nothing, and of this payment twice: nothing is paid by saying so", async () => {
    const { body: other } = await incoming(["5"]);
    const { txHash } = await pay(other.token);
    await work();
    const { body: created } = await incoming(["5"]);
    const first = await intent(created.token, { txHash });
    const nothing = await intent(created.token, { txHash: `0x${"ab".repeat(32)}` });
    const again = await intent(created.token, { txHash: String(txHash).toUpperCase().replace("0X", "0x") });
    expect([first.status, nothing.status, again.status]).toEqual([200, 200, 200]);
    expect(first.body).toMatchObject({ isListening: true, txHash });
    expect(again.body.intentId).toBe(first.body.intentId);
    expect(nothing.body.intentId).not.toBe(first.body.intentId);
    await work();
    expect((await read(created.token)).body.status).toBe("pending");
    const request = await send(readRequest, `/v2/request/${created.requestIds[0]}`, {
      headers: shop.key,
      params: { requestId: created.requestIds[0] },
    });
    expect(request.body).toMatchObject({ hasBeenPaid: false, paidAmount: "0" });
  });

  test("400 for both hashes, none, a deadline without a Safe, and a deadline that has passed", async () => {
    const { body: created } = await incoming(["5"]);
    const hash = `0x${"cd".repeat(32)}`;
    for (const body of [
      {},
      { txHash: hash, safeTxHash: hash },
      { txHash: hash, safePaymentDeadline: 1_900_000_000 },
      { safeTxHash: hash, safePaymentDeadline: 1_700_000_000 },
      { txHash: "0x12" },
      { txHash: hash, payerAddress: "nobody" },
    ]) {
      expect((await intent(created.token, body)).status).toBe(400);
    }
  });
});

describe("calldata", () => {
  test("never asks for more than what is left, and says when all of it is on its way", async () => {
    const { body: created } = await incoming(["10"]);
    const [requestId] = created.requestIds;
    const [row] = await requestRows(requestId);
    if (!row) throw new Error("no request");
    // A part, paid as the owner of the request is allowed to ask for it.
    const { GET: partly } = await import("@/app/v2/request/[requestId]/pay/route");
    const part = await send(partly, `/v2/request/${requestId}/pay?amount=4&wallet=${payer()}`, {
      headers: shop.key,
      params: { requestId },
    });
    await signAndSend(chain, "payer", part.body.transactions);
    await work();
    const rest = await calldata(created.token);
    // 10 less the fee of 0.005, of which 4 are paid; the fee went with the first part.
    expect(rest.body.metadata.requiredAmount).toBe("5.995");
    expect(rest.body.feeBundle.fees).toEqual([]);
    await pay(created.token);
    const [leg] = await api.app.database.db.select().from(feeLegs).where(eq(feeLegs.requestId, row.id));
    await work();
    expect(leg?.amount).toBe(5_000n);
    expect((await read(created.token)).status).toBe(409);
  });

  test("of two payers at once is the same payment twice: both arrive, one is announced, the rest is an excess", async () => {
    const { body: created } = await incoming(["10"]);
    const [requestId] = created.requestIds;
    const [one, two] = await Promise.all([
      calldata(created.token, `?wallet=${payer()}`),
      calldata(created.token, `?wallet=${chain.accounts.payer2.address}`),
    ]);
    await signAndSend(chain, "payer", one.body.transactions);
    await signAndSend(chain, "payer2", two.body.transactions);
    await work();
    await confirmed(requestId);
    const request = await send(readRequest, `/v2/request/${requestId}`, {
      headers: shop.key,
      params: { requestId },
    });
    expect(request.body).toMatchObject({ hasBeenPaid: true, excessAmount: "9.995" });
    await webhooks.idle();
    const announced = webhooks.receiver.received.filter(
      ({ json }) => json.event === "payment.confirmed" && json.requestId === requestId,
    );
    expect(announced).toHaveLength(1);
  });

  test("409 while a payment is seen and not deep enough", async () => {
    const { body: created } = await incoming(["10"]);
    const [row] = await requestRows(created.requestIds[0]);
    if (!row) throw new Error("no request");
    const { aTransfer } = await import("@/server/testing/data/stored");
    await aTransfer(api.app, row, { state: "seen" });
    const answer = await calldata(created.token);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ status: "pending", requestStatuses: [{ hasBeenPaid: false }] });
    expect((await read(created.token)).status).toBe(200);
  });

  test("for a Safe is asked for with its wallet, and says nothing about its gas", async () => {
    const { body: created } = await incoming(["10", "20"]);
    expect((await calldata(created.token, "?isSafe=true")).status).toBe(400);
    const poor = await aSafe(chain);
    const { status, body } = await calldata(created.token, `?wallet=${poor.address}&isSafe=true`);
    expect(status).toBe(200);
    expect(body.metadata).toMatchObject({ hasEnoughBalance: false, hasEnoughGas: null });
    expect(body.ERC20ApprovalTransactions).toHaveLength(1);
  });

  test("of a smart account takes the tokens from the wallet behind it", async () => {
    const { body: created } = await incoming(["10"]);
    const account = aWallet();
    const { status, body } = await calldata(created.token, `?wallet=${account}&eoaWallet=${payer()}`);
    expect(status).toBe(200);
    expect(body.metadata).toMatchObject({
      hasEnoughBalance: true,
      eoaApprovalRequired: true,
      eoaApproval: { owner: payer(), spender: account, approvalType: "unlimited" },
      paymentTransactionIndex: 2,
    });
    expect(body.eoaApprovalTransactions).toHaveLength(1);
    expect(body.transactions).toHaveLength(3);
  });

  test.each([
    ["chain without token", "?chain=BASE"],
    ["token without chain", "?token=USDC"],
    ["another network", "?chain=BASE&token=USDC"],
    ["a chain nobody knows", "?chain=MOON&token=USDC"],
    ["isSafe and eoaWallet", `?isSafe=true&wallet=${aWallet()}&eoaWallet=${aWallet()}`],
    ["isSafe that is no boolean", `?isSafe=yes&wallet=${aWallet()}`],
    ["a wallet that is none", "?wallet=0x12"],
    ["eoaWallet without wallet", `?eoaWallet=${aWallet()}`],
  ])("400 for %s", async (_, query) => {
    const { body: created } = await incoming(["10"]);
    expect((await calldata(created.token, query)).status).toBe(400);
  });
});

test("a link whose payment a reorganisation takes away is open again, and completed when it is mined again", async () => {
  const { body: created } = await incoming(["10"]);
  await chain.mine(2);
  await pay(created.token);
  await work();
  expect((await read(created.token)).status).toBe(409);
  await chain.reorg(1);
  await chain.mine(2);
  await work();
  expect((await read(created.token)).status).toBe(200);
  await pay(created.token);
  await work();
  expect((await read(created.token)).status).toBe(409);
});

describe("time", () => {
  test("a link that is over cannot be paid, without anybody having swept it; money on its way counts and shows", async () => {
    const { body: created } = await incoming(["10"]);
    const [requestId] = created.requestIds;
    const ready = await calldata(created.token);
    offset = 7 * 86_400_000 + 1_000;
    const [late, lateCalldata] = [await read(created.token), await calldata(created.token)];
    expect([late.status, lateCalldata.status]).toEqual([403, 403]);
    expect(late.body).toEqual({
      statusCode: 403,
      message: "Secure payment has expired",
      error: "Forbidden",
    });
    await signAndSend(chain, "payer", ready.body.transactions);
    await work();
    await confirmed(requestId);
    expect((await read(created.token)).status).toBe(409);
    const request = await send(readRequest, `/v2/request/${requestId}`, {
      headers: shop.key,
      params: { requestId },
    });
    expect(request.body).toMatchObject({ hasBeenPaid: true, paidAmount: "9.995" });
  });

  test("the sweep writes down what readers were told, once, also for two workers", async () => {
    const { expireLinks } = await import("@/server/secure-payments/settling/expire");
    const { body: created } = await incoming(["10"]);
    offset = 8 * 86_400_000;
    const ctx = api.app.context(systemCaller(""));
    await Promise.all([expireLinks(ctx, 1_000), expireLinks(ctx, 1_000)]);
    const [link] = await api.app.database.db
      .select()
      .from(securePayments)
      .where(and(eq(securePayments.token, created.token)));
    expect(link?.status).toBe("expired");
    expect(await expireLinks(ctx, 1_000)).toBe(0);
  });
});

function requestRows(requestId: string) {
  return api.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
}
