import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { requests } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, aWallet } from "@/server/testing/credentials";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { POST } from "./route";

let api: TestApi;
let merchant: Merchant;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  merchant = await aMerchant(api);
});
afterAll(() => api.close());

const recipient = aWallet();
const good = () => ({
  recipient,
  creatorWalletAddress: merchant.wallet,
  network: "sepolia",
  currency: "USDC",
  amount: "12.5",
});
const check = (payouts: unknown, headers: Record<string, string> = merchant.session.cookie) =>
  send(POST, "/v1/dashboard/payouts/check", { method: "POST", headers, body: { payouts } });

const bad: [title: string, change: Record<string, unknown>, field: string][] = [
  ["no recipient", { recipient: undefined }, "recipient"],
  ["a recipient that is no address", { recipient: "0x12" }, "recipient"],
  [
    "a wrong checksum",
    {
      recipient: recipient.replace(/[a-fA-F]/, (c) =>
        c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
      ),
    },
    "recipient",
  ],
  ["an amount of nothing", { amount: "0" }, "amount"],
  ["an exponent", { amount: "1e6" }, "amount"],
  ["more decimals than the token has", { amount: "0.0000001" }, "amount"],
  ["a number in place of text", { amount: 12 }, "amount"],
  ["an unknown network", { network: "mars" }, "network"],
  ["an unknown currency", { currency: "DOGE" }, "currency"],
  ["a currency of another network", { currency: "USDC-base" }, "currency"],
  ["a network nobody watches here", { network: "base", currency: "USDC" }, "network"],
  ["a reference that is too long", { reference: "x".repeat(256) }, "reference"],
  ["a formula is no problem of the API", {}, ""],
];

describe("200 a list of payouts, checked", () => {
  test.each(bad)("%s: the same verdict as creating it", async (_, change, field) => {
    const row = { ...good(), ...change };
    const { status, body } = await check([row]);
    expect(status).toBe(200);
    const created = await send(createPayout, "/v2/secure-payments/payouts", {
      method: "POST",
      headers: merchant.session.cookie,
      body: row,
    });
    expect(created.status).toBe(field === "" ? 201 : 400);
    expect(body.valid).toBe(field === "" ? 1 : 0);
    expect(body.rows[0].problems.map((problem: { field: string }) => problem.field)).toEqual(
      field === "" ? [] : [field],
    );
  });

  test("names every row's own problems, duplicates, meanings and sums, and creates nothing", async () => {
    const before = await api.app.database.db.$count(requests);
    const { status, body } = await check([
      good(),
      { ...good(), amount: "x", network: "mars" },
      { ...good(), amount: "12.50", recipient: recipient.toLowerCase() },
      { ...good(), currency: "fUSDC-sepolia", amount: "0.000001" },
      {},
    ]);
    expect(status).toBe(200);
    expect(body.valid).toBe(3);
    expect(body.rows.map((row: { duplicateOf: number | null }) => row.duplicateOf)).toEqual([
      null,
      null,
      0,
      null,
      null,
    ]);
    expect(body.rows[2].payout).toEqual({ recipient, network: "sepolia", currency: "USDC", amount: "12.5" });
    expect(body.rows[4].problems.map((problem: { message: string }) => problem.message)).toEqual(
      Array(5).fill("Required"),
    );
    expect(body.totals).toEqual([{ network: "sepolia", currency: "USDC", amount: "25.000001", payouts: 3 }]);
    expect(await api.app.database.db.$count(requests)).toBe(before);
  });

  test("takes 500 rows and refuses more, none and what is no list", async () => {
    expect((await check(Array(500).fill(good()))).body.valid).toBe(500);
    for (const payouts of [Array(501).fill(good()), [], "rows", undefined]) {
      expect((await check(payouts)).status).toBe(400);
    }
  });
});

test("403 for an account that signs in by email", async () => {
  const { bearer } = await aSession(api, { wallet: null });
  expect((await check([good()], bearer)).status).toBe(403);
});
