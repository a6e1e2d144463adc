import { eq } from "drizzle-orm";
import { type Hex, keccak256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v2/payouts/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { requests } from "@/db/schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { changeAccount } from "@/server/testing/data/change-account";
import { type ApiOnChain, BASE_IS_DOWN, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { balanceOf, call, paymentEvents, signAndSend } from "@/server/testing/paying";
import { refusedFields } from "@/server/testing/refused-fields";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;

const FEE: Hex = "0x1111111111111111111111111111111111111111";
const PAYEE: Hex = "0x7777777777777777777777777777777777777777";
const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { ...BASE_IS_DOWN }));
  ({ apiKey } = await aTenant(api));
});

afterAll(() => stop?.());

const payout = {
  payee: PAYEE,
  amount: "25",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
};

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return POST(call("POST", "/v2/payouts", { "x-api-key": apiKey, ...headers }, body));
}

const stored = () => api.app.database.db.$count(requests);

describe("201 with the transactions that make the payment", () => {
  test("which pay the payee and the platform fee, and name the payout", async () => {
    const before = await balanceOf(chain, USDC, PAYEE);
    const response = await post({
      ...payout,
      payerWallet: chain.accounts.payer.address,
      feePercentage: "2",
      feeAddress: FEE,
      reference: "salary-7",
      customerInfo: { firstName: "Ada" },
    });
    expect(response.status).toBe(201);
    const { requestId, paymentReference, transactions, metadata } = await response.json();
    expect(metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      platformFee: { percentage: "2", address: FEE },
    });
    const [, receipt] = await signAndSend(chain, "payer", transactions);
    if (!receipt) throw new Error("not paid");
    expect((await balanceOf(chain, USDC, PAYEE)) - before).toBe(25_000_000n);
    expect(await balanceOf(chain, USDC, FEE)).toBe(500_000n);
    expect(paymentEvents(receipt)[0]?.args.paymentReference).toBe(keccak256(paymentReference));

    const [row] = await api.app.database.db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${requestId}`));
    expect(row).toMatchObject({
      kind: "payout",
      amount: 25_000_000n,
      payer: chain.accounts.payer.address,
      reference: "salary-7",
      feePercentage: "2",
      feeAddress: FEE,
      isListening: true,
    });
  });

  test("and claim no funds when no payer is named, under the same names", async () => {
    const response = await post({ ...payout, feePercentage: "2", feeAddress: FEE });
    expect((await response.json()).metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: false,
      hasEnoughGas: false,
      platformFee: { percentage: "2", address: FEE },
    });
  });

  test.each(["payerWallet", "payerAddress", "payer"])("with the payer under the name %s", async (name) => {
    const { metadata } = await (await post({ ...payout, [name]: chain.accounts.payer2.address })).json();
    expect(metadata.hasEnoughBalance).toBe(true);
  });

  test("and keep the agreed fee when calldata is asked for again", async () => {
    const fee = { feePercentage: "3", feeAddress: FEE };
    const { requestId } = await (await post({ ...payout, ...fee })).json();
    const response = await getCalldata(call("GET", `/v2/request/${requestId}/pay`, { "x-api-key": apiKey }), {
      params: Promise.resolve({ requestId }),
    });
    expect((await response.json()).metadata.platformFee).toEqual({ percentage: "3", address: FEE });
  });

  test("once under one Idempotency-Key, also when two calls race", async () => {
    const before = await stored();
    const headers = { "idempotency-key": "payout-1" };
    const answers = await Promise.all([post(payout, headers), post(payout, headers)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(second);
    expect(await stored()).toBe(before + 1);
    expect((await post({ ...payout, amount: "26" }, headers)).status).toBe(409);
  });
});

describe("refused, with nothing created", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a fee without address", { feePercentage: "1" }, "feeAddress"],
    ["a fee over 100 percent", { feePercentage: "100.01", feeAddress: FEE }, "feePercentage"],
    ["a fee to the token", { feePercentage: "1", feeAddress: USDC }, "feeAddress"],
    ["a payee that is the token", { payee: USDC }, "payee"],
    ["a payee of Tron", { payee: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }, "payee"],
    ["the zero payee", { payee: "0x0000000000000000000000000000000000000000" }, "payee"],
    ["no payee", { payee: undefined }, "payee"],
    ["too many decimals", { amount: "0.0000001" }, "amount"],
    ["ninety digits", { amount: "9".repeat(90) }, "amount"],
    ["a number for an amount", { amount: 5 }, "amount"],
    ["an unknown currency", { paymentCurrency: "NOPE-sepolia" }, "paymentCurrency"],
    ["a malformed payer", { payerWallet: "0x1" }, "payerWallet"],
    ["two payers", { payerWallet: PAYEE, payer: FEE }, "payer"],
  ])("400 for %s", async (_, changes, field) => {
    const before = await stored();
    const response = await post({ ...payout, ...changes });
    expect(response.status).toBe(400);
    expect(refusedFields(await response.json())).toEqual([field]);
    expect(await stored()).toBe(before);
  });

  test("403 for a platform without payouts", async () => {
    const tenant = await aTenant(api);
    await changeAccount(api, tenant.platformId, { canCreatePayouts: false });
    const before = await stored();
    const response = await post(payout, { "x-api-key": tenant.apiKey });
    expect(response.status).toBe(403);
    expect(await stored()).toBe(before);
  });

  test("503 when the payer's chain cannot be reached, and the key stays free for a retry", async () => {
    const before = await stored();
    const onBase = { ...payout, invoiceCurrency: "USDC-base", paymentCurrency: "USDC-base" };
    const headers = { "idempotency-key": "payout-on-base" };
    const response = await post({ ...onBase, payerWallet: PAYEE }, headers);
    expect(response.status).toBe(503);
    expect(await stored()).toBe(before);
    expect((await post(onBase, { ...headers, "idempotency-key": "payout-on-base-2" })).status).toBe(201);
  });

  test("401 without a credential", async () => {
    const response = await POST(call("POST", "/v2/payouts", {}, payout));
    expect(response.status).toBe(401);
  });
});

test("400 names every wrong parameter at once, in words", async () => {
  const response = await post({ ...payout, payee: "0x1", amount: "0.0000001", payerWallet: "0x2" });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    statusCode: 400,
    message:
      "payee is not an address; amount: Amount has more than 6 decimals; payerWallet is not an address",
    error: "Bad Request",
    errors: [
      { field: "payee", message: "payee is not an address" },
      { field: "amount", message: "amount: Amount has more than 6 decimals" },
      { field: "payerWallet", message: "payerWallet is not an address" },
    ],
  });
});
