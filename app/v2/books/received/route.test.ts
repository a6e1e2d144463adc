import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/books/received/route";
import { PUT as putSettings } from "@/app/v2/books/settings/route";
import { POST as value } from "@/app/v2/books/worths/route";
import { transfers } from "@/db/schema";
import type { Received } from "@/server/ledger/overview/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, tokenOf } from "@/server/testing/data/stored";
import { send } from "@/server/testing/send";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
});

const ask = (query: Record<string, string>, { bearer }: TestSession = owner) =>
  send(GET, `/v2/books/received?${new URLSearchParams(query)}`, { headers: bearer });

async function read(query: Record<string, string>, session: TestSession = owner): Promise<Received> {
  const { status, body } = await ask(query, session);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Received;
}

async function paid(
  at: string,
  amount: bigint,
  token = "USDC-sepolia",
  kind: "request" | "payout" = "request",
) {
  const request = await aRequest(api.app, owner, { amount, token: tokenOf(token), kind });
  return aTransfer(api.app, request, { blockTime: new Date(at) });
}

const nameEuros = () =>
  send(putSettings, "/v2/books/settings", {
    method: "PUT",
    headers: owner.bearer,
    body: { currency: "EUR" },
  });

async function sayPrice({ id }: { id: string }, price: string, turn = 1): Promise<void> {
  const body = { entries: [`${id}-principal-${turn}`], price, reason: "the rate of the bank" };
  const { status } = await send(value, "/v2/books/worths", { method: "POST", headers: owner.bearer, body });
  expect(status).toBe(200);
}

const MARCH = { from: "2039-03", to: "2039-03", timeZone: "Europe/Berlin" };

describe("200 what was received", () => {
  test("is by the day of the time zone, network and currency, never added across them", async () => {
    await paid("2039-03-01T12:00:00Z", 20n);
    await paid("2039-03-01T13:00:00Z", 3n);
    await paid("2039-03-01T14:00:00Z", 400n, "USDC-base");
    // Still the first of March in UTC, and still February in the second case.
    await paid("2039-03-01T23:30:00Z", 5_000n);
    await paid("2039-02-28T22:59:59.999Z", 60_000n);
    // Clocks go forward on the 27th: this day has 23 hours.
    await paid("2039-03-27T21:59:59.999Z", 7n);
    await paid("2039-03-27T22:00:00Z", 8n);
    await paid("2039-03-02T12:00:00Z", 900n, "USDC-sepolia", "payout");
    const { currency, currencies, days } = await read(MARCH);
    expect(days.map((day) => `${day.date} ${day.currency} ${day.amount} ${day.worth}`)).toEqual([
      "2039-03-01 USDC-base 400 null",
      "2039-03-01 USDC-sepolia 23 null",
      "2039-03-02 USDC-sepolia 5000 null",
      "2039-03-27 USDC-sepolia 7 null",
      "2039-03-28 USDC-sepolia 8 null",
    ]);
    expect(currency).toBeNull();
    expect(currencies).toMatchObject([
      { currency: "USDC-base", amount: "400", decimals: 6, worth: null },
      { currency: "USDC-sepolia", amount: "5038", decimals: 6, worth: null },
    ]);
  });

  test("is worth what the stored price says, which counts last, and what has none is beside it", async () => {
    await nameEuros();
    const first = await paid("2039-03-01T12:00:00Z", 1_000_000n);
    const second = await paid("2039-03-02T12:00:00Z", 2_000_000n);
    await paid("2039-03-02T13:00:00Z", 500_000n);
    await sayPrice(first, "9.5");
    await sayPrice(first, "0.9");
    await sayPrice(second, "10.25");
    const { currencies, days } = await read(MARCH);
    expect(currencies).toEqual([
      {
        network: "sepolia",
        currency: "USDC-sepolia",
        decimals: 6,
        amount: "3500000",
        worth: "21.4",
        unvaluedAmount: "500000",
        unvaluedEntries: 1,
        lowestPrice: "0.9",
        highestPrice: "10.25",
        priceOrigins: ["by_hand"],
        priceSources: [],
      },
    ]);
    expect(days.map(({ worth }) => worth)).toEqual(["0.9", "20.5"]);
  });

  test("has less of what a reorganisation took back, in amount and in worth", async () => {
    await nameEuros();
    const lost = await paid("2039-03-01T12:00:00Z", 1_000_000n);
    await paid("2039-03-01T13:00:00Z", 5n);
    await sayPrice(lost, "0.9");
    await api.app.database.db.update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, lost.id));
    const { currencies } = await read(MARCH);
    expect(currencies).toMatchObject([{ amount: "5", worth: "0", unvaluedAmount: "5", unvaluedEntries: 1 }]);
  });

  test("is this month where none is named, and nothing of other accounts", async () => {
    await paid("2039-03-01T12:00:00Z", 20n);
    expect((await read(MARCH, await aSession(api))).currencies).toEqual([]);
    const month = api.app.now().toISOString().slice(0, 7);
    expect(await read({ timeZone: "UTC" })).toMatchObject({ from: month, to: month });
  });
});

test.each<Record<string, string>>([
  { from: "2039-04", to: "2039-03" },
  { from: "2038-03", to: "2039-03" },
  { timeZone: "Europe/Nowhere" },
])("400 for %o", async (query) => {
  expect((await ask(query)).status).toBe(400);
});
