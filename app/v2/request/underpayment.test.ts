import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getUnderpayment, PUT as putUnderpayment } from "@/app/v1/dashboard/underpayment/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getQuittance } from "@/app/v2/request/[requestId]/quittance/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { erc20Abi } from "@/contracts/abis";
import { webhookEvents } from "@/db/schema";
import { publicCaller, systemCaller } from "@/server/auth/callers";
import type { AccountName } from "@/server/chains/development-accounts";
import { getPayment } from "@/server/dashboard/get-payment";
import { checkOffline } from "@/server/quittances/check-offline";
import { readPublicReceipt } from "@/server/quittances/public-receipt";
import { Quittance } from "@/server/quittances/schema";
import { auditSettlements } from "@/server/requests/settling/audit";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const USDC = "USDC-sepolia";
const ALL = { percent: "1", cap: "5", for: "all" };
const DEPOSITS = { ...ALL, for: "deposits" };

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }));
  shop = await aMerchant(api);
});
afterAll(() => stop?.());

const at = (requestId: string) => ({ headers: shop.key, params: { requestId } });
const read = async (requestId: string) =>
  (await send(getRequest, `/v2/request/${requestId}`, at(requestId))).body;

/** A request over 100 USDC of which this is tolerated; undefined for what the account says. */
async function aRequest(underpayment: object | null | undefined, more: object = {}): Promise<string> {
  const body = {
    payee: chain.accounts.recipient.address,
    amount: "100",
    invoiceCurrency: USDC,
    paymentCurrency: USDC,
    ...(underpayment === undefined ? {} : { underpayment }),
    ...more,
  };
  const { status, body: created } = await send(postRequest, "/v2/request", {
    method: "POST",
    headers: shop.key,
    body,
  });
  expect(status, JSON.stringify(created)).toBe(201);
  return String(created.requestId);
}

/** Pays a part with the transactions of the API. */
async function pay(requestId: string, amount: string, from: AccountName = "payer"): Promise<void> {
  const path = `/v2/request/${requestId}/pay?wallet=${chain.accounts[from].address}&amount=${amount}`;
  const { status, body } = await send(getCalldata, path, at(requestId));
  expect(status, JSON.stringify(body)).toBe(200);
  await signAndSend(chain, from, body.transactions);
  await watchAll(api, "sepolia");
}

