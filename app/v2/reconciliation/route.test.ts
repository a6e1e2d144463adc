import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/reconciliation/route";
import { ledgerPeriods, transfers } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, PAYEE } from "@/server/testing/data/stored";
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

const SEPTEMBER = { from: "2026-09-01T00:00:00Z", to: "2026-10-01T00:00:00Z" };
const ask = (query: Record<string, string> = SEPTEMBER, { bearer }: TestSession = owner) =>
  send(GET, `/v2/reconciliation?${new URLSearchParams(query)}`, { headers: bearer });

type Given = Parameters<typeof aTransfer>[2];
const paid = async (at: string, given: Given) =>
  aTransfer(api.app, await aRequest(api.app, owner), { blockTime: new Date(at), ...given });

describe("200 a period of the books", () => {
  test("has balances, totals whose debits are their credits, and what no request has", async () => {
    await paid("2026-08-31T23:59:59.999Z", { amount: 5n });
    await paid("2026-09-01T00:00:00.000Z", { amount: 30n });
    const held = await paid("2026-09-10T00:00:00Z", { amount: 7n, mismatch: "payer_not_approved" });
    await paid("2026-09-30T23:59:59.999Z", { amount: 2n });
    await paid("2026-10-01T00:00:00.000Z", { amount: 1_000n });
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.balances).toEqual([
      {
        account: "wallet",
        wallet: PAYEE,
        network: "sepolia",
        currency: "USDC-sepolia",
        decimals: 6,
        opening: "5",
        received: "39",
        sent: "0",
        closing: "44",
      },
    ]);
    expect(
      body.totals.map(({ account, debit, credit }: Record<string, string>) => [account, debit, credit]),
    ).toEqual([
      ["held_receipts", "0", "7"],
      ["receipts", "7", "39"],
      ["wallet", "39", "0"],
    ]);
    expect(body).toMatchObject({
      unmatchedCount: 1,
      unmatched: [{ id: `${held.id}-hold-1`, credit: "held_receipts", amount: "0.000007" }],
      comparisons: [],
    });
  });

  test("has no receipt that was released", async () => {
    const held = await paid("2026-09-10T00:00:00Z", { amount: 7n, mismatch: "payer_not_approved" });
    await api.app.database.db.update(transfers).set({ mismatch: null }).where(eq(transfers.id, held.id));
    expect((await ask()).body).toMatchObject({ unmatchedCount: 0, unmatched: [] });
  });

  test("says what the chain said otherwise, and what the account says about it", async () => {
    const differences = [{ id: "base:not_compared", network: "base", txHash: null, problem: "not_compared" }];
    await api.app.database.db.insert(ledgerPeriods).values({
      id: "01HPERIOD",
      platformId: owner.platformId,
      startsAt: new Date(SEPTEMBER.from),
      endsAt: new Date(SEPTEMBER.to),
      timeZone: "UTC",
      state: "compared",
      blocks: {},
      differences,
      frozenAt: new Date(),
    });
    expect((await ask()).body.comparisons).toEqual([
      {
        periodId: "01HPERIOD",
        startsAt: "2026-09-01T00:00:00.000Z",
        endsAt: "2026-10-01T00:00:00.000Z",
        state: "compared",
        differences: [{ ...differences[0], explanation: null }],
      },
    ]);
    const october = { from: SEPTEMBER.to, to: "2026-11-01T00:00:00Z" };
    expect((await ask(october)).body.comparisons).toEqual([]);
  });

  test("is the caller's own", async () => {
    await paid("2026-09-10T00:00:00Z", { amount: 7n, mismatch: "payer_not_approved" });
    const stranger = await aSession(api);
    expect((await ask(SEPTEMBER, stranger)).body).toMatchObject({ balances: [], totals: [], unmatched: [] });
  });
});

test.each([
  ["ends before it begins", { from: SEPTEMBER.to, to: SEPTEMBER.from }],
  ["has no length", { from: SEPTEMBER.to, to: SEPTEMBER.to }],
  ["has no moments", { from: "2026-09", to: "yesterday" }],
])("400 a period that %s", async (_, query) => {
  expect((await ask(query)).status).toBe(400);
});
