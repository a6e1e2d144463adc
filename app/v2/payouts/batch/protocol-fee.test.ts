import { type Hex, keccak256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v2/payouts/batch/route";
import { POST as createPayout } from "@/app/v2/payouts/route";
import { feeLegs, requests } from "@/db/schema";
import { aTenant, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { balanceOf, call, paymentEvents, recordPayments, signAndSend } from "@/server/testing/paying";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let apiKey: string;

const PROTOCOL = PROTOCOL_FEE.PROTOCOL_FEE_EVM_ADDRESS;
const PLATFORM: Hex = "0x1111111111111111111111111111111111111111";
const PAYEE: Hex = "0x7777777777777777777777777777777777777777";
const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { ...PROTOCOL_FEE }));
  ({ apiKey } = await aTenant(api));
});

afterAll(() => stop?.());

const usdc = (amount: string) => ({
  payee: PAYEE,
  amount,
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
});
const ether = (amount: string) => ({
  payee: PAYEE,
  amount,
  invoiceCurrency: "ETH-sepolia",
  paymentCurrency: "ETH-sepolia",
});

function post(body: object): Promise<Response> {
  const payer = chain.accounts.payer.address;
  return POST(call("POST", "/v2/payouts/batch", { "x-api-key": apiKey }, { payer, ...body }));
}

/** Pays a batch; gives its payment events and what the two fee receivers gained in USDC. */
async function pay(body: object) {
  const fees = () => Promise.all([PROTOCOL, PLATFORM].map((of) => balanceOf(chain, USDC, of)));
  const before = await fees();
  const answer = await (await post(body)).json();
  const receipts = await signAndSend(chain, "payer", [
    ...answer.ERC20ApprovalTransactions,
    answer.batchPaymentTransaction,
  ]);
  const last = receipts.at(-1);
  if (!last) throw new Error("nothing was sent");
  const [protocol = 0n, platform = 0n] = (await fees()).map((after, i) => after - (before[i] ?? 0n));
  return { answer, events: paymentEvents(last).map((event) => event.args), protocol, platform };
}

describe("protocol fee in a batch", () => {
  test("alone rides on each payment", async () => {
    const { answer, events, protocol } = await pay({ requests: [usdc("1000"), usdc("500"), ether("1")] });
    expect(answer.metadata.protocolFee).toEqual({ percentage: "0.05", address: PROTOCOL });
    expect(answer.metadata).not.toHaveProperty("platformFee");
    expect(events).toMatchObject([
      { amount: 1_000_000_000n, feeAmount: 500_000n, feeAddress: PROTOCOL },
      { amount: 500_000_000n, feeAmount: 250_000n, feeAddress: PROTOCOL },
      { amount: 10n ** 18n, feeAmount: 5n * 10n ** 14n, feeAddress: PROTOCOL },
    ]);
    expect(protocol).toBe(750_000n);
  });

  test("beside a platform fee is a payment of its own for each, recorded as such", async () => {
    const fee = { feePercentage: "1", feeAddress: PLATFORM };
    const { answer, events, protocol, platform } = await pay({
      requests: [usdc("1000"), usdc("500")],
      ...fee,
    });
    expect(answer.metadata).toMatchObject({
      platformFee: { percentage: "1", address: PLATFORM },
      protocolFee: { percentage: "0.05", address: PROTOCOL },
    });
    expect(events.map((event) => event.amount)).toEqual([1_000_000_000n, 500_000n, 500_000_000n, 250_000n]);
    expect([protocol, platform]).toEqual([750_000n, 15_000_000n]);
    expect(events[0]?.paymentReference).toBe(keccak256(answer.requests[0].paymentReference));

    await recordPayments(api.app, chain);
    const paid = await api.app.database.db.select({ paid: feeLegs.paid }).from(feeLegs);
    expect(paid.map((leg) => leg.paid)).toEqual(expect.arrayContaining([500_000n, 250_000n]));
  });
});

test("a batch of requests with different fees names none of them", async () => {
  const ids: string[] = [];
  for (const feePercentage of ["1", "2"]) {
    const body = { ...usdc("1"), feePercentage, feeAddress: PLATFORM };
    const response = await createPayout(call("POST", "/v2/payouts", { "x-api-key": apiKey }, body));
    ids.push((await response.json()).requestId);
  }
  const { metadata } = await (await post({ requestIds: ids })).json();
  expect(metadata).not.toHaveProperty("platformFee");
  expect(metadata.protocolFee).toEqual({ percentage: "0.05", address: PROTOCOL });
});

describe("refused, because it cannot be one transaction", () => {
  test("a batch that no node takes once every fee is a payment", async () => {
    const before = await api.app.database.db.$count(requests);
    const response = await post({
      requests: Array.from({ length: 200 }, () => usdc("1")),
      feePercentage: "1",
      feeAddress: PLATFORM,
    });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/fee payments included/);
    expect(await api.app.database.db.$count(requests)).toBe(before);
  });

  test("payouts whose agreed platform fees go to different addresses", async () => {
    const ids: string[] = [];
    for (const feeAddress of [PLATFORM, "0x9999999999999999999999999999999999999999"]) {
      const body = { ...usdc("1"), feePercentage: "50", feeAddress };
      const response = await createPayout(call("POST", "/v2/payouts", { "x-api-key": apiKey }, body));
      ids.push((await response.json()).requestId);
    }
    expect((await post({ requestIds: ids })).status).toBe(400);
    expect((await post({ requestIds: ids, feePercentage: "1", feeAddress: PLATFORM })).status).toBe(201);
  });
});
