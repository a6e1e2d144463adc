import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getRefund } from "@/app/v2/request/[requestId]/refunds/[refundId]/route";
import { POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { executeSafe } from "@/local/chains/local-safe";
import { tokenById } from "@/server/currencies/tokens";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe, fundSafe, safeNode, safeTransactionIn } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { balanceOf, signAndSend } from "@/server/testing/paying";
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

/** A request that its payer has paid with the transactions of the API. */
async function paid(amount: string, invoiceCurrency: string, paymentCurrency: string): Promise<string> {
  const body = { payee: chain.accounts.recipient.address, amount, invoiceCurrency, paymentCurrency };
  const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
  const requestId = String(created.body.requestId);
  const query = `wallet=${chain.accounts.payer.address}`;
  const pay = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, {
    headers,
    params: { requestId },
  });
  expect([created.status, pay.status]).toEqual([201, 200]);
  await signAndSend(chain, "payer", pay.body.transactions);
  await watch();
  return requestId;
}

async function prepared(requestId: string, body: object) {
  const { status, body: answer } = await send(postRefund, `/v2/request/${requestId}/refunds`, {
    method: "POST",
    headers,
    body,
    params: { requestId },
  });
  expect([status, answer.error]).toEqual([201, undefined]);
  return answer;
}

const read = async (requestId: string) =>
  (await send(getRequest, `/v2/request/${requestId}`, { headers, params: { requestId } })).body;

describe("a refund is sent in what the payer paid with", () => {
  test.each([
    ["49.90", "EUR", "USDC-base", "10"],
    ["49.90", "USD", "ETH-base-base", "0.001"],
    ["0.07", "ETH-base-base", "ETH-base-base", "0.02"],
    ["30", "USDC-base", "USDC-base", "12.5"],
  ])("%s %s, paid in %s: %s of it, then the rest", async (amount, invoice, payment, part) => {
    const requestId = await paid(amount, invoice, payment);
    const { paidAmount, status } = await read(requestId);
    expect(status).toBe("paid");
    const token = tokenById(payment);
    if (!token) throw new Error("no token");
    const units = token.address === null ? null : hex(token.address);
    const before = await balanceOf(chain, units, chain.accounts.payer.address);
    const wallet = chain.accounts.recipient.address;
    const first = await prepared(requestId, { amount: part, wallet });
    expect(first.refund).toMatchObject({ amount: part, currency: token.id });
    await signAndSend(chain, "recipient", first.transactions);
    await watch();
    expect(await read(requestId)).toMatchObject({ status: "paid", refundedAmount: part });
    const rest = await prepared(requestId, { wallet });
    await signAndSend(chain, "recipient", rest.transactions);
    await watch();
    expect(await read(requestId)).toMatchObject({ status: "refunded", refundedAmount: paidAmount });
    const back = (await balanceOf(chain, units, chain.accounts.payer.address)) - before;
    expect(Number(back) / 10 ** token.decimals).toBeCloseTo(Number(paidAmount), 12);
  });
});

test("a Safe sends a refund: its owners sign one transaction, and can get it again with another nonce", async () => {
  const requestId = await paid("25", "USDC-base", "USDC-base");
  const safe = await aSafe(chain);
  await fundSafe(chain, safe, tokenAddress("USDC-base"), 25_000_000n);
  const before = await balanceOf(chain, tokenAddress("USDC-base"), chain.accounts.payer.address);
  const { refund, safeTransaction, metadata } = await prepared(requestId, {
    wallet: safe.address,
    isSafe: true,
  });
  expect(safeTransaction).toMatchObject({ safe: safe.address, threshold: expect.any(Number) });
  expect(metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true });
  const query = `wallet=${safe.address}&isSafe=true`;
  const again = await send(getRefund, `/v2/request/${requestId}/refunds/${refund.refundId}?${query}`, {
    headers,
    params: { requestId, refundId: refund.refundId },
  });
  expect(again.body.safeTransaction).toEqual(safeTransaction);
  await executeSafe(safeNode(chain), safe, safeTransactionIn(safeTransaction));
  await watch();
  expect(await read(requestId)).toMatchObject({ status: "refunded", refundedAmount: "25" });
  const back = (await balanceOf(chain, tokenAddress("USDC-base"), chain.accounts.payer.address)) - before;
  expect(back).toBe(25_000_000n);
});

test("what a Safe paid goes back to the Safe, not to one of its owners", async () => {
  const body = {
    payee: chain.accounts.recipient.address,
    amount: "4",
    invoiceCurrency: "USDC-base",
    paymentCurrency: "USDC-base",
  };
  const created = await send(postRequest, "/v2/request", { method: "POST", headers, body });
  const requestId = String(created.body.requestId);
  const safe = await aSafe(chain);
  await fundSafe(chain, safe, tokenAddress("USDC-base"), 4_000_000n);
  const query = `wallet=${safe.address}&isSafe=true`;
  const pay = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, {
    headers,
    params: { requestId },
  });
  await executeSafe(safeNode(chain), safe, safeTransactionIn(pay.body.safeTransaction));
  await watch();
  const { refund } = await prepared(requestId, { wallet: chain.accounts.recipient.address });
  expect(refund).toMatchObject({ receiver: safe.address, receiverIs: "payer", amount: "4" });
});

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
