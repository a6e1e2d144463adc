import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUT as putSettings, GET as readSettings } from "@/app/v2/books/settings/route";
import { POST as retry } from "@/app/v2/books/unvalued/retry/route";
import { GET as listUnvalued } from "@/app/v2/books/unvalued/route";
import { POST as value } from "@/app/v2/books/worths/route";
import { auditLog, ledgerPeriods, ledgerUnvalued, ledgerWorths, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, tokenOf } from "@/server/testing/data/stored";
import { send } from "@/server/testing/send";

const SETTINGS = "/v2/books/settings";
const WORTHS = "/v2/books/worths";
const UNVALUED = "/v2/books/unvalued";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
});

const db = () => api.app.database.db;
const ctx = () => api.app.context(systemCaller(owner.platformId));

const name = (currency: string, { bearer }: TestSession = owner) =>
  send(putSettings, SETTINGS, { method: "PUT", headers: bearer, body: { currency } });
const unvalued = async (query = "", { bearer }: TestSession = owner) =>
  (await send(listUnvalued, `${UNVALUED}${query}`, { headers: bearer })).body;
const sayPrice = (entries: string[], { bearer }: TestSession = owner, body: object = {}) =>
  send(value, WORTHS, {
    method: "POST",
    headers: bearer,
    body: { entries, price: "0.92", reason: "the rate of the bank", ...body },
  });

async function paid(token = "USDC-sepolia", session: TestSession = owner) {
  const request = await aRequest(api.app, session, { amount: 1_500_000n, token: tokenOf(token) });
  return aTransfer(api.app, request, { blockTime: new Date("2039-09-10T12:00:00Z") });
}

const idOf = ({ id }: { id: string }, turn = 1) => `${id}-principal-${turn}`;
const worths = () => db().select().from(ledgerWorths).where(eq(ledgerWorths.platformId, owner.platformId));

describe("the currency of the books", () => {
  test("is named once: entries of before are listed, those in it have their worth, and it can be changed while no month has ended", async () => {
    const before = await paid();
    expect((await send(readSettings, SETTINGS, { headers: owner.bearer })).body).toEqual({
      currency: null,
      datev: null,
    });
    expect(await unvalued()).toMatchObject({ currency: null, total: 0 });
    expect((await name("EUR")).body).toEqual({ currency: "EUR", datev: null });
    expect(await unvalued()).toMatchObject({ total: 1, entries: [{ id: idOf(before), amount: "1.5" }] });
    const euros = await aRequest(api.app, owner, { amount: 1_500_000n }, { invoiceCurrency: "EUR" });
    await aTransfer(api.app, euros, { credited: 120n, valuation: "quote" });
    expect(await worths()).toMatchObject([{ part: "converted_to", origin: "same_currency", amount: 120n }]);
    expect((await name("USD")).status).toBe(200);
    expect(await unvalued()).toMatchObject({ currency: "USD", total: 4 });
    await db()
      .insert(ledgerPeriods)
      .values({
        id: newId(api.app.now()),
        platformId: owner.platformId,
        startsAt: new Date(0),
        endsAt: new Date(1),
        timeZone: "UTC",
        state: "compared",
        blocks: {},
        differences: [],
        frozenAt: api.app.now(),
      });
    expect((await name("EUR")).status).toBe(409);
    expect((await name("USD")).status).toBe(200);
    expect((await name("XYZ")).status).toBe(400);
  });

  test("reaches an entry that is being made while it is named", async () => {
    const request = await aRequest(api.app, owner);
    let named: Promise<unknown> | undefined;
    await inTransaction(ctx(), async (tx) => {
      const row = await aTransfer(api.app, await aRequest(api.app, owner));
      await tx.db
        .insert(transfers)
        .values({ ...row, id: "late", txHash: `0x${"9".repeat(64)}`, requestId: request.id });
      named = name("EUR");
      // It waits for this transaction.
      await expect
        .poll(async () => {
          const [row] = await db().execute<{ waits: number }>(
            sql`select count(*)::int as waits from pg_locks where locktype = 'advisory' and not granted`,
          );
          return row?.waits;
        })
        .toBe(1);
    });
    await named;
    expect(await unvalued()).toMatchObject({ total: 2 });
  });
});

