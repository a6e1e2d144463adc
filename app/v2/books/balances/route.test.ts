import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/books/balances/route";
import { ledgerPeriods, transfers } from "@/db/schema";
import type { MonthlyBalances } from "@/server/ledger/overview/schema";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, PAYEE, tokenOf } from "@/server/testing/data/stored";
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

const ask = (query: Record<string, string> = {}, { bearer }: TestSession = owner) =>
  send(GET, `/v2/books/balances?${new URLSearchParams(query)}`, { headers: bearer });

async function read(query: Record<string, string>, session: TestSession = owner): Promise<MonthlyBalances> {
  const { status, body } = await ask(query, session);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as MonthlyBalances;
}

async function paid(at: string, amount: bigint, token = "USDC-sepolia") {
  const request = await aRequest(api.app, owner, { amount, token: tokenOf(token) });
  return aTransfer(api.app, request, { blockTime: new Date(at) });
}

/** Opening, received, sent and closing of each month, by currency. */
const figures = ({ months }: MonthlyBalances) =>
  months.map(({ month, lines }) => [
    month,
    ...lines.map(
      ({ currency, opening, received, sent, closing }) =>
        `${currency}: ${opening} + ${received} - ${sent} = ${closing}`,
    ),
  ]);

describe("200 balances by month", () => {
  test("begin with what the month before ended with, by wallet and currency, in a time zone", async () => {
    await paid("2038-12-24T12:00:00Z", 1n);
    await paid("2039-03-15T12:00:00Z", 20n);
    // April has begun in Berlin, where clocks went forward on 27 March, and not in UTC.
    await paid("2039-03-31T22:00:00Z", 300n);
    await paid("2039-03-31T21:59:59.999Z", 4_000n, "USDC-base");
    const query = { from: "2039-02", to: "2039-05" };
    const berlin = await read({ ...query, timeZone: "Europe/Berlin" });
    expect(figures(berlin)).toEqual([
      ["2039-05", "USDC-base: 4000 + 0 - 0 = 4000", "USDC-sepolia: 321 + 0 - 0 = 321"],
      ["2039-04", "USDC-base: 4000 + 0 - 0 = 4000", "USDC-sepolia: 21 + 300 - 0 = 321"],
      ["2039-03", "USDC-base: 0 + 4000 - 0 = 4000", "USDC-sepolia: 1 + 20 - 0 = 21"],
      ["2039-02", "USDC-sepolia: 1 + 0 - 0 = 1"],
    ]);
    expect(berlin.timeZone).toBe("Europe/Berlin");
    expect(berlin.months[1]).toMatchObject({
      startsAt: "2039-03-31T22:00:00.000Z",
      endsAt: "2039-04-30T22:00:00.000Z",
      isClosed: false,
      lines: [{ account: "wallet", wallet: PAYEE, network: "base", decimals: 6 }, {}],
    });
    expect(figures(await read(query))[1]).toEqual([
      "2039-04",
      "USDC-base: 4000 + 0 - 0 = 4000",
      "USDC-sepolia: 321 + 0 - 0 = 321",
    ]);
  });

  test("count what was taken back as less that came, and leave out a wallet with nothing", async () => {
    const lost = await paid("2039-03-15T12:00:00Z", 20n);
    await api.app.database.db.update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, lost.id));
    expect(figures(await read({ from: "2039-03", to: "2039-04" }))).toEqual([["2039-04"], ["2039-03"]]);
  });

  test("say which months are closed, and are in the time zone of the last close", async () => {
    await api.app.database.db.insert(ledgerPeriods).values({
      id: newId(api.app.now()),
      platformId: owner.platformId,
      startsAt: new Date("2039-02-28T23:00:00Z"),
      endsAt: new Date("2039-03-31T22:00:00Z"),
      timeZone: "Europe/Berlin",
      state: "closed",
      blocks: {},
      differences: [],
      frozenAt: api.app.now(),
    });
    const { timeZone, months } = await read({ from: "2039-03", to: "2039-04" });
    expect(timeZone).toBe("Europe/Berlin");
    expect(months.map(({ isClosed }) => isClosed)).toEqual([false, true]);
  });

  test("are twelve months up to now where none is named, and nothing of other accounts", async () => {
    await paid("2039-03-15T12:00:00Z", 20n);
    const { months } = await read({ timeZone: "UTC" });
    expect(months).toHaveLength(12);
    expect(months[0]?.month).toBe(api.app.now().toISOString().slice(0, 7));
    const stranger = await read({ from: "2039-03", to: "2039-03" }, await aSession(api));
    expect(figures(stranger)).toEqual([["2039-03"]]);
  });
});

test.each<Record<string, string>>([
  { from: "2039-04", to: "2039-03" },
  { from: "2037-03", to: "2039-03" },
  { timeZone: "Europe/Nowhere" },
  { from: "2039-13" },
])("400 for %o", async (query) => {
  expect((await ask(query)).status).toBe(400);
});
