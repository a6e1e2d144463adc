import { encodeFunctionData, type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { depositFactoryAbi, erc20Abi } from "@/contracts/abis";
import { tronToHex20 } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import type { TronCall } from "@/server/chains/tron/transaction";
import type { CollectionPrepared } from "@/server/dashboard/deposits/schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { aTronWallet } from "@/server/testing/sign-in";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { tronCall, tronOutcome, tronRead } from "@/server/testing/tron/tron-contracts";
import { signCall, tronCallOf } from "@/server/testing/tron/tron-signing";
import { POST as postCollect } from "./collect/route";
import { GET as getDeposits } from "./route";
import { POST as postBroadcast } from "./tron/broadcast/route";

const FACTORY = NETWORKS.tron.contracts.depositFactory?.address ?? "";

let node: TestTron;
let api: TestApi;
let shop: Merchant;

beforeAll(async () => {
  node = await startTronNode();
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_TRON: node.url,
    NATIVE_PRICE_USD_TRON: "0.25",
  });
  shop = await aMerchant(api, { currency: "USDT-tron" });
});
afterAll(async () => {
  await api?.close();
  await node?.stop();
});

interface Given {
  requestId: string;
  address: string;
  payee: string;
}

/** A request over 20 USDT, of which a plain transfer has brought some to its deposit address. */
async function aDeposit(units: bigint, payee = aTronWallet().address): Promise<Given> {
  const created = await send(postRequest, "/v2/request", {
    method: "POST",
    headers: shop.key,
    body: { payee, amount: "20", invoiceCurrency: "USDT-tron", paymentCurrency: "USDT-tron" },
  });
  expect(created.status).toBe(201);
  const requestId = String(created.body.requestId);
  const told = await send(getCalldata, `/v2/request/${requestId}/pay?method=deposit`, {
    headers: shop.key,
    params: { requestId },
  });
  const { address } = told.body.depositAddress;
  const args = [tronToHex20(address), units];
  const to = tronToHex20(node.usdt);
  await node.send("payer2", tronCall({ to, abi: erc20Abi, functionName: "transfer", args }));
  return { requestId, address, payee };
}

async function settle(): Promise<void> {
  await node.control.solidify();
  await watchAll(api, "tron");
}

const usdtOf = (wallet: string) =>
  tronRead(node, {
    to: tronToHex20(node.usdt),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [tronToHex20(wallet)],
  });

