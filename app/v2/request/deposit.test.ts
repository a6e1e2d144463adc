import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getQuittance } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { depositAddresses } from "@/db/schema";
import { depositContractsOf, evmDepositAddress } from "@/server/chains/deposit-address";
import { createRpc } from "@/server/chains/evm/rpc";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { checkOffline } from "@/server/quittances/check-offline";
import { checkOnChain } from "@/server/quittances/check-on-chain";
import { Quittance } from "@/server/quittances/schema";
import type { DepositTermsOnWire } from "@/server/requests/paying/deposit/schema";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { plainTransfer } from "@/server/testing/evm/plain-transfer";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

const DAY_MS = 24 * 60 * 60_000;
const FEE_RECEIVER = "0x1111111111111111111111111111111111111111";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let later = 0;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(
    "sepolia",
    { DEPOSIT_WATCH_DAYS: "30" },
    { now: () => new Date(Date.now() + later) },
  ));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());

async function aRequest(more: object = {}, headers = shop.key): Promise<string> {
  const body = {
    payee: chain.accounts.recipient.address,
    amount: "20",
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    ...more,
  };
  const { status, body: created } = await send(postRequest, "/v2/request", { method: "POST", headers, body });
  expect(status).toBe(201);
  return String(created.requestId);
}

const pay = (requestId: string, query = "", headers = shop.key) =>
  send(getCalldata, `/v2/request/${requestId}/pay?method=deposit${query}`, {
    headers,
    params: { requestId },
  });
const read = async (requestId: string) =>
  (await send(getRequest, `/v2/request/${requestId}`, { headers: shop.key, params: { requestId } })).body;

async function aLink(body: object, headers = shop.browser): Promise<string> {
  const created = await send(createLink, "/v2/secure-payments", { method: "POST", headers, body });
  expect(created.status).toBe(201);
  return String(created.body.token);
}

const readAsPayer = (token: string, query = "?method=deposit") =>
  send(readLink, `/v2/secure-payments/${token}${query}`, { headers: shop.browser, params: { token } });

/** A plain transfer, as an exchange makes it. */
async function transfer(to: string, units: bigint): Promise<void> {
  await plainTransfer(chain, { currency: "USDC-sepolia", to, units });
  await watchAll(api, "sepolia");
}

/** The address of the answer, computed anew from its terms. */
function computed(terms: DepositTermsOnWire): string {
  const makers = depositContractsOf(EVM_NETWORKS.sepolia);
  if (!makers) throw new Error("no contracts");
  return evmDepositAddress(termsFromWire(terms), makers);
}