/** A plain transfer to the deposit address of a request. */
async function deposit(requestId: string, units: bigint): Promise<void> {
  const told = await send(getCalldata, `/v2/request/${requestId}/pay?method=deposit`, at(requestId));
  expect(told.status).toBe(200);
  const hash = await chain.wallet("payer2").writeContract({
    address: tokenAddress(USDC),
    abi: erc20Abi,
    functionName: "transfer",
    args: [`0x${told.body.depositAddress.address.slice(2)}`, units],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await watchAll(api, "sepolia");
}

/** The payment events of a request: name, what all came to, and what was missing. */
async function told(requestId: string) {
  const rows = await api.app.database.db
    .select({ body: webhookEvents.body })
    .from(webhookEvents)
    .where(eq(webhookEvents.platformId, shop.platformId))
    .orderBy(asc(webhookEvents.sequence));
  return rows
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.requestId === requestId && /^payment\.(partial|confirmed)$/.test(body.event))
    .map((body) => [body.event, body.totalAmountPaid, body.underpaidAmount ?? null]);
}

async function expectAudited(): Promise<void> {
  expect(await auditSettlements(api.app.context(systemCaller("")))).toEqual([]);
}

describe("an underpayment", () => {
  test("that is tolerated pays the request, and is named everywhere", async () => {
    const requestId = await aRequest(ALL);
    await pay(requestId, "99.5");
    expect(await read(requestId)).toMatchObject({
      status: "paid",
      hasBeenPaid: true,
      paidAmount: "99.5",
      underpaidAmount: "0.5",
    });
    expect(await told(requestId)).toEqual([["payment.confirmed", "99.5", "0.5"]]);
    const detail = await getPayment(api.app.context(systemCaller(shop.platformId)), requestId);
    expect(detail.money).toMatchObject({ remaining: "0", underpaid: "0.5" });
    expect(detail.statusReason).toContain("0.50 USDC, which is tolerated");
    const receipt = await readPublicReceipt(api.app.context(publicCaller("")), requestId);
    expect(receipt).toMatchObject({ amount: "99.5", asked: "100" });
    const quittance = Quittance.parse(
      (await send(getQuittance, `/v2/request/${requestId}/quittance`, at(requestId))).body,
    );
    expect(quittance.message.amount).toBe("99.5");
    expect(await checkOffline(quittance)).toEqual([]);
    await expectAudited();
  });

  test("of which the rest comes later is none any more, and nothing is announced twice", async () => {
    const requestId = await aRequest(ALL);
    await deposit(requestId, 99_500_000n);
    expect(await read(requestId)).toMatchObject({ status: "paid", underpaidAmount: "0.5" });
    const closed = await send(getCalldata, `/v2/request/${requestId}/pay?method=deposit`, at(requestId));
    expect(closed.status).toBe(400);
    const [{ address }] = (await api.app.database.sql`
      select '0x' || encode(address, 'hex') as address from deposit_addresses order by created_at desc limit 1`) as [
      { address: `0x${string}` },
    ];
    const hash = await chain.wallet("payer2").writeContract({
      address: tokenAddress(USDC),
      abi: erc20Abi,
      functionName: "transfer",
      args: [address, 700_000n],
    });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    await watchAll(api, "sepolia");
    expect(await read(requestId)).toMatchObject({
      status: "paid",
      paidAmount: "100.2",
      underpaidAmount: "0",
      excessAmount: "0.2",
    });
    expect(await told(requestId)).toEqual([["payment.confirmed", "99.5", "0.5"]]);
    await expectAudited();
  });

  test("by more than is tolerated is a part, and in many parts no more is let off than in one", async () => {
    const requestId = await aRequest(ALL);
    await pay(requestId, "60");
    await pay(requestId, "38.9", "payer2");
    expect(await read(requestId)).toMatchObject({ status: "partially_paid", underpaidAmount: "0" });
    await pay(requestId, "0.1");
    expect(await read(requestId)).toMatchObject({ status: "paid", underpaidAmount: "1" });
    expect((await told(requestId)).map(([event]) => event)).toEqual([
      "payment.partial",
      "payment.partial",
      "payment.confirmed",
    ]);
    await expectAudited();
  });

  test("of plain transfers alone is tolerated once one of the payments is one", async () => {
    const requestId = await aRequest(DEPOSITS);
    await pay(requestId, "99.2");
    expect(await read(requestId)).toMatchObject({ status: "partially_paid" });
    await deposit(requestId, 100_000n);
    expect(await read(requestId)).toMatchObject({ status: "paid", underpaidAmount: "0.7" });
    expect(await told(requestId)).toEqual([
      ["payment.partial", "99.2", null],
      ["payment.confirmed", "99.3", "0.7"],
    ]);
    const other = await aRequest(DEPOSITS);
    await deposit(other, 99_000_000n);
    expect(await read(other)).toMatchObject({ status: "paid", underpaidAmount: "1" });
    await expectAudited();
  });

  test("is not tolerated where nobody said so", async () => {
    const requestId = await aRequest(undefined);
    await pay(requestId, "99.999999");
    expect(await read(requestId)).toMatchObject({ status: "partially_paid", underpaidAmount: "0" });
  });

  test("that a reorganisation makes too large opens the request again", async () => {
    const requestId = await aRequest(ALL);
    await pay(requestId, "50");
    await pay(requestId, "49.5");
    expect(await read(requestId)).toMatchObject({ status: "paid" });
    await chain.reorg(1);
    await chain.mine(1);
    await watchAll(api, "sepolia");
    expect(await read(requestId)).toMatchObject({ status: "partially_paid", underpaidAmount: "0" });
    await expectAudited();
    await pay(requestId, "49.8", "payer2");
    expect(await read(requestId)).toMatchObject({ status: "paid", underpaidAmount: "0.2" });
    await expectAudited();
  });
});

describe("what is tolerated", () => {
  const set = (body: object, headers: Record<string, string> = shop.session.cookie) =>
    send(putUnderpayment, "/v1/dashboard/underpayment", { method: "PUT", headers, body });

  test("is said by the account, by its destination, and by the call, the nearest first", async () => {
    const least = async (body: object, more: object = {}) => {
      const created = await send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers: shop.key,
        body: { requests: [{ amount: "100", destinationId: shop.destinationId }], ...body, ...more },
      });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      const [row] = (await api.app.database.sql`
        select least_amount::text as least, tolerates from requests
        where request_id = ${Buffer.from(String(created.body.requestIds[0]), "hex")}`) as unknown as [
        { least: string | null; tolerates: string | null },
      ];
      return [row.least, row.tolerates];
    };
    expect(await least({})).toEqual([null, null]);
    expect((await set({ account: ALL })).body).toEqual({ account: ALL, destination: null });
    expect(await least({})).toEqual(["99000000", "all"]);
    const answer = await set({ destination: { percent: "2", cap: "1.5", for: "deposits" } });
    expect(answer.status).toBe(200);
    expect(await least({})).toEqual(["98500000", "deposits"]);
    expect(await least({ underpayment: { percent: "0.1", cap: "9", for: "all" } })).toEqual([
      "99900000",
      "all",
    ]);
    expect(await least({ underpayment: null })).toEqual([null, null]);
    const settings = await send(getUnderpayment, "/v1/dashboard/underpayment", {
      headers: shop.session.cookie,
    });
    expect(settings.body).toMatchObject({ account: ALL, destination: { percent: "2" } });
    await set({ account: null, destination: null });
    expect(await least({})).toEqual([null, null]);
  });

  test("does not change for requests that were made before", async () => {
    await set({ account: ALL });
    const before = await aRequest(undefined);
    await set({ account: null });
    await pay(before, "99");
    expect(await read(before)).toMatchObject({ status: "paid", underpaidAmount: "1" });
  });

  test("is not for a payer to say, nor for another account", async () => {
    const refused = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.browser,
      body: { requests: [{ amount: "100" }], underpayment: { percent: "10", cap: "50", for: "all" } },
    });
    expect(refused.status).toBe(403);
    const other = await aMerchant(api);
    await set({ account: ALL }, other.session.cookie);
    const requestId = await aRequest(undefined);
    await pay(requestId, "99.5");
    expect(await read(requestId)).toMatchObject({ status: "partially_paid" });
    expect((await set({ account: ALL }, shop.key)).status).toBe(401);
  });

  test.each([
    [{ percent: "11", cap: "1", for: "all" }, "underpayment.percent"],
    [{ percent: "1", cap: "0.0000001", for: "all" }, "underpayment.cap"],
    [{ percent: "1", cap: "1" }, "underpayment.for"],
    ["a lot", "underpayment"],
  ])("400 for %j, naming %s", async (underpayment, field) => {
    const { status, body } = await send(postRequest, "/v2/request", {
      method: "POST",
      headers: shop.key,
      body: {
        payee: chain.accounts.recipient.address,
        amount: "100",
        invoiceCurrency: USDC,
        paymentCurrency: USDC,
        underpayment,
      },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field.split(".").at(-1));
  });
});
