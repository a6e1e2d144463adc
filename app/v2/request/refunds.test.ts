import { asc, eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import {
  DELETE as deleteRefund,
  GET as getRefund,
} from "@/app/v2/request/[requestId]/refunds/[refundId]/route";
import { GET as listRefunds, POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { erc20Abi, erc20FeeProxyAbi } from "@/contracts/abis";
import { securePaymentRequests, securePayments, webhookEvents } from "@/db/schema";
import { publicCaller, systemCaller } from "@/server/auth/callers";
import type { AccountName } from "@/server/chains/development-accounts";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { getPayment } from "@/server/dashboard/get-payment";
import { expireRefunds } from "@/server/payments/refunds/follow";
import { readPublicReceipt } from "@/server/quittances/public-receipt";
import { auditSettlements } from "@/server/requests/settling/audit";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { asCall, signAndSend } from "@/server/testing/paying";
import { type Answered, send } from "@/server/testing/send";

const DAY_MS = 24 * 60 * 60_000;
const USDC = "USDC-sepolia";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let later = 0;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", {}, { now: () => new Date(Date.now() + later) }));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());
beforeEach(() => {
  later = 0;
});

async function aRequest(amount = "20"): Promise<string> {
  const { status, body } = await send(postRequest, "/v2/request", {
    method: "POST",
    headers: shop.key,
    body: {
      payee: chain.accounts.recipient.address,
      amount,
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
    },
  });
  expect(status).toBe(201);
  return String(body.requestId);
}

/** Pays a request, or a part of it, with the transactions of the API. */
async function pay(requestId: string, amount?: string, from: AccountName = "payer"): Promise<void> {
  const query = `wallet=${chain.accounts[from].address}${amount === undefined ? "" : `&amount=${amount}`}`;
  const { status, body } = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, {
    headers: shop.key,
    params: { requestId },
  });
  expect(status).toBe(200);
  await signAndSend(chain, from, body.transactions);
  await watch();
}

const watch = () => watchAll(api, "sepolia");
const at = (requestId: string) => ({ headers: shop.key, params: { requestId } });
const read = async (requestId: string) =>
  (await send(getRequest, `/v2/request/${requestId}`, at(requestId))).body;
const list = async (requestId: string) =>
  (await send(listRefunds, `/v2/request/${requestId}/refunds`, at(requestId))).body;
const again = (requestId: string, refundId: string): Promise<Answered> =>
  send(getRefund, `/v2/request/${requestId}/refunds/${refundId}`, {
    headers: shop.key,
    params: { requestId, refundId },
  });
const prepare = (requestId: string, body: object = {}, headers = shop.key): Promise<Answered> =>
  send(postRefund, `/v2/request/${requestId}/refunds`, {
    method: "POST",
    headers,
    body: { wallet: chain.accounts.recipient.address, ...body },
    params: { requestId },
  });

async function prepared(requestId: string, body: object = {}) {
  const { status, body: answer } = await prepare(requestId, body);
  expect([status, answer.error]).toEqual([201, undefined]);
  return answer;
}

/** What a merchant sees of a request: its status, what went back, and the states of its refunds. */
async function standing(requestId: string): Promise<string> {
  const { status, refundedAmount } = await read(requestId);
  const { refundedAmount: listed, refunds } = await list(requestId);
  expect(listed).toBe(refundedAmount);
  return [status, refundedAmount, ...refunds.map(({ state }: { state: string }) => state).toReversed()].join(
    " ",
  );
}

/** Bodies of the refunds that were announced of a request. */
async function announced(requestId: string): Promise<Record<string, unknown>[]> {
  const rows = await api.app.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.sequence));
  return rows
    .map((row): Record<string, unknown> => JSON.parse(row.body))
    .filter((body) => body.requestId === requestId && body.event === "payment.refunded");
}

const balanceOf = (who: AccountName) =>
  chain.publicClient.readContract({
    address: tokenAddress(USDC),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [chain.accounts[who].address],
  });

/** Sends under the reference of a refund what is asked for, whoever it goes to. */
async function sendUnder(
  reference: string,
  {
    to,
    units,
    from = "recipient",
    token = tokenAddress(USDC),
  }: { to: Hex; units: bigint; from?: AccountName; token?: Hex },
): Promise<void> {
  const proxy = EVM_NETWORKS.sepolia.contracts.erc20FeeProxy.address;
  const wallet = chain.wallet(from);
  const approve = await wallet.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: "approve",
    args: [proxy, 2n ** 255n],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash: approve });
  const hash = await wallet.writeContract({
    address: proxy,
    abi: erc20FeeProxyAbi,
    functionName: "transferFromWithReferenceAndFee",
    args: [token, to, units, `0x${reference.slice(2)}`, 0n, "0x0000000000000000000000000000000000000000"],
  });
  const { status } = await chain.publicClient.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
  await watch();
}

