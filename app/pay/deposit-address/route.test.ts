import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as openAddress } from "@/app/pay/deposit-address/route";
import { POST as askState } from "@/app/pay/state/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { checkDepositAddress } from "@/components/pay/safety/deposit-address";
import { checkSignature } from "@/components/pay/safety/signed-quotes";
import { erc20Abi } from "@/contracts/abis";
import { depositAddresses, quotes } from "@/db/schema";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { pageDepositAddress, pageDepositOption } from "@/server/secure-payments/page/deposit-address-schema";
import { isPageState } from "@/server/secure-payments/page/page-schema";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

const DAY_MS = 24 * 60 * 60_000;

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let later = 0;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(
    "sepolia",
    {},
    {
      now: () => new Date(Date.now() + later),
    },
  ));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());

async function aLink(more: object = {}): Promise<string> {
  const body = { requests: [{ amount: "3" }], ...more };
  const created = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: shop.browser,
    body,
  });
  expect(created.status).toBe(201);
  return String(created.body.token);
}

async function aPayout(more: object = {}): Promise<string> {
  const body = {
    recipient: chain.accounts.recipient.address,
    creatorWalletAddress: shop.wallet,
    network: "sepolia",
    currency: "USDC",
    amount: "3",
    ...more,
  };
  const path = "/v2/secure-payments/payouts";
  const created = await send(createPayout, path, { method: "POST", headers: shop.key, body });
  expect(created.status).toBe(201);
  return String(created.body.token);
}

const post = (handler: typeof openAddress, path: string, body: object) =>
  send(handler, path, { method: "POST", body });
const open = (token: string) => post(openAddress, "/pay/deposit-address", { token });
const stateOf = async (token: string) => {
  const { body } = await post(askState, "/pay/state", { token });
  if (!isPageState(body)) throw new Error("no state of a page");
  return body;
};
/** What the page of a link says of this answer once it has compared it with what it shows. */
async function shownOn(token: string, offered: unknown) {
  const page = await stateOf(token);
  if ((page.kind !== "ready" && page.kind !== "partial") || !pageDepositAddress(offered)) {
    throw new Error(`nothing to compare: ${page.kind}`);
  }
  if (offered.quote) await checkSignature(offered.quote, quittanceSigner(api.app.config).address);
  return checkDepositAddress(page, offered);
}
const kept = () => api.app.database.db.$count(depositAddresses);

async function transfer(to: string, units: bigint): Promise<void> {
  const hash = await chain.wallet("payer2").writeContract({
    address: tokenAddress("USDC-sepolia"),
    abi: erc20Abi,
    functionName: "transfer",
    args: [`0x${to.slice(2)}`, units],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await watchAll(api, "sepolia");
}

describe("POST /pay/deposit-address", () => {
  test("opens the address that the API tells, and the page knows it from then on", async () => {
    const token = await aLink();
    const before = await kept();
    expect(await stateOf(token)).toMatchObject({ kind: "ready", depositAddress: null });
    expect(await kept()).toBe(before);

    const { status, body } = await open(token);
    expect(status).toBe(200);
    expect(pageDepositOption(body)).toBe(true);
    expect(body).toMatchObject({ network: "sepolia", token: "USDC-sepolia", amount: "3", quote: null });
    expect(await stateOf(token)).toMatchObject({ kind: "ready", depositAddress: body });
    expect((await open(token)).body).toEqual(body);
    expect(await kept()).toBe(before + 1);
    expect(await shownOn(token, body)).toMatchObject({ ok: true, deposit: { amount: 3_000_000n } });

    const path = `/v2/secure-payments/${token}?method=deposit`;
    const told = await send(readLink, path, { headers: shop.browser, params: { token } });
    expect(told.body.depositAddress).toMatchObject({ address: body.address, terms: body.terms });
  });

  test("after a part the same address takes the rest; once all is there nothing is asked for", async () => {
    const token = await aLink();
    const { body } = await open(token);
    await transfer(body.address, 1_000_000n);
    const rest = { ...body, amount: "2" };
    expect(await stateOf(token)).toMatchObject({ kind: "partial", depositAddress: rest });
    expect((await open(token)).body).toEqual(rest);
    expect(await shownOn(token, rest)).toMatchObject({ ok: true, deposit: { amount: 2_000_000n } });
    await transfer(body.address, 2_000_000n);
    expect((await open(token)).body).toBeNull();
    expect(await stateOf(token)).toMatchObject({ kind: "paid" });
  });

  test("of a link in another currency with a rate that is promised to nobody in particular", async () => {
    const token = await aLink({ requests: [{ amount: "30", invoiceCurrency: "EUR" }] });
    const promised = () => api.app.database.db.$count(quotes);
    const before = await promised();
    expect(await stateOf(token)).toMatchObject({ kind: "ready", depositAddress: null });
    expect(await promised()).toBe(before);
    const { body } = await open(token);
    expect(body.quote).toMatchObject({ payer: "", invoiceCurrency: "EUR", invoiceAmount: "30" });
    expect(body.amount).toBe(body.quote.paymentAmount);
    expect(await shownOn(token, body)).toMatchObject({ ok: true, deposit: { address: body.address } });
    expect(await stateOf(token)).toMatchObject({ kind: "ready", depositAddress: body });
  });

  test("says why there is none, and keeps none", async () => {
    const before = await kept();
    const one = await aPayout();
    const children = [await aPayout(), await aPayout()];
    const path = "/v2/secure-payments/multicall-payouts";
    const body = { childTokens: children };
    const several = await send(createMulticall, path, { method: "POST", headers: shop.key, body });
    expect(several.status).toBe(201);
    const policy = (accessPolicy: object) => aLink({ accessPolicy });
    const listed = { allowedPayerAddresses: [chain.accounts.payer.address] };
    for (const [token, answer] of [
      [String(several.body.token), { reason: "bundle" }],
      [children[0], { reason: "bundle" }],
      [await aLink({ requests: [{ amount: "1" }, { amount: "2" }] }), { reason: "bundle" }],
      [await policy({ hidePayeeAddress: true }), { reason: "payee_hidden" }],
      [await policy(listed), { reason: "restricted" }],
      [await policy({ ...listed, hideUntilApproved: true }), { reason: "restricted" }],
      [await aPayout({ currency: "ETH" }), { reason: "native_coin" }],
      ["01JNOSUCHLINKATALL00000000", null],
    ] as const) {
      const answered = await open(token ?? "");
      expect(answered, JSON.stringify(answer)).toMatchObject({ status: 200, body: answer });
      expect(pageDepositOption(answered.body)).toBe(true);
    }
    later = 400 * DAY_MS;
    expect((await open(one)).body).toBeNull();
    later = 0;
    expect(await kept()).toBe(before);
  });

  test("400 for anything but a token", async () => {
    const token = await aLink();
    for (const body of [{}, { token, wallet: shop.wallet }, { token: 5 }, { token: "x".repeat(101) }]) {
      expect((await post(openAddress, "/pay/deposit-address", body)).status).toBe(400);
    }
  });
});
