import { type Hex, parseEther } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as postBatch } from "@/app/v2/payouts/batch/route";
import { POST as postPayout } from "@/app/v2/payouts/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getRoutes } from "@/app/v2/request/[requestId]/routes/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { quotes, requests } from "@/db/schema";
import { parseAmount } from "@/server/lib/amount";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { ManualClock } from "@/server/testing/manual-clock";
import { asCall, balanceOf, call, paymentEvents, signAndSend } from "@/server/testing/paying";

const PLATFORM: Hex = "0x1111111111111111111111111111111111111111";
const USDC = tokenAddress("USDC-base");
const DAI = tokenAddress("DAI-base");
const clock = new ManualClock(Date.now());
let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;
let payer: Hex;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("base", { ...PROTOCOL_FEE }, { now: clock.now }));
  ({ apiKey } = await aTenant(api));
  payer = chain.accounts.payer.address;
});
afterAll(() => stop?.());
beforeEach(async () => {
  const snapshot = await chain.snapshot();
  clock.advance(60_000);
  return () => chain.revert(snapshot);
});

let payees = 0;
const aPayee = (): Hex => `0x${(0xaa0000 + ++payees).toString(16).padStart(40, "8")}`;

async function post(handler: typeof postPayout, path: string, body: unknown) {
  const response = await handler(call("POST", path, { "x-api-key": apiKey }, body));
  return { status: response.status, body: await response.json() };
}
const payout = (more: object) => post(postPayout, "/v2/payouts", { payee: aPayee(), ...more });
const batch = (body: object) => post(postBatch, "/v2/payouts/batch", { payer, ...body });

async function quoteOf(requestId: string) {
  const path = `/v2/request/${requestId}/pay?wallet=${payer}`;
  const params = Promise.resolve({ requestId });
  const response = await getCalldata(call("GET", path, { "x-api-key": apiKey }), { params });
  return (await response.json()).quote;
}

async function spoilEuro(): Promise<void> {
  await moveFeed(chain, "EUR", 0n);
  clock.advance(20_000);
}

describe("a payout in euros", () => {
  const inEuro = { amount: "100", invoiceCurrency: "EUR", paymentCurrency: "USDC-base" };

  test("answers with its quote, which its payer has from then on", async () => {
    const payee = aPayee();
    const { status, body } = await payout({ ...inEuro, payee, payerWallet: payer });
    expect(status).toBe(201);
    expect(body.quote).toMatchObject({
      invoiceAmount: "100",
      paymentAmount: "108.521705",
      payer: payer.toLowerCase(),
    });
    expect(await quoteOf(body.requestId)).toEqual(body.quote);
    await signAndSend(chain, "payer", body.transactions);
    expect(await balanceOf(chain, USDC, payee)).toBe(108_521_705n);
  });

  test("without a price is not made", async () => {
    await spoilEuro();
    const before = await api.app.database.db.$count(requests);
    const { status, body } = await payout(inEuro);
    expect([status, body.code]).toEqual([503, "price_unavailable"]);
    expect(body.message).toContain("the feed answers 0");
    expect(await api.app.database.db.$count(requests)).toBe(before);
  });

  test("carries fees as shares of what is paid in the token, the cap in USD at the price of the quote", async () => {
    const fees = { feePercentage: "1", feeAddress: PLATFORM };
    const { body } = await payout({ ...inEuro, ...fees, payerWallet: payer });
    const receipts = await signAndSend(chain, "payer", body.transactions);
    const paid = receipts.flatMap(paymentEvents).map(({ args }) => [args.amount, args.feeAmount]);
    // 108.521705, 1 % of it with it, and 0.05 % under the protocol's own reference; truncated.
    expect(paid).toEqual([
      [108_521_705n, 1_085_217n],
      [54_260n, 0n],
    ]);

    const large = await payout({ ...inEuro, amount: "100000", payerWallet: payer });
    const [event] = (await signAndSend(chain, "payer", large.body.transactions)).flatMap(paymentEvents);
    // 25 USD are 25.005001 USDC at 0.9998.
    expect([event?.args.amount, event?.args.feeAmount]).toEqual([108_521_704_341n, 25_005_001n]);
  });

  test("in native coin is one transaction whose value has the amount and its fees, the cap at the coin's price", async () => {
    const inEther = { ...inEuro, paymentCurrency: "ETH-base-base", payerWallet: payer };
    const { body } = await payout({ ...inEther, feePercentage: "1", feeAddress: PLATFORM });
    expect(body.quote).toMatchObject({ paymentAmount: "0.0434", paymentCurrency: "ETH-base" });
    expect(body.transactions.map(asCall)).toMatchObject([{ value: parseEther("0.0438557") }]);
    const receipts = await signAndSend(chain, "payer", body.transactions);
    const paid = receipts.flatMap(paymentEvents).map(({ args }) => [args.amount, args.feeAmount]);
    expect(paid).toEqual([
      [parseEther("0.0434"), parseEther("0.000434")],
      [parseEther("0.0000217"), 0n],
    ]);

    const large = await payout({ ...inEther, amount: "100000" });
    const [event] = (await signAndSend(chain, "payer", large.body.transactions)).flatMap(paymentEvents);
    // 25 USD are 0.01 ETH at 2,500.
    expect([event?.args.amount, event?.args.feeAmount]).toEqual([parseEther("43.4"), parseEther("0.01")]);
  });
});