/** The merchant in the dashboard. */
const owner = () => ({ ...systemCaller(shop.platformId), kind: "session" as const });

const expire = () => expireRefunds(api.app.context(systemCaller("")), 100);

describe("a refund of a paid request", () => {
  test("goes to the wallet that paid, is believed from the chain, and is announced", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const before = await balanceOf("payer");
    const { refund, transactions, metadata } = await prepared(requestId);
    expect(refund).toMatchObject({
      state: "prepared",
      amount: "20",
      currency: USDC,
      receiver: chain.accounts.payer.address,
      receiverIs: "payer",
      transfers: [],
    });
    expect(metadata).toMatchObject({ hasEnoughBalance: true, stepsRequired: transactions.length });
    expect(await standing(requestId)).toBe("paid 0 prepared");
    expect(await announced(requestId)).toEqual([]);
    const receipts = await signAndSend(chain, "recipient", transactions);
    await watch();
    expect(await standing(requestId)).toBe("refunded 20 confirmed");
    expect((await balanceOf("payer")) - before).toBe(20_000_000n);
    expect(await announced(requestId)).toEqual([
      expect.objectContaining({
        event: "payment.refunded",
        requestId,
        refundedTo: chain.accounts.payer.address,
        refundAmount: "20",
        currency: "USDC",
        refundId: refund.refundId,
        txHash: receipts.at(-1)?.transactionHash,
      }),
    ]);
    const { statusReason, timeline } = await getPayment(api.app.context(owner()), requestId);
    expect(statusReason).toBe("It was paid, and all of it was sent back: 20.00 USDC.");
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["transfer", "paid", "refund_prepared", "refund"]),
    );
    expect(timeline.find(({ kind }) => kind === "refund")).toMatchObject({
      reason: "20.00 USDC went back. It is confirmed.",
      receiver: chain.accounts.payer.address,
      txHash: receipts.at(-1)?.transactionHash,
    });
    // What the receipt says is still true, and it says that the money went back.
    const receipt = await readPublicReceipt(api.app.context(publicCaller("")), requestId);
    expect(receipt).toMatchObject({ amount: "20", refunded: { amount: "20", currency: "USDC" } });
    const { refunds, ...totals } = await list(requestId);
    expect(refunds[0].transfers).toMatchObject([{ amount: "20", isConfirmed: true }]);
    expect(totals).toEqual({
      currency: USDC,
      receivedAmount: "20",
      refundedAmount: "20",
      refundableAmount: "0",
      isCovered: true,
      isOffered: true,
      receivers: [{ receiver: chain.accounts.payer.address, receiverIs: "payer", refundableAmount: "0" }],
      unknownPayerAmount: "0",
      refundLink: null,
    });
    expect(await auditSettlements(api.app.context(systemCaller("")))).toEqual([]);
  });

  test("in parts leaves it paid until all went back, and never more than came", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const first = await prepared(requestId, { amount: "5" });
    await signAndSend(chain, "recipient", first.transactions);
    await watch();
    expect(await standing(requestId)).toBe("paid 5 confirmed");
    const tooMuch = await prepare(requestId, { amount: "15.000001" });
    expect([tooMuch.status, tooMuch.body.error, tooMuch.body.refundableAmount]).toEqual([
      409,
      "Conflict",
      "15",
    ]);
    expect(tooMuch.headers.get("x-error-code")).toBe("refund_exceeds_received");
    const second = await prepared(requestId);
    expect(second.refund.amount).toBe("15");
    await signAndSend(chain, "recipient", second.transactions);
    await watch();
    expect(await standing(requestId)).toBe("refunded 20 confirmed confirmed");
    expect((await announced(requestId)).map(({ refundAmount }) => refundAmount)).toEqual(["5", "15"]);
    expect((await prepare(requestId)).headers.get("x-error-code")).toBe("refund_exceeds_received");
  });

  test("of what was paid too much leaves it paid", async () => {
    const requestId = await aRequest("10");
    const { paymentReference } = await read(requestId);
    const to = chain.accounts.recipient.address;
    await sendUnder(paymentReference, { to, units: 16_000_000n, from: "payer" });
    expect(await read(requestId)).toMatchObject({ status: "paid", excessAmount: "6" });
    const { transactions } = await prepared(requestId, { amount: "6" });
    await signAndSend(chain, "recipient", transactions);
    await watch();
    expect(await standing(requestId)).toBe("paid 6 confirmed");
  });

  test("two tabs at once: one of them sends it back", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const answers = await Promise.all([prepare(requestId), prepare(requestId), prepare(requestId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await list(requestId)).refunds).toHaveLength(1);
  });

  test("of a part of two payers goes to the one that is named, no more than came from there", async () => {
    const requestId = await aRequest();
    await pay(requestId, "8", "payer");
    await pay(requestId, "12", "payer2");
    const unnamed = await prepare(requestId);
    expect([unnamed.status, unnamed.headers.get("x-error-code")]).toEqual([409, "refund_receiver_unknown"]);
    expect(unnamed.body.payers).toEqual([chain.accounts.payer2.address, chain.accounts.payer.address]);
    const receiver = chain.accounts.payer.address;
    expect((await prepare(requestId, { receiver, amount: "9" })).status).toBe(409);
    const { refund } = await prepared(requestId, { receiver });
    expect(refund).toMatchObject({ receiver, amount: "8" });
    expect(await list(requestId)).toMatchObject({
      isOffered: true,
      unknownPayerAmount: "0",
      receivers: [
        { receiver: chain.accounts.payer2.address, receiverIs: "payer", refundableAmount: "12" },
        { receiver, receiverIs: "payer", refundableAmount: "0" },
      ],
    });
  });

  test("completes the link that asked for it, which asks for nothing more", async () => {
    const created = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.browser,
      body: { requests: [{ destinationId: shop.destinationId, amount: "3" }] },
    });
    expect(created.status).toBe(201);
    const [requestId] = created.body.requestIds;
    await pay(requestId);
    // Whoever sends it: the merchant is paid at another wallet than the one that is at hand here.
    const { refund } = await prepared(requestId);
    await sendUnder(refund.paymentReference, { to: chain.accounts.payer.address, units: 3_000_000n });
    expect(await standing(requestId)).toBe("refunded 3 confirmed");
    const [link] = await api.app.database.db
      .select({ status: securePayments.status })
      .from(securePayments)
      .innerJoin(securePaymentRequests, eq(securePaymentRequests.securePaymentId, securePayments.id))
      .where(eq(securePayments.token, created.body.token));
    expect(link?.status).toBe("completed");
    const more = await send(getCalldata, `/v2/request/${requestId}/pay`, at(requestId));
    expect([more.status, more.headers.get("x-error-code")]).toEqual([400, "no_payable_amount"]);
  });
});

