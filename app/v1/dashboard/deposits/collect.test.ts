import { decodeFunctionData, type Hex, parseEventLogs } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { depositFactoryAbi } from "@/contracts/abis";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { CollectionPrepared, WaitingDeposits } from "@/server/dashboard/deposits/schema";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { freezingUsdc } from "@/server/testing/evm/freezing-token";
import { plainTransfer } from "@/server/testing/evm/plain-transfer";
import { aSafe } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { POST as postCollect } from "./collect/route";
import { GET as getDeposits } from "./route";

const USDC = "USDC-sepolia";
const FEE_RECEIVER = "0x1111111111111111111111111111111111111111";
const FACTORY = EVM_NETWORKS.sepolia.contracts.depositFactory?.address;

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }));
});
afterAll(() => stop?.());
beforeEach(async () => {
  shop = await aMerchant(api);
});

interface Given {
  requestId: string;
  address: string;
  payee: Hex;
}

/** A request over 20 USDC with a fee of 1, and its deposit address. */
async function aDeposit(payee: Hex = hex(aWallet()), currency = USDC): Promise<Given> {
  const body = { payee, amount: "20", invoiceCurrency: currency, paymentCurrency: currency };
  const created = await send(postRequest, "/v2/request", { method: "POST", headers: shop.key, body });
  expect(created.status).toBe(201);
  const requestId = String(created.body.requestId);
  const path = `/v2/request/${requestId}/pay?method=deposit&feePercentage=5&feeAddress=${FEE_RECEIVER}`;
  const { status, body: told } = await send(getCalldata, path, { headers: shop.key, params: { requestId } });
  expect(status).toBe(200);
  return { requestId, address: told.depositAddress.address, payee };
}

/** A plain transfer, as an exchange makes it. */
async function transfer({ address }: Given, units: bigint, currency = USDC): Promise<void> {
  await plainTransfer(chain, { currency, to: address, units });
}

async function aPaidDeposit(payee?: Hex): Promise<Given> {
  const given = await aDeposit(payee);
  await transfer(given, 21_000_000n);
  await watch();
  return given;
}

const watch = () => watchAll(api, "sepolia");
const hex = (text: string): Hex => `0x${text.slice(2)}`;
const has = (wallet: Hex) => balanceOf(chain, tokenAddress(USDC), wallet);

async function waiting(merchant = shop): Promise<WaitingDeposits[]> {
  const { status, body } = await send(getDeposits, "/v1/dashboard/deposits", {
    headers: merchant.session.cookie,
  });
  expect(status).toBe(200);
  expect(body.mostAtOnce).toBe(80);
  return body.groups;
}

const askToCollect = (body: object, headers: Record<string, string> = shop.key) =>
  send(postCollect, "/v1/dashboard/deposits/collect", {
    method: "POST",
    headers,
    body: { network: "sepolia", ...body },
  });