describe("200 a price that a person typed", () => {
  test("values entries with who, when and why, and is in the audit log", async () => {
    await name("EUR");
    const [first, second] = [await paid(), await paid()];
    const ids = [idOf(first), idOf(second)];
    const { body } = await sayPrice(ids);
    expect(body).toEqual({
      currency: "EUR",
      entries: ids.map((id) => ({ id, worth: "1.38", bookedAt: "2039-09-10T12:00:00.000Z" })),
    });
    const [row] = await worths();
    expect(row).toMatchObject({
      origin: "by_hand",
      amount: 138_000_000n,
      version: 1,
      reason: "the rate of the bank",
    });
    expect(row?.valuedBy).not.toBeNull();
    expect(await unvalued()).toMatchObject({ total: 0, entries: [] });
    const logged = await db().select().from(auditLog).where(eq(auditLog.action, "ledger_worth.updated"));
    expect(logged.at(-1)?.details).toMatchObject({ entries: ids, price: "0.92 EUR" });
  });

  test("is the next version for an entry that has a worth, however many say one at once", async () => {
    await name("EUR");
    const id = idOf(await paid());
    const answers = await Promise.all(["1", "2", "3"].map((price) => sayPrice([id], owner, { price })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await worths()).map(({ version }) => version).sort()).toEqual([1, 2, 3]);
  });
});

describe("refused", () => {
  beforeEach(() => name("EUR"));

  test.each([
    ["nothing", "0"],
    ["0.000", "0.000"],
    ["an exponent", "1e3"],
    ["less than nothing", "-1"],
    ["a comma", "0,92"],
    ["too long", `0.${"1".repeat(37)}`],
  ])("a price that is %s", async (_, price) => {
    expect((await sayPrice([idOf(await paid())], owner, { price })).status).toBe(400);
  });

  test("a price for several currencies, for money in the books' own, and without a reason", async () => {
    const [usdc, ether] = [await paid(), await paid("ETH-sepolia-sepolia")];
    expect((await sayPrice([idOf(usdc), idOf(ether)])).status).toBe(400);
    expect((await sayPrice([idOf(usdc)], owner, { reason: " " })).status).toBe(400);
    const euros = await aRequest(api.app, owner, {}, { invoiceCurrency: "EUR" });
    const { id } = await aTransfer(api.app, euros, { credited: 120n, valuation: "quote" });
    expect((await sayPrice([`${id}-converted_to-1`])).status).toBe(400);
    expect((await worths()).filter(({ origin }) => origin === "by_hand")).toEqual([]);
  });

  test("a price for what takes an entry back: the two stay nothing together", async () => {
    const transfer = await paid();
    await db().update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, transfer.id));
    expect((await sayPrice([idOf(transfer, 2)])).status).toBe(400);
    await sayPrice([idOf(transfer)]);
    const rows = await worths();
    expect(rows.map(({ amount }) => amount)).toEqual([138_000_000n, 138_000_000n]);
  });

  test("a price for an entry of another account, which stays without a worth", async () => {
    const stranger = await aSession(api);
    await name("EUR", stranger);
    const { id } = await paid("USDC-sepolia", stranger);
    expect((await sayPrice([`${id}-principal-1`])).status).toBe(404);
    expect((await sayPrice(["nonsense"])).status).toBe(404);
    expect(await unvalued(`?after=${id}-principal-1`)).toMatchObject({ entries: [] });
    expect(await unvalued("", stranger)).toMatchObject({ total: 1 });
  });

  test.each(["viewer", "developer"] as const)("a %s, who may look", async (role) => {
    const id = idOf(await paid());
    const member = await aMember(api, owner.platformId, role);
    expect((await sayPrice([id], member)).status).toBe(403);
    expect((await name("USD", member)).status).toBe(403);
    expect((await send(retry, `${UNVALUED}/retry`, { method: "POST", headers: member.bearer })).status).toBe(
      403,
    );
    expect(await unvalued("", member)).toMatchObject({ total: 1 });
    const finance = await aMember(api, owner.platformId, "finance");
    expect((await sayPrice([id], finance)).status).toBe(200);
  });

  test("a change of a worth or of a price, whoever has the database", async () => {
    await sayPrice([idOf(await paid())]);
    for (const statement of [
      "update ledger_worths set amount = 1",
      "delete from ledger_worths",
      "truncate ledger_worths",
      "update market_prices set price = 1",
      "delete from market_prices",
    ]) {
      await expect(db().execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining("is append-only") },
      });
    }
  });
});

test("200 has prices looked for again", async () => {
  await name("EUR");
  await paid();
  for (let i = 0; i < 3; i++) await valueEntries(ctx(), 1_000);
  const rows = () =>
    db().select().from(ledgerUnvalued).where(eq(ledgerUnvalued.platformId, owner.platformId));
  expect(await rows()).toMatchObject([{ tries: 1 }]);
  expect((await send(retry, `${UNVALUED}/retry`, { method: "POST", headers: owner.bearer })).status).toBe(
    200,
  );
  expect(await rows()).toMatchObject([{ tries: 0 }]);
});