describe("what is no refund", () => {
  test("money to somebody else, of another amount, or in another token, under the right reference", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const { refund } = await prepared(requestId, { amount: "7" });
    const reference = refund.paymentReference;
    // The merchant pays himself.
    await sendUnder(reference, { to: chain.accounts.recipient.address, units: 7_000_000n });
    await sendUnder(reference, { to: chain.accounts.payer2.address, units: 7_000_000n });
    await sendUnder(reference, { to: chain.accounts.payer.address, units: 1n });
    await sendUnder(reference, {
      to: chain.accounts.payer.address,
      units: 7_000_000n,
      from: "payer2",
      token: tokenAddress("USDT-sepolia"),
    });
    expect(await standing(requestId)).toBe("paid 0 prepared");
    expect(await announced(requestId)).toEqual([]);
  });

  test("money to the payer under the reference of the request", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const { paymentReference } = await read(requestId);
    await prepared(requestId, { amount: "7" });
    await sendUnder(paymentReference, { to: chain.accounts.payer.address, units: 7_000_000n });
    expect(await standing(requestId)).toBe("paid 0 prepared");
  });

  test("is prepared for nobody who did not pay, for no payout, and for nothing that was not paid", async () => {
    const requestId = await aRequest();
    const code = async (body: object = {}) => (await prepare(requestId, body)).headers.get("x-error-code");
    expect(await code()).toBe("refund_not_possible");
    await pay(requestId);
    expect(await code({ receiver: chain.accounts.payer2.address })).toBe("validation_failed");
    expect(await code({ receiver: chain.accounts.recipient.address })).toBe("validation_failed");
    expect(await code({ receiver: tokenAddress(USDC) })).toBe("validation_failed");
    expect(await code({ amount: "0" })).toBe("validation_failed");
  });

  test("is prepared for no other account, and not with a client ID, which is public", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const other = await aMerchant(api);
    expect((await prepare(requestId, {}, other.key)).status).toBe(404);
    expect((await prepare(requestId, {}, shop.browser)).status).toBe(401);
    const { refund } = await prepared(requestId);
    const strange = await send(getRefund, `/v2/request/${requestId}/refunds/${refund.refundId}`, {
      headers: other.key,
      params: { requestId, refundId: refund.refundId },
    });
    expect(strange.status).toBe(404);
  });
});

