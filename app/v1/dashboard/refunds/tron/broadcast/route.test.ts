import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import {
  DELETE as deleteRefund,
  GET as getRefund,
} from "@/app/v2/request/[requestId]/refunds/[refundId]/route";
import { GET as listRefunds, POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { erc20Abi } from "@/contracts/abis";
import { tronToHex20 } from "@/server/chains/address";
import type { DevelopmentAccount } from "@/server/chains/development-accounts";
import type { TronCall } from "@/server/chains/tron/transaction";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import type { RefundPrepared } from "@/server/requests/refunds/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { tronOutcome, tronRead } from "@/server/testing/tron/tron-contracts";
import { signCall, tronCallOf } from "@/server/testing/tron/tron-signing";
import { POST as postBroadcast } from "./route";

let node: TestTron;
let api: TestApi;
let shop: Merchant;

beforeAll(async () => {
  node = await startTronNode();
  api = await startTestApi({ NETWORK_PROFILE: "local", RPC_URL_TRON: node.url });
  shop = await aMerchant(api, { currency: "USDT-tron" });
});
afterAll(async () => {
  await api?.close();
  await node?.stop();
});

const at = (requestId: string, more: object = {}) => ({
  headers: shop.session.cookie,
  params: { requestId, ...more },
});

async function settle(): Promise<void> {
  await node.control.solidify();
  await watchAll(api, "tron");
}

/** Carries out transactions of the API as a wallet on Tron would, whose wallet sends them itself. */
async function carryOut(owner: DevelopmentAccount, transactions: readonly Transaction[]): Promise<void> {
  for (const transaction of transactions) {
    const signed = await sign(owner, transaction, transaction !== transactions.at(-1));
    expect(await node.wallet("wallet/broadcasttransaction", { ...signed })).toMatchObject({ result: true });
    await node.control.mine();
  }
}

/** A request over 20 USDT that the payer's wallet has paid to the recipient, who has the money. */
async function aPaidRequest(): Promise<string> {
  const { recipient, payer } = node.accounts;
  const body = {
    payee: recipient.tronAddress,
    amount: "20",
    invoiceCurrency: "USDT-tron",
    paymentCurrency: "USDT-tron",
  };
  const created = await send(postRequest, "/v2/request", { method: "POST", headers: shop.key, body });
  expect(created.status).toBe(201);
  const requestId = String(created.body.requestId);
  const path = `/v2/request/${requestId}/pay?wallet=${payer.tronAddress}`;
  const { body: paying } = await send(getCalldata, path, { headers: shop.key, params: { requestId } });
  await carryOut(payer, paying.transactions);
  await settle();
  return requestId;
}

async function aRefund(requestId: string, wallet: DevelopmentAccount): Promise<RefundPrepared> {
  const { status, body } = await send(postRefund, `/v2/request/${requestId}/refunds`, {
    method: "POST",
    ...at(requestId),
    body: { wallet: wallet.tronAddress },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const relay = (
  requestId: string,
  refundId: string,
  signedTransaction: unknown,
  headers: Record<string, string> = shop.session.cookie,
) =>
  send(postBroadcast, "/v1/dashboard/refunds/tron/broadcast", {
    method: "POST",
    headers,
    body: { requestId, refundId, signedTransaction },
  });

/** Signs one of the prepared transactions, as a wallet does. */
async function sign(
  owner: DevelopmentAccount,
  transaction: Transaction | undefined,
  isApproval: boolean,
  change: (call: TronCall) => Partial<TronCall> = () => ({}),
) {
  if (!transaction) throw new Error("nothing to sign");
  // The limits that are compiled into pages: 100 TRX and 300 TRX, in sun.
  const call = await tronCallOf(node, owner, transaction, isApproval ? "100000000" : "300000000");
  return signCall(owner.privateKey, { ...call, ...change(call) });
}

const usdtOf = (wallet: string) =>
  tronRead(node, {
    to: tronToHex20(node.usdt),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [tronToHex20(wallet)],
  });

test("on Tron a refund is signed by a wallet, sent by the service, and believed from the chain", async () => {
  const { recipient, payer } = node.accounts;
  const requestId = await aPaidRequest();
  const { refund, transactions } = await aRefund(requestId, recipient);
  const before = BigInt(String(await usdtOf(payer.tronAddress)));
  const last = transactions.length - 1;
  for (const [index, transaction] of transactions.entries()) {
    const signed = await sign(recipient, transaction, index < last);
    const { status, body } = await relay(requestId, refund.refundId, signed);
    expect([status, body]).toEqual([200, { result: true, txid: signed.txID }]);
    await node.control.mine();
    expect((await tronOutcome(node, signed.txID)).ending).toBe("SUCCESS");
  }
  await settle();
  expect(BigInt(String(await usdtOf(payer.tronAddress)))).toBe(before + 20_000_000n);
  const { body } = await send(listRefunds, `/v2/request/${requestId}/refunds`, at(requestId));
  expect(body).toMatchObject({
    refundedAmount: "20",
    refundableAmount: "0",
    refunds: [{ refundId: refund.refundId, state: "confirmed" }],
  });
});

test("the service sends the refund that was prepared and its approvals, and nothing else", async () => {
  const { recipient, payer2 } = node.accounts;
  const requestId = await aPaidRequest();
  const { refund, transactions } = await aRefund(requestId, recipient);
  const { refundId } = refund;
  const payment = transactions.at(-1);
  const stranger = await aMerchant(api, { currency: "USDT-tron" });
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: ["0x1111111111111111111111111111111111111111", 1n],
  });
  const receiver = tronToHex20(refund.receiver).slice(2).toLowerCase();
  const thief = tronToHex20(payer2.tronAddress).slice(2).toLowerCase();
  const attacks: [what: string, change: (call: TronCall) => Partial<TronCall>][] = [
    ["a transfer of a token", () => ({ contract: tronToHex20(node.usdt), data: transfer })],
    ["another receiver", ({ data }) => ({ data: `0x${data.slice(2).replace(receiver, thief)}` })],
    ["another contract", () => ({ contract: tronToHex20(node.usdt) })],
    ["more behind the calldata", ({ data }) => ({ data: `${data}00` })],
    ["coin that goes along", () => ({ callValue: 1n })],
    ["a higher limit", ({ feeLimit }) => ({ feeLimit: feeLimit + 1n })],
  ];
  for (const [what, change] of attacks) {
    const { status, body } = await relay(requestId, refundId, await sign(recipient, payment, false, change));
    expect([what, status, body.message]).toEqual([what, 400, expect.stringContaining("does not match")]);
  }
  const good = await sign(recipient, payment, false);
  expect((await relay(requestId, refundId, good, stranger.session.cookie)).status).toBe(404);
  expect((await relay(requestId, refundId, good, {})).status).toBe(401);
  expect((await relay(requestId, "01KE6W00000000000000000000", good)).status).toBe(404);
  const path = `/v2/request/${requestId}/refunds/${refundId}`;
  expect((await send(deleteRefund, path, { method: "DELETE", ...at(requestId, { refundId }) })).status).toBe(
    200,
  );
  const late = await relay(requestId, refundId, good);
  expect([late.status, late.headers.get("x-error-code")]).toEqual([409, "refund_not_sendable"]);
  expect((await send(getRefund, path, at(requestId, { refundId }))).status).toBe(409);
});