async function prepare(body: object = {}): Promise<CollectionPrepared> {
  const answer = await askToCollect(body);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("GET /v1/dashboard/deposits", () => {
  test("tells what waits by network and currency, what the payee gets of it, and since when", async () => {
    const [one, two] = [await aDeposit(), await aDeposit()];
    await transfer(one, 21_000_000n);
    await transfer(two, 10_500_000n);
    const usdt = await aDeposit(undefined, "USDT-sepolia");
    await transfer(usdt, 1_000_000n, "USDT-sepolia");
    await aDeposit();
    await watch();
    expect(await waiting()).toEqual([
      {
        network: "sepolia",
        currency: "USDC",
        currencyId: "USDC-sepolia",
        addresses: 2,
        amount: "31.5",
        collectableAddresses: 2,
        collectableAmount: "31.5",
        deposits: [
          {
            address: one.address,
            requestId: one.requestId,
            flow: "incoming",
            reference: null,
            payee: one.payee,
            amount: "21",
            payeeAmount: "20",
            confirmedAmount: "21",
            isCollectable: true,
            since: expect.stringMatching(/^\d{4}-/),
          },
          expect.objectContaining({ requestId: two.requestId, amount: "10.5", payeeAmount: "10" }),
        ],
      },
      expect.objectContaining({ currencyId: "USDT-sepolia", addresses: 1, amount: "1" }),
    ]);
  });

  test("nothing of another account, and nothing without a credential", async () => {
    await aPaidDeposit();
    expect(await waiting(await aMerchant(api))).toEqual([]);
    expect((await send(getDeposits, "/v1/dashboard/deposits", {})).status).toBe(401);
    expect((await send(getDeposits, "/v1/dashboard/deposits", { headers: shop.browser })).status).toBe(401);
  });
});

describe("a payment in the dashboard", () => {
  const detail = async ({ requestId }: Given): Promise<PaymentDetail> => {
    const path = `/v1/dashboard/payments/${requestId}`;
    const { status, body } = await send(getPayment, path, {
      headers: shop.session.cookie,
      params: { requestId },
    });
    expect(status).toBe(200);
    return body;
  };
  const transfersOf = ({ timeline }: PaymentDetail) =>
    timeline.flatMap((entry) => (entry.kind === "transfer" ? [entry] : []));

  test("says of each plain transfer who sent it, and whether it is still at its address", async () => {
    const one = await aPaidDeposit();
    const before = await detail(one);
    expect(before.money).toMatchObject({ paid: "20", atDepositAddress: "21", heldCurrency: "USDC" });
    const [seen] = transfersOf(before);
    expect(seen?.transfer.plainTransfer).toEqual({
      address: one.address,
      sentFrom: chain.accounts.payer2.address,
      isCollected: false,
    });
    expect(seen?.reason).toContain("is at the deposit address until it is collected");
    await signAndSend(chain, "payer", (await prepare()).transactions);
    await transfer(one, 3_000_000n);
    await watch();
    const after = await detail(one);
    expect(after.money.atDepositAddress).toBe("3");
    expect(transfersOf(after).map(({ transfer }) => transfer.plainTransfer?.isCollected)).toEqual([
      true,
      false,
    ]);
    expect(transfersOf(after)[0]?.reason).toContain("was collected");
  });

  test("says nothing of the kind of a payment by a wallet", async () => {
    const { requestId } = await aDeposit();
    const path = `/v2/request/${requestId}/pay?wallet=${chain.accounts.payer.address}`;
    const { body } = await send(getCalldata, path, { headers: shop.key, params: { requestId } });
    await signAndSend(chain, "payer", body.transactions);
    await watch();
    const paid = await detail({ requestId, address: "", payee: "0x" });
    expect(paid.money.atDepositAddress).toBe("0");
    expect(transfersOf(paid).map(({ transfer }) => transfer.plainTransfer)).toEqual([null]);
  });
});

describe("POST /v1/dashboard/deposits/collect", () => {
  test("prepares one transaction that brings payees and fee receivers all that waits", async () => {
    const [one, two] = [await aPaidDeposit(), await aDeposit()];
    await transfer(two, 10_500_000n);
    await watch();
    const feeBefore = await has(FEE_RECEIVER);
    const prepared = await prepare({ wallet: chain.accounts.payer.address });
    expect(
      prepared.deposits.map(({ address, amount, payeeAmount }) => [address, amount, payeeAmount]),
    ).toEqual([
      [one.address, "21", "20"],
      [two.address, "10.5", "10"],
    ]);
    expect(prepared.leftOut).toEqual([]);
    expect(prepared.metadata).toMatchObject({
      networkFeeCurrency: "ETH",
      hasEnoughGas: true,
      feeLimit: null,
    });
    expect(Number(prepared.metadata.estimatedNetworkFee)).toBeGreaterThan(0);
    const [transaction] = prepared.transactions;
    expect(transaction).toMatchObject({ to: FACTORY, value: 0 });
    const { functionName, args } = decodeFunctionData({
      abi: depositFactoryAbi,
      data: hex(transaction?.data ?? ""),
    });
    expect(functionName).toBe("collectMany");
    expect(args).toEqual([prepared.deposits.map(({ terms }) => termsFromWire(terms))]);
    await signAndSend(chain, "payer", prepared.transactions);
    expect([await has(one.payee), await has(two.payee)]).toEqual([20_000_000n, 10_000_000n]);
    expect((await has(FEE_RECEIVER)) - feeBefore).toBe(1_500_000n);
    await watch();
    expect(await waiting()).toEqual([]);
    expect((await prepare()).transactions).toEqual([]);
  });

  test("what comes later is collected by itself, with its own time", async () => {
    const one = await aPaidDeposit();
    await signAndSend(chain, "payer", (await prepare()).transactions);
    await watch();
    await transfer(one, 5_000_000n);
    await watch();
    const [group] = await waiting();
    expect(group?.deposits).toMatchObject([{ address: one.address, amount: "5", payeeAmount: "5" }]);
    const prepared = await prepare();
    expect(prepared.deposits).toMatchObject([{ amount: "5", payeeAmount: "5" }]);
    await signAndSend(chain, "payer", prepared.transactions);
    expect(await has(one.payee)).toBe(25_000_000n);
  });

  test("collects from the addresses that are named alone", async () => {
    const [one, two] = [await aPaidDeposit(), await aPaidDeposit()];
    const { deposits, transactions } = await prepare({ addresses: [two.address, two.address.toLowerCase()] });
    expect(deposits.map(({ address }) => address)).toEqual([two.address]);
    await signAndSend(chain, "payer2", transactions);
    expect([await has(one.payee), await has(two.payee)]).toEqual([0n, 20_000_000n]);
  });

  test("an address of another account is no address, as one that nobody has", async () => {
    const own = await aPaidDeposit();
    const stranger = await aMerchant(api);
    for (const address of [own.address, aWallet(), "0x12", "TXYZ"]) {
      const answer = await askToCollect({ addresses: [address] }, stranger.key);
      expect(answer).toMatchObject({ status: 404, body: { error: "Not Found" } });
      expect(JSON.stringify(answer.body)).not.toContain(own.requestId);
    }
    const both = await askToCollect({ addresses: [own.address, aWallet()] });
    expect(both.status).toBe(404);
    expect((await askToCollect({}, stranger.key)).body).toMatchObject({ deposits: [], transactions: [] });
  });

  test("an address that has nothing, or nothing that is deep enough, is left out and named", async () => {
    const [empty, shallow] = [await aDeposit(), await aDeposit()];
    await transfer(shallow, 1_000_000n);
    await watch();
    await api.app.database.db.execute(
      `update transfers set state = 'seen' where deposit_address = '\\x${shallow.address.slice(2)}'`,
    );
    const [group] = await waiting();
    expect(group).toMatchObject({ addresses: 1, collectableAddresses: 0, collectableAmount: "0" });
    expect(group?.deposits).toMatchObject([{ amount: "1", confirmedAmount: "0", isCollectable: false }]);
    const addresses = [empty.address, shallow.address];
    const { leftOut, transactions } = await prepare({ addresses });
    expect(new Map(leftOut.map(({ address, reason }) => [address, reason]))).toEqual(
      new Map([
        [empty.address, "nothing_waits"],
        [shallow.address, "not_confirmed"],
      ]),
    );
    expect(transactions).toEqual([]);
  });

  test("one that was collected a moment ago is left out; one that is collected before sending stops no other", async () => {
    const [one, two, three] = [await aPaidDeposit(), await aPaidDeposit(), await aPaidDeposit()];
    const early = await prepare();
    expect(early.deposits).toHaveLength(3);
    await signAndSend(chain, "payer", (await prepare({ addresses: [two.address] })).transactions);
    expect((await prepare()).leftOut).toEqual([
      { address: two.address, requestId: two.requestId, reason: "empty" },
    ]);
    const [receipt] = await signAndSend(chain, "payer2", early.transactions);
    const passedOver = parseEventLogs({ abi: depositFactoryAbi, logs: receipt?.logs ?? [] });
    expect(passedOver.map(({ args }) => args)).toEqual([{ account: two.address }]);
    for (const { payee } of [one, two, three]) expect(await has(payee)).toBe(20_000_000n);
    await watch();
    expect(await waiting()).toEqual([]);
  });

  test("a payee whom the issuer froze stops no other: it is left out, and so it is of a transaction made before", async () => {
    const frozen = hex(aWallet());
    const freeze = await freezingUsdc(chain);
    const [one, bad, two] = [await aPaidDeposit(), await aPaidDeposit(frozen), await aPaidDeposit()];
    const early = await prepare();
    await freeze(frozen, true);
    const prepared = await prepare();
    expect(prepared.leftOut).toEqual([{ address: bad.address, requestId: bad.requestId, reason: "refused" }]);
    expect(prepared.deposits.map(({ address }) => address)).toEqual([one.address, two.address]);
    await signAndSend(chain, "payer", early.transactions);
    expect([await has(one.payee), await has(frozen), await has(two.payee)]).toEqual([
      20_000_000n,
      0n,
      20_000_000n,
    ]);
    await watch();
    const [group] = await waiting();
    expect(group?.deposits.map(({ address }) => address)).toEqual([bad.address]);
    await freeze(frozen, false);
    await signAndSend(chain, "payer", (await prepare()).transactions);
    expect(await has(frozen)).toBe(20_000_000n);
  });

  test("a fee that its receiver could not be paid is left there, and is nothing to collect", async () => {
    const freeze = await freezingUsdc(chain);
    await freeze(FEE_RECEIVER, true);
    const one = await aPaidDeposit();
    await signAndSend(chain, "payer", (await prepare()).transactions);
    await watch();
    expect([await has(one.payee), await has(hex(one.address))]).toEqual([20_000_000n, 1_000_000n]);
    expect(await waiting()).toEqual([]);
    expect((await prepare({ addresses: [one.address] })).leftOut).toMatchObject([
      { reason: "nothing_waits" },
    ]);
    await transfer(one, 4_000_000n);
    await watch();
    const [group] = await waiting();
    expect(group?.deposits).toMatchObject([{ amount: "4", payeeAmount: "4" }]);
    await signAndSend(chain, "payer", (await prepare()).transactions);
    await watch();
    expect(await has(one.payee)).toBe(24_000_000n);
    expect(await waiting()).toEqual([]);
    await freeze(FEE_RECEIVER, false);
  });

  test("gives a Safe the transaction that its owners sign, and refuses what is none", async () => {
    await aPaidDeposit();
    const { address } = await aSafe(chain, {});
    const { safeTransaction, transactions, metadata } = await prepare({ wallet: address, isSafe: true });
    expect(safeTransaction).toMatchObject({
      safe: address,
      to: FACTORY,
      data: transactions[0]?.data,
      operation: 0,
    });
    expect(metadata.hasEnoughGas).toBe(true);
    const no = await askToCollect({ wallet: chain.accounts.payer.address, isSafe: true });
    expect(no.status).toBe(400);
    expect((await askToCollect({ isSafe: true })).status).toBe(400);
  });

  test("says so where the network is not watched, and where a wallet is of another family", async () => {
    expect((await askToCollect({ network: "base" })).status).toBe(400);
    expect((await askToCollect({ network: "moon" })).status).toBe(400);
    expect((await askToCollect({ wallet: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC" })).status).toBe(400);
    expect((await askToCollect({ addresses: Array.from({ length: 81 }, () => aWallet()) })).status).toBe(400);
  });
});