async function prepare(body: object = {}): Promise<CollectionPrepared> {
  const answer = await send(postCollect, "/v1/dashboard/deposits/collect", {
    method: "POST",
    headers: shop.session.cookie,
    body: { network: "tron", ...body },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Signs the prepared transaction, as a wallet does, and has the service send it. */
async function collect(prepared: CollectionPrepared) {
  const signed = await sign(prepared);
  const { status, body } = await relay(signed);
  expect([status, body]).toEqual([200, { result: true, txid: signed.txID }]);
  await node.control.mine();
  return tronOutcome(node, signed.txID);
}

async function sign(
  { transactions: [transaction], metadata }: CollectionPrepared,
  change: (call: TronCall) => Partial<TronCall> = () => ({}),
) {
  if (!transaction || metadata.feeLimit === null) throw new Error("nothing to collect");
  const { payer } = node.accounts;
  const call = await tronCallOf(node, payer, transaction, metadata.feeLimit);
  return signCall(payer.privateKey, { ...call, ...change(call) });
}

const relay = (signedTransaction: unknown, headers: Record<string, string> = shop.session.cookie) =>
  send(postBroadcast, "/v1/dashboard/deposits/tron/broadcast", {
    method: "POST",
    headers,
    body: { signedTransaction },
  });

test("on Tron what waits is told and collected in the same way, with its energy and its limit", async () => {
  const [one, two] = [await aDeposit(20_000_000n), await aDeposit(5_000_000n)];
  await settle();
  const { body } = await send(getDeposits, "/v1/dashboard/deposits", { headers: shop.session.cookie });
  expect(body.groups).toMatchObject([
    { network: "tron", currencyId: "USDT-tron", addresses: 2, amount: "25", collectableAddresses: 2 },
  ]);
  const prepared = await prepare({ wallet: node.accounts.payer.tronAddress });
  expect(prepared.transactions).toMatchObject([{ to: FACTORY, value: 0 }]);
  expect(prepared.metadata).toMatchObject({
    networkFeeCurrency: "TRX",
    hasEnoughGas: true,
    feeLimit: "320000000",
  });
  expect(Number(prepared.metadata.estimatedNetworkFee)).toBeGreaterThan(1);
  expect(Number(prepared.metadata.estimatedNetworkFeeUsd)).toBeCloseTo(
    Number(prepared.metadata.estimatedNetworkFee) / 4,
    4,
  );
  const { ending, energy } = await collect(prepared);
  expect(ending).toBe("SUCCESS");
  expect(energy).toBeLessThan(460_000);
  expect([await usdtOf(one.payee), await usdtOf(two.payee)]).toEqual([20_000_000n, 5_000_000n]);
  await settle();
  expect((await prepare()).transactions).toEqual([]);
});

test("on Tron one that is collected before sending is passed over, and stops no other", async () => {
  const [one, two] = [await aDeposit(20_000_000n), await aDeposit(20_000_000n)];
  await settle();
  const early = await prepare();
  expect(early.deposits).toHaveLength(2);
  await collect(await prepare({ addresses: [one.address] }));
  expect((await prepare()).leftOut).toEqual([
    { address: one.address, requestId: one.requestId, reason: "empty" },
  ]);
  const { ending, events } = await collect(early);
  expect(ending).toBe("SUCCESS");
  const passedOver = events(tronToHex20(FACTORY), depositFactoryAbi).map(({ args }) => args);
  expect(passedOver).toMatchObject([
    { account: expect.stringMatching(new RegExp(tronToHex20(one.address), "i")) },
  ]);
  expect([await usdtOf(one.payee), await usdtOf(two.payee)]).toEqual([20_000_000n, 20_000_000n]);
});

test("the service sends collections of the account's own deposits, and nothing else", async () => {
  const { address } = await aDeposit(20_000_000n);
  await aDeposit(20_000_000n);
  await settle();
  const prepared = await prepare();
  const stranger = await aMerchant(api, { currency: "USDT-tron" });
  const { terms } = prepared.deposits.find((deposit) => deposit.address === address) ?? {};
  if (!terms) throw new Error("not prepared");
  const own = termsFromWire(terms);
  const data = (functionName: "rescue" | "collect" | "collectMany", args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: depositFactoryAbi, functionName, args } as Parameters<
      typeof encodeFunctionData
    >[0]);
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: ["0x1111111111111111111111111111111111111111", 1n],
  });
  const usdt = tronToHex20(node.usdt);
  const thief = { ...own, payee: "0x9999999999999999999999999999999999999999" };
  const attacks: [what: string, change: (call: TronCall) => Partial<TronCall>][] = [
    ["a transfer of a token", () => ({ contract: usdt, data: transfer })],
    ["another contract", () => ({ contract: usdt })],
    ["another function", () => ({ data: data("rescue", [own, usdt]) })],
    ["terms of nobody", () => ({ data: data("collect", [thief]) })],
    ["terms that no address can have", () => ({ data: data("collect", [{ ...own, payee: zeroAddress }]) })],
    ["none at all", () => ({ data: data("collectMany", [[]]) })],
    ["more behind the calldata", (call) => ({ data: `${call.data}00` })],
    ["coin that goes along", () => ({ callValue: 1n })],
    ["a higher limit", (call) => ({ feeLimit: call.feeLimit + 1n })],
  ];
  for (const [what, change] of attacks) {
    const { status, body } = await relay(await sign(prepared, change));
    expect([what, status, body.code]).toEqual([what, 400, undefined]);
    expect([what, body.message]).toEqual([what, expect.stringContaining("does not match")]);
  }
  const good = await sign(prepared);
  expect((await relay(good, stranger.session.cookie)).status).toBe(400);
  expect((await relay(good, {})).status).toBe(401);
  expect(Number(await usdtOf(address))).toBe(20_000_000);
  expect((await relay(good)).status).toBe(200);
  // The answer was lost: the same bytes do no harm twice.
  expect([200, 502]).toContain((await relay(good)).status);
  await node.control.mine();
  expect(Number(await usdtOf(address))).toBe(0);
});
