import { getAddress, type Hex, keccak256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v2/payouts/batch/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { requests } from "@/db/schema";
import { tokenById } from "@/server/currencies/tokens";
import type { BatchPayoutCreated } from "@/server/payouts/schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { changeAccount } from "@/server/testing/data/change-account";
import { type ApiOnChain, BASE_IS_DOWN, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { balanceOf, call, paymentEvents, recordPayments, signAndSend } from "@/server/testing/paying";
import { refusedFields } from "@/server/testing/refused-fields";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;

const FEE: Hex = "0x1111111111111111111111111111111111111111";
const USDC = tokenAddress("USDC-sepolia");
const USDT = tokenAddress("USDT-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { ...BASE_IS_DOWN }));
  ({ apiKey } = await aTenant(api));
});

afterAll(() => stop?.());

let payees = 0;

function item(currency: string, amount: string) {
  const payee = getAddress(`0x${(0xcc0000 + ++payees).toString(16).padStart(40, "8")}`);
  return { payee, amount, invoiceCurrency: currency, paymentCurrency: currency };
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return POST(call("POST", "/v2/payouts/batch", { "x-api-key": apiKey, ...headers }, body));
}

async function batch(body: unknown): Promise<BatchPayoutCreated> {
  const response = await post(body);
  const answer = await response.json();
  expect(answer).toHaveProperty("batchPaymentTransaction");
  expect(response.status).toBe(201);
  return answer;
}

async function pay(answer: BatchPayoutCreated) {
  const { ERC20ApprovalTransactions, batchPaymentTransaction } = answer;
  if (!batchPaymentTransaction) throw new Error("no batch transaction");
  const receipts = await signAndSend(chain, "payer", [...ERC20ApprovalTransactions, batchPaymentTransaction]);
  const last = receipts.at(-1);
  if (!last) throw new Error("nothing was sent");
  return paymentEvents(last).map((event) => event.args);
}

async function aRequest(currency = "USDC-sepolia", amount = "4", key = apiKey) {
  const body = item(currency, amount);
  const response = await createRequest(call("POST", "/v2/request", { "x-api-key": key }, body));
  return { id: (await response.json()).requestId as string, payee: body.payee };
}

const stored = () => api.app.database.db.$count(requests);

describe("201 for new payments", () => {
  test("of one token: one approval, one transaction, each payee paid under its own reference", async () => {
    const items = [item("USDC-sepolia", "1"), item("USDC-sepolia", "2.5")];
    const payer = chain.accounts.payer.address;
    const answer = await batch({ requests: items, payer, feePercentage: "10", feeAddress: FEE });
    expect(answer.ERC20ApprovalTransactions).toHaveLength(1);
    expect(answer.metadata).toEqual({
      hasEnoughBalance: true,
      hasEnoughGas: true,
      canMakePayment: true,
      insufficientTokens: [],
      platformFee: { percentage: "10", address: FEE },
    });
    expect(answer.platformFee).toEqual({ percentage: "10", address: FEE });
    expect(answer.requests?.map(({ requestId, paymentReference, ...rest }) => rest)).toEqual(items);

    const events = await pay(answer);
    expect(events).toMatchObject(
      [1_000_000n, 2_500_000n].map((amount, index) => ({
        to: items[index]?.payee,
        amount,
        feeAmount: amount / 10n,
        paymentReference: keccak256(`0x${answer.requests?.[index]?.paymentReference.slice(2)}`),
      })),
    );
    expect(await balanceOf(chain, USDC, FEE)).toBe(350_000n);
  });

  test("of several tokens and native coin: one transaction for all", async () => {
    const items = [
      item("USDC-sepolia", "1"),
      item("ETH-sepolia", "0.25"),
      item("USDT-sepolia", "3"),
      item("USDC-sepolia", "5"),
      item("FAU-sepolia", "0.000000000000000001"),
    ];
    const answer = await batch({ requests: items, payer: chain.accounts.payer.address });
    expect(answer.ERC20ApprovalTransactions).toHaveLength(3);
    expect(await pay(answer)).toHaveLength(5);
    const [first, second, third] = items.map(({ payee }) => payee);
    if (!first || !second || !third) throw new Error("no payees");
    expect(await balanceOf(chain, USDC, first)).toBe(1_000_000n);
    expect(await balanceOf(chain, null, second)).toBe(250_000_000_000_000_000n);
    expect(await balanceOf(chain, USDT, third)).toBe(3_000_000n);
  });

  test("to the same payee twice, as two payments", async () => {
    const twice = item("USDC-sepolia", "1");
    const answer = await batch({ requests: [twice, twice], payer: chain.accounts.payer.address });
    await pay(answer);
    expect(await balanceOf(chain, USDC, twice.payee)).toBe(2_000_000n);
    expect(new Set(answer.requests?.map((request) => request.paymentReference)).size).toBe(2);
  });

  test("of 200 payees, mined in one transaction", async () => {
    const items = Array.from({ length: 200 }, () => item("USDC-sepolia", "0.01"));
    const answer = await batch({ requests: items, payer: chain.accounts.payer.address });
    expect(await pay(answer)).toHaveLength(200);
  });

  test("without a payer: every approval, and no claim about funds", async () => {
    const answer = await batch({ requests: [item("USDC-sepolia", "1"), item("USDT-sepolia", "1")] });
    expect(answer.ERC20ApprovalTransactions).toHaveLength(2);
    expect(answer.metadata).toEqual({ hasEnoughBalance: false, hasEnoughGas: null, canMakePayment: null });
  });

  test("that the payer cannot afford, saying what is missing", async () => {
    const payer = "0x2222222222222222222222222222222222222222";
    const { metadata } = await batch({ requests: [item("USDC-sepolia", "7")], payer });
    expect(metadata).toEqual({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      canMakePayment: false,
      insufficientTokens: [
        {
          tokenAddress: tokenById("USDC-sepolia")?.address,
          tokenSymbol: "USDC",
          paymentCurrencyId: "USDC-sepolia",
          required: "7",
          available: "0",
        },
      ],
    });
  });

  test("once under one Idempotency-Key", async () => {
    const body = { requests: [item("USDC-sepolia", "1"), item("USDC-sepolia", "2")] };
    const before = await stored();
    const headers = { "idempotency-key": "batch-1" };
    const first = await (await post(body, headers)).text();
    expect(await (await post(body, headers)).text()).toBe(first);
    expect(await stored()).toBe(before + 2);
  });
});

describe("201 for requests that exist", () => {
  test("pays what is left of each", async () => {
    const [one, two] = [await aRequest(), await aRequest("ETH-sepolia", "0.1")];
    const answer = await batch({ requestIds: [two.id, one.id], payer: chain.accounts.payer.address });
    expect(answer.requests?.map((request) => request.requestId)).toEqual([two.id, one.id]);
    await pay(answer);
    expect(await balanceOf(chain, USDC, one.payee)).toBe(4_000_000n);
    await recordPayments(api.app, chain);

    const response = await post({ requestIds: [one.id] });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toBe(`Request ${one.id} has already been paid`);
  });

  test("can be repeated under one Idempotency-Key", async () => {
    const { id } = await aRequest();
    const headers = { "idempotency-key": "batch-2" };
    const first = await post({ requestIds: [id] }, headers);
    expect(first.status).toBe(201);
    const second = await post({ requestIds: [id] }, headers);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await second.text()).toBe(await first.text());
  });

  test("but not with one of another tenant, which answers like an unknown one", async () => {
    const stranger = await aTenant(api);
    const own = await aRequest();
    const foreign = await aRequest("USDC-sepolia", "4", stranger.apiKey);
    const answers = await Promise.all([
      post({ requestIds: [own.id, foreign.id] }),
      post({ requestIds: [own.id, `01${"0".repeat(64)}`] }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
    const [a, b] = await Promise.all(answers.map((answer) => answer.text()));
    expect(a).toBe(b);
  });

  test("and not with one twice", async () => {
    const { id } = await aRequest();
    const response = await post({ requestIds: [id, id] });
    expect(response.status).toBe(400);
    expect(refusedFields(await response.json())).toEqual(["requestIds.1"]);
  });
});

describe("refused, with nothing created", () => {
  const usdc = () => item("USDC-sepolia", "1");

  async function refused(body: unknown, status = 400) {
    const before = await stored();
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await stored()).toBe(before);
    const answer = await response.json();
    return { message: answer.message, fields: refusedFields(answer) };
  }

  test("several networks", async () => {
    const { message } = await refused({ requests: [usdc(), item("USDC-base", "1")] });
    expect(message).toBe("All requests must be on the same network");
  });

  test("Tron, by currency, by payee and beside another network", async () => {
    const tron = { ...item("USDT-tron", "1"), payee: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" };
    const words =
      "Batch payments are not supported for TRON networks. Please submit individual payment requests.";
    expect((await refused({ requests: [tron, tron] })).message).toBe(words);
    expect((await refused({ requests: [usdc(), tron] })).message).toBe(words);
    const mixed = await refused({ requests: [usdc(), { ...usdc(), payee: tron.payee }] });
    expect(mixed.message).toBe(words);
  });

  test("bad items among good ones, each named by its place and all at once", async () => {
    const { message, fields } = await refused({
      requests: [
        usdc(),
        { ...usdc(), amount: "-1" },
        usdc(),
        { ...usdc(), payee: "0x1", amount: "0.0000001" },
      ],
    });
    expect(message).toBe(
      "requests.1: amount: Amount must be a plain decimal number; " +
        "requests.3: payee is not an address; requests.3: amount: Amount has more than 6 decimals",
    );
    expect(fields).toEqual(["requests.1.amount", "requests.3.payee", "requests.3.amount"]);
  });

  test.each<[string, unknown, string[]]>([
    ["neither requests nor requestIds", {}, ["requests"]],
    ["both", { requests: [usdc()], requestIds: ["01"] }, ["requests"]],
    ["an empty batch", { requests: [] }, ["requests"]],
    ["no request IDs", { requestIds: [] }, ["requestIds"]],
    ["half a fee", { requests: [usdc()], feePercentage: "1" }, ["feeAddress"]],
    ["a payer that is none", { requests: [usdc()], payer: "0x" }, ["payer"]],
    ["a fee to the token", { requests: [usdc()], feePercentage: "1", feeAddress: USDC }, ["feeAddress"]],
  ])("%s", async (_, body, path) => {
    expect((await refused(body)).fields).toEqual(path);
  });

  test("more than 200 payments", async () => {
    const { message } = await refused({ requests: Array.from({ length: 201 }, usdc) });
    expect(message).toBe("A batch can hold 200 payments");
  });

  test("a chain that cannot be reached", async () => {
    const payer = chain.accounts.payer.address;
    const { message } = await refused({ requests: [item("USDC-base", "1")], payer }, 503);
    expect(message).toMatch(/base/);
  });

  test("a platform without payouts", async () => {
    const tenant = await aTenant(api);
    await changeAccount(api, tenant.platformId, { canCreatePayouts: false });
    const before = await stored();
    const response = await post({ requests: [usdc()] }, { "x-api-key": tenant.apiKey });
    expect(response.status).toBe(403);
    expect(await stored()).toBe(before);
  });
});