describe("GET /v2/request/{requestId}/pay?method=deposit", () => {
  test("tells an address that follows from its terms, and a plain transfer to it pays", async () => {
    const requestId = await aRequest();
    const { status, body } = await pay(requestId, `&feePercentage=5&feeAddress=${FEE_RECEIVER}`);
    expect(status).toBe(200);
    const { depositAddress } = body;
    expect(depositAddress).toMatchObject({
      network: "sepolia",
      chainId: "11155111",
      token: "USDC-sepolia",
      amount: "21",
      expiresAt: null,
      quote: null,
      terms: {
        amount: "20000000",
        feeAmount: "1000000",
        payee: chain.accounts.recipient.address,
      },
    });
    expect(depositAddress.address).toBe(computed(depositAddress.terms));
    expect((await pay(requestId, `&feePercentage=5&feeAddress=${FEE_RECEIVER}`)).body).toEqual(body);
    await transfer(depositAddress.address, 21_000_000n);
    const request = await read(requestId);
    expect(request).toMatchObject({ status: "paid", hasBeenPaid: true });
    expect(request.payments).toMatchObject([
      {
        type: "deposit",
        amount: "20",
        payerAddress: null,
        payerEoaAddress: null,
        sentFrom: chain.accounts.payer2.address,
      },
    ]);
    expect(await pay(requestId)).toMatchObject({ status: 400, body: { error: expect.anything() } });
  });

  test("its quittance proves the transfers by the address, and nothing else passes for them", async () => {
    const requestId = await aRequest();
    const fee = `&feePercentage=5&feeAddress=${FEE_RECEIVER}`;
    const { depositAddress } = (await pay(requestId, fee)).body;
    await transfer(depositAddress.address, 8_000_000n);
    await transfer(depositAddress.address, 13_000_000n);
    const answer = await send(getQuittance, `/v2/request/${requestId}/quittance`, { params: { requestId } });
    expect(answer.status).toBe(200);
    const quittance = Quittance.parse(answer.body);
    const rpc = createRpc([chain.rpcUrl]);
    const check = (changed: Quittance) => checkOnChain(changed, () => rpc);
    expect(await checkOffline(quittance)).toEqual([]);
    expect(await check(quittance)).toEqual([]);
    const [proof, second] = quittance.deposits ?? [];
    if (!proof || !second) throw new Error("no proofs");
    expect([proof.before, second.before]).toEqual(["0", "8000000"]);
    const withTerms = (terms: object) => ({
      ...quittance,
      deposits: [{ ...proof, terms: { ...proof.terms, ...terms } }, second],
    });
    for (const [terms, problem] of [
      [{ payee: chain.accounts.merchant.address }, "sent nothing to"],
      [{ amount: "1" }, "sent nothing to"],
      [{ feeReceiver: chain.accounts.merchant.address }, "sent nothing to"],
      [{ homeChainId: "1" }, "sent nothing to"],
    ] as const) {
      expect(await check(withTerms(terms))).toEqual([expect.stringContaining(problem)]);
    }
    expect(await check({ ...quittance, deposits: [] })).toHaveLength(2);
    expect(await check({ ...quittance, deposits: [proof, { ...second, before: "21000000" }] })).toEqual([
      expect.stringContaining("another amount"),
    ]);
  });

  test("asks for the rest after a part, at the same address", async () => {
    const requestId = await aRequest();
    const first = (await pay(requestId)).body.depositAddress;
    await transfer(first.address, 5_000_000n);
    expect((await pay(requestId)).body.depositAddress).toEqual({ ...first, amount: "15" });
    expect(await read(requestId)).toMatchObject({ status: "partially_paid" });
  });

  test("400 for a request in the network's own coin, with the reason", async () => {
    const coin = "ETH-sepolia-sepolia";
    const answer = await pay(
      await aRequest({ amount: "0.01", invoiceCurrency: coin, paymentCurrency: coin }),
    );
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain("own coin");
  });

  test.each(["wallet", "amount", "chain", "isSafe"])("400 naming %s beside method=deposit", async (field) => {
    const value = {
      wallet: chain.accounts.payer.address,
      amount: "1",
      chain: "BASE&token=USDC",
      isSafe: "true",
    };
    const answer = await pay(await aRequest(), `&${field}=${value[field as keyof typeof value]}`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`${field} does not go together with method=deposit`);
  });

  test("of one request there are ten at most, whatever fees are asked with, also at once", async () => {
    const requestId = await aRequest();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, i) =>
        pay(requestId, `&feePercentage=${i + 1}&feeAddress=${FEE_RECEIVER}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(JSON.stringify(answers.find(({ status }) => status === 400)?.body)).toContain("as it can have");
    const [kept] = answers.flatMap(({ status }, i) => (status === 200 ? [i + 1] : []));
    // Those that it has are told again.
    expect((await pay(requestId, `&feePercentage=${kept}&feeAddress=${FEE_RECEIVER}`)).status).toBe(200);
  });

  test("is watched for the days that DEPOSIT_WATCH_DAYS says, again from when it is paid at", async () => {
    const { depositAddress } = (await pay(await aRequest())).body;
    const daysLeft = async () => {
      const [row] = await api.app.database.db
        .select()
        .from(depositAddresses)
        .where(eq(depositAddresses.address, depositAddress.address));
      return Math.round(((row?.watchedUntil.getTime() ?? 0) - Date.now()) / DAY_MS);
    };
    expect(await daysLeft()).toBe(30);
    later = 10 * DAY_MS;
    await transfer(depositAddress.address, 1_000_000n);
    expect(await daysLeft()).toBe(40);
    later = 0;
  });

  test("404 for a request of somebody else, and nothing is kept", async () => {
    const other = await aMerchant(api);
    const requestId = await aRequest();
    expect((await pay(requestId, "", other.key)).status).toBe(404);
    const rows = await api.app.database.db.select().from(depositAddresses);
    expect(rows.filter(({ paymentReference }) => paymentReference === requestId)).toEqual([]);
  });
});

describe("GET /v2/secure-payments/{token}?method=deposit", () => {
  test("tells the address to whoever has the link, without a wallet; without the question nothing is kept", async () => {
    const token = await aLink({ requests: [{ amount: "3" }] });
    const count = () => api.app.database.db.$count(depositAddresses);
    const before = await count();
    expect((await readAsPayer(token, "")).body.depositAddress).toBeUndefined();
    expect(await count()).toBe(before);
    const { body } = await readAsPayer(token);
    expect(body.depositAddress).toMatchObject({ isOffered: true, amount: "3", network: "sepolia" });
    expect(Date.parse(body.depositAddress.expiresAt)).toBeGreaterThan(Date.now());
    await transfer(body.depositAddress.address, 3_000_000n);
    expect(await read(body.requestIds[0])).toMatchObject({ status: "paid" });
    expect((await readAsPayer(token)).status).toBe(409);
  });

  test("not offered for several payments at once, nor where only some wallets may pay, with the reason", async () => {
    const bundle = await aLink({ requests: [{ amount: "1" }, { amount: "2" }] });
    expect((await readAsPayer(bundle)).body.depositAddress).toEqual({ isOffered: false, reason: "bundle" });
    const listed = await aLink({
      requests: [{ amount: "1" }],
      accessPolicy: { allowedPayerAddresses: [chain.accounts.payer.address] },
    });
    const { body } = await readAsPayer(listed, `?method=deposit&wallet=${chain.accounts.payer.address}`);
    expect(body.depositAddress).toEqual({ isOffered: false, reason: "restricted" });
    const [requestId] = body.requestIds;
    expect((await pay(requestId)).status).toBe(400);
    const masked = await aLink({ requests: [{ amount: "1" }], accessPolicy: { hidePayeeAddress: true } });
    const shown = await readAsPayer(masked);
    expect(shown.body.depositAddress).toEqual({ isOffered: false, reason: "payee_hidden" });
    expect(JSON.stringify(shown.body).toLowerCase()).not.toContain(shop.wallet.slice(2).toLowerCase());
  });
});