describe("a refund whose time is over", () => {
  test("frees its amount, and counts all the same when it is mined later", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const first = await prepared(requestId, { amount: "15" });
    expect((await prepare(requestId, { amount: "6" })).status).toBe(409);
    later = DAY_MS + 60_000;
    await expire();
    expect(await standing(requestId)).toBe("paid 0 expired");
    expect((await again(requestId, first.refund.refundId)).status).toBe(409);
    const second = await prepared(requestId, { amount: "6" });
    await signAndSend(chain, "recipient", first.transactions);
    await watch();
    expect(await standing(requestId)).toBe("paid 15 confirmed prepared");
    expect((await announced(requestId)).map(({ refundAmount }) => refundAmount)).toEqual(["15"]);
    // Both together are more than came: the one that was not sent is not to be.
    expect((await list(requestId)).isCovered).toBe(false);
    const refused = await again(requestId, second.refund.refundId);
    expect(refused.headers.get("x-error-code")).toBe("refund_not_sendable");
  });

  test("or that its merchant gives up frees its amount at once; one that was sent stays", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const first = await prepared(requestId);
    const withdraw = (headers = shop.key) =>
      send(deleteRefund, `/v2/request/${requestId}/refunds/${first.refund.refundId}`, {
        method: "DELETE",
        headers,
        params: { requestId, refundId: first.refund.refundId },
      });
    expect((await withdraw(shop.browser)).status).toBe(401);
    expect((await withdraw((await aMerchant(api)).key)).status).toBe(404);
    expect((await withdraw()).body).toMatchObject({ state: "expired", amount: "20" });
    expect((await withdraw()).headers.get("x-error-code")).toBe("refund_not_sendable");
    await prepared(requestId, { amount: "5" });
    await signAndSend(chain, "recipient", first.transactions);
    await watch();
    expect(await standing(requestId)).toBe("refunded 20 confirmed prepared");
    expect((await withdraw()).headers.get("x-error-code")).toBe("refund_not_sendable");
  });

  test("gives its transactions once more before", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const { refund, transactions } = await prepared(requestId);
    const { status, body } = await again(requestId, refund.refundId);
    expect([status, body.transactions.at(-1)]).toEqual([200, transactions.at(-1)]);
    expect(body.refund).toEqual(refund);
  });
});

describe("a reorganisation", () => {
  test("takes a refund back, holds its amount, and counts it once when it comes again", async () => {
    const requestId = await aRequest();
    await pay(requestId);
    const { transactions } = await prepared(requestId);
    const approvals = transactions.slice(0, -1);
    await signAndSend(chain, "recipient", approvals);
    const last = asCall(transactions.at(-1));
    const wallet = chain.wallet("recipient");
    const raw = await wallet.signTransaction(
      await wallet.prepareTransactionRequest({ ...last, gas: 400_000n }),
    );
    const sent = await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await chain.publicClient.waitForTransactionReceipt({ hash: sent });
    await watch();
    expect(await standing(requestId)).toBe("refunded 20 confirmed");
    await chain.reorg(1);
    await chain.mine(1);
    await watch();
    expect(await standing(requestId)).toBe("paid 0 taken_back");
    expect((await prepare(requestId)).headers.get("x-error-code")).toBe("refund_exceeds_received");
    const hash = await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    await watch();
    expect(await standing(requestId)).toBe("refunded 20 confirmed");
    expect(await announced(requestId)).toHaveLength(1);
  });

  test("that takes the payment back leaves a prepared refund unsendable until the payment is there again", async () => {
    const requestId = await aRequest();
    const query = `wallet=${chain.accounts.payer.address}`;
    const calldata = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, at(requestId));
    const { transactions } = calldata.body;
    await signAndSend(chain, "payer", transactions.slice(0, -1));
    const wallet = chain.wallet("payer");
    const call = asCall(transactions.at(-1));
    const raw = await wallet.signTransaction(
      await wallet.prepareTransactionRequest({ ...call, gas: 400_000n }),
    );
    const paid = async () => {
      const hash = await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
      await chain.publicClient.waitForTransactionReceipt({ hash });
      await watch();
    };
    await paid();
    const { refund } = await prepared(requestId);
    await chain.reorg(1);
    await chain.mine(1);
    await watch();
    expect(await standing(requestId)).toBe("created 0 prepared");
    expect((await list(requestId)).isCovered).toBe(false);
    const code = async () => (await again(requestId, refund.refundId)).headers.get("x-error-code");
    expect(await code()).toBe("refund_not_sendable");
    expect((await prepare(requestId)).headers.get("x-error-code")).toBe("refund_not_possible");
    // It was signed before: the chain is the proof of it.
    await sendUnder(refund.paymentReference, {
      to: chain.accounts.payer.address,
      units: 20_000_000n,
      from: "payer2",
    });
    expect(await standing(requestId)).toBe("created 20 confirmed");
    await paid();
    expect(await standing(requestId)).toBe("refunded 20 confirmed");
  });
});