test.each([
  {
    paymentCurrency: "USDC-base",
    fees: [
      { type: "protocol", amount: "0.542608", amountInUSD: "0.542499", currency: "USDC" },
      { type: "platform", amount: "10.85217", amountInUSD: "10.849999", currency: "USDC" },
    ],
    feeInUSD: "11.392499",
  },
  {
    paymentCurrency: "ETH-base",
    fees: [
      { type: "protocol", amount: "0.000217", amountInUSD: "0.5425", currency: "ETH" },
      { type: "platform", amount: "0.00434", amountInUSD: "10.85", currency: "ETH" },
    ],
    feeInUSD: "11.3925",
  },
])(
  "a preview of the ways to pay shows fees in $paymentCurrency and in USD by the quote",
  async (expected) => {
    const { paymentCurrency, fees, feeInUSD } = expected;
    const item = { payee: aPayee(), amount: "1000", invoiceCurrency: "EUR", paymentCurrency };
    const { requestId } = (await post(postRequest, "/v2/request", item)).body;
    const path = `/v2/request/${requestId}/routes?wallet=${payer}&feePercentage=1&feeAddress=${PLATFORM}`;
    const params = Promise.resolve({ requestId });
    const response = await getRoutes(call("GET", path, { "x-api-key": apiKey }), { params });
    const [route] = (await response.json()).routes;
    expect(route.feeBreakdown.slice(0, 2)).toMatchObject(fees);
    expect(route.feeInUSD).toBe(feeInUSD);
  },
);

describe("a batch", () => {
  test("mixes plain items with converted ones, and makes one transaction of them (PO-08)", async () => {
    const payees = [aPayee(), aPayee(), aPayee(), aPayee(), aPayee()];
    const items = [
      { amount: "1.5", invoiceCurrency: "USDC-base", paymentCurrency: "USDC-base" },
      { amount: "100", invoiceCurrency: "EUR", paymentCurrency: "DAI-base" },
      { amount: "5000", invoiceCurrency: "JPY", paymentCurrency: "USDC-base" },
      { amount: "100", invoiceCurrency: "USDC-base", paymentCurrency: "DAI-base" },
      { amount: "100", invoiceCurrency: "USD", paymentCurrency: "ETH-base-base" },
    ].map((item, i) => ({ ...item, payee: payees[i] }));
    const { status, body } = await batch({ requests: items });
    expect(status).toBe(201);
    expect(
      body.requests.map((one: { quote?: { paymentAmount: string } }) => one.quote?.paymentAmount),
    ).toEqual([undefined, "108.5", "33.506702", "99.98", "0.04"]);
    expect(body.requests[1]).toMatchObject({
      amount: "100",
      invoiceCurrency: "EUR",
      paymentCurrency: "DAI-base",
    });
    await signAndSend(chain, "payer", [...body.ERC20ApprovalTransactions, body.batchPaymentTransaction]);
    const [one, two, three, four, five] = payees;
    if (!one || !two || !three || !four || !five) throw new Error("five payees");
    expect(await balanceOf(chain, null, five)).toBe(parseEther("0.04"));
    expect(await balanceOf(chain, USDC, one)).toBe(1_500_000n);
    expect(await balanceOf(chain, DAI, two)).toBe(parseAmount("108.5", 18));
    expect(await balanceOf(chain, USDC, three)).toBe(33_506_702n);
    expect(await balanceOf(chain, DAI, four)).toBe(parseAmount("99.98", 18));
  });

  test("of requests that exist holds the quotes that its payer has already", async () => {
    const ids: string[] = [];
    for (const invoiceCurrency of ["EUR", "USDC-base", "GBP"]) {
      const item = { payee: aPayee(), amount: "10", invoiceCurrency, paymentCurrency: "USDC-base" };
      ids.push((await post(postRequest, "/v2/request", item)).body.requestId);
    }
    const [first = ""] = ids;
    const known = await quoteOf(first);
    const { status, body } = await batch({ requestIds: ids });
    expect(status).toBe(201);
    expect(body.requests[0].quote).toEqual(known);
    expect(body.requests[1]).not.toHaveProperty("quote");
    expect(body.requests[2].quote).toMatchObject({ invoiceCurrency: "GBP", paymentAmount: "12.702541" });
    expect((await batch({ requestIds: ids })).body.requests).toEqual(body.requests);
  });

  test("without the price of one item makes none of them", async () => {
    await spoilEuro();
    const before = [await api.app.database.db.$count(requests), await api.app.database.db.$count(quotes)];
    const item = { payee: aPayee(), amount: "1", paymentCurrency: "USDC-base" };
    const { status, body } = await batch({
      requests: [
        { ...item, invoiceCurrency: "USDC-base" },
        { ...item, invoiceCurrency: "GBP" },
        { ...item, invoiceCurrency: "EUR" },
      ],
    });
    expect([status, body.code]).toEqual([503, "price_unavailable"]);
    expect([await api.app.database.db.$count(requests), await api.app.database.db.$count(quotes)]).toEqual(
      before,
    );
  });
});
