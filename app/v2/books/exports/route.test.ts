import Papa from "papaparse";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUT as putAccounts, GET as readAccounts } from "@/app/v2/books/accounts/route";
import { GET } from "@/app/v2/books/exports/route";
import { PUT as putSettings } from "@/app/v2/books/settings/route";
import { ledgerPeriods } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { putBooksSettings } from "@/server/ledger/worth/settings";
import { valueByHand } from "@/server/ledger/worth/value-by-hand";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { aRequest, aTransfer, PAYEE, wireId } from "@/server/testing/data/stored";
import { call } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const EXPORTS = "/v2/books/exports";
const ACCOUNTS = "/v2/books/accounts";

let api: TestApi;
let owner: TestSession;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
});

async function download(query: Record<string, string>, { bearer }: TestSession = owner): Promise<string> {
  const answer = await GET(
    call("GET", `${EXPORTS}?${new URLSearchParams({ month: "2026-09", ...query })}`, bearer),
  );
  expect(answer.status).toBe(200);
  return answer.text();
}

const rowsOf = (csv: string) =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

async function paid(amount: bigint, at = "2026-09-10T12:00:00Z", session: TestSession = owner) {
  const request = await aRequest(api.app, session, { amount });
  await aTransfer(api.app, request, { amount, blockTime: new Date(at) });
  return request;
}

/** September is closed. */
const closed = () =>
  api.app.database.db.insert(ledgerPeriods).values({
    id: owner.platformId,
    platformId: owner.platformId,
    startsAt: new Date("2026-09-01T00:00:00Z"),
    endsAt: new Date("2026-10-01T00:00:00Z"),
    timeZone: "UTC",
    state: "closed",
    blocks: {},
    differences: [],
    frozenAt: api.app.now(),
  });

describe("200 a month of the journal", () => {
  test("has the entries of the month, with the block, the request and the same ID each time", async () => {
    const request = await paid(1_500_000n);
    await paid(1n, "2026-10-01T00:00:00Z");
    const [first, ...others] = rowsOf(await download({ format: "journal_csv" }));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      Debit: "wallet",
      "Debit wallet": PAYEE,
      Amount: "1.5",
      "Request ID": wireId(request),
    });
    const json = JSON.parse(await download({ format: "journal_json" }));
    expect(json.entries).toMatchObject([{ id: first?.ID, amount: "1.5", currency: "USDC-sepolia" }]);
    expect(await download({ format: "journal_json" })).toBe(await download({ format: "journal_json" }));
  });

  test("as a bank statement is about one wallet and one currency", async () => {
    await paid(1_500_000n);
    const asked = await send(GET, `${EXPORTS}?format=xero&month=2026-09`, { headers: owner.bearer });
    expect(asked.status).toBe(400);
    const statement = await download({ format: "xero", wallet: PAYEE, currency: "USDC-sepolia" });
    expect(rowsOf(statement)).toMatchObject([{ "*Date": "2026-09-10", "*Amount": "1.50" }]);
  });

  test("calls accounts what the account says they are called", async () => {
    await paid(1_500_000n);
    const accounts = { receipts: "4000 Sales", wallet: "1000", "wallet/USDC-sepolia": "1210 USDC" };
    const put = (body: object, { bearer }: TestSession = owner) =>
      send(putAccounts, ACCOUNTS, { method: "PUT", headers: bearer, body });
    expect((await put({ accounts })).status).toBe(200);
    expect((await send(readAccounts, ACCOUNTS, { headers: owner.bearer })).body).toEqual({ accounts });
    const iif = await download({ format: "quickbooks_iif" });
    expect(iif).toContain("\t1210 USDC\t1.50\t");
    expect(iif).toContain("\t4000 Sales\t-1.50\t");
    expect((await put({ accounts: { moon: "1" } })).status).toBe(400);
    expect((await put({ accounts, program: "quickbooks" })).status).toBe(200);
    expect(await put({ accounts, program: "datev" })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining("receipts: DATEV calls accounts by numbers of 4 or 5 digits"),
      },
    });
    const viewer = await aMember(api, owner.platformId, "viewer");
    expect((await put({ accounts: {} }, viewer)).status).toBe(403);
  });

  test("streams many entries in pages, each once", async () => {
    const request = await aRequest(api.app, owner);
    for (let i = 0; i < 30; i++) await aTransfer(api.app, request, { blockTime: new Date("2026-09-02") });
    const rows = rowsOf(await download({ format: "journal_csv" }));
    expect(new Set(rows.map(({ ID }) => ID)).size).toBe(30);
  });

  test("has what its entries are worth; a later worth of a month that has ended is in the open one and changes nothing before", async () => {
    const ctx = api.app.context({ ...systemCaller(owner.platformId), personId: "somebody" });
    await putBooksSettings(ctx, { currency: "EUR" });
    await paid(1_500_000n);
    const [first] = rowsOf(await download({ format: "journal_csv" }));
    expect(first).toMatchObject({ Worth: "", "Price source": "" });
    const entries = [first?.ID ?? ""];
    await valueByHand(ctx, { entries, price: "0.9", reason: "the bank" });
    const ofSeptember = await download({ format: "journal_csv" });
    expect(rowsOf(ofSeptember)).toMatchObject([
      { Worth: "1.35", "Worth currency": "EUR", Price: "0.9", "Price source": "by hand: the bank" },
    ]);
    await closed();
    await valueByHand(ctx, { entries, price: "0.8", reason: "it was a mistake" });
    expect(await download({ format: "journal_csv" })).toBe(ofSeptember);
    const ofOctober = { format: "journal_csv", month: "2026-10" };
    expect(rowsOf(await download(ofOctober))).toMatchObject([
      { ID: `${entries[0]}-worth-2`, Amount: "0", Worth: "-0.15", "Worth of": entries[0] },
    ]);
  });

  test("has nothing of another account", async () => {
    await paid(1_500_000n);
    const stranger = await aSession(api);
    for (const format of ["journal_csv", "quickbooks_iif"]) {
      expect(await download({ format }, stranger)).not.toContain("wallet\t");
      expect(rowsOf(await download({ format: "journal_csv" }, stranger))).toEqual([]);
    }
    const statement = { format: "xero", wallet: PAYEE, currency: "USDC-sepolia" };
    expect(rowsOf(await download(statement, stranger))).toEqual([]);
  });
});

describe("a file for DATEV", () => {
  const DATEV = { consultant: 1001, client: 1, accountDigits: 4, fiscalYearMonth: 1 };
  const ACCOUNT_NUMBERS = { wallet: "1200", receipts: "8400", "receipts/USDC-sepolia": "84000" };
  const settle = (body: object) =>
    send(putSettings, "/v2/books/settings", { method: "PUT", headers: owner.bearer, body });
  const number = (accounts: object) =>
    send(putAccounts, ACCOUNTS, { method: "PUT", headers: owner.bearer, body: { accounts } });
  const ask = () => send(GET, `${EXPORTS}?format=datev&month=2026-09`, { headers: owner.bearer });

  test("409 until the books are in EUR, DATEV's numbers are known, and each entry has its worth", async () => {
    await paid(1_500_000n);
    const refusals: [string, () => Promise<unknown>][] = [
      ["DATEV takes books in EUR", () => settle({ currency: "USD", datev: DATEV })],
      ["DATEV takes books in EUR", () => settle({ currency: "EUR", datev: null })],
      ["Say the numbers of consultant", () => settle({ currency: "EUR", datev: DATEV })],
      ["These entries have no worth", async () => undefined],
    ];
    for (const [message, next] of refusals) {
      expect(await ask()).toMatchObject({ status: 409, body: { message: expect.stringContaining(message) } });
      await next();
    }
    const [entry] = rowsOf(await download({ format: "journal_csv" }));
    expect((await ask()).body.message).toContain(entry?.ID);
    const ctx = api.app.context({ ...systemCaller(owner.platformId), personId: "somebody" });
    await valueByHand(ctx, { entries: [entry?.ID ?? ""], price: "0.9", reason: "the bank" });
    expect((await ask()).body.message).toBe(
      "DATEV calls accounts by numbers of 4 or 5 digits: store them for receipts/USDC-sepolia, wallet/USDC-sepolia",
    );
    await number({ ...ACCOUNT_NUMBERS, wallet: "0000" });
    expect((await ask()).body.message).toContain("wallet/USDC-sepolia");
    await number(ACCOUNT_NUMBERS);
    const answer = await GET(call("GET", `${EXPORTS}?format=datev&month=2026-09`, owner.bearer));
    expect(answer.headers.get("content-disposition")).toContain("EXTF_Buchungsstapel_2026-09.csv");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [head, titles, line] = new TextDecoder("windows-1252").decode(bytes).split("\r\n");
    expect(head).toContain('"EXTF";700;21;"Buchungsstapel";13;');
    expect(titles).toContain('"Gegenkonto (ohne BU-Schlüssel)"');
    expect(bytes).toContain("ü".charCodeAt(0));
    expect(line).toMatch(/^1,35;"S";"EUR";;;;1200;84000;;1009;"[0-9a-f]{32}";/);
  });

  test("has a worth that became known after its month in the open month, and the month before stays as it was", async () => {
    await settle({ currency: "EUR", datev: DATEV });
    await number(ACCOUNT_NUMBERS);
    await paid(1_500_000n);
    await paid(2_000_000n, "2026-09-11T12:00:00Z");
    const ids = rowsOf(await download({ format: "journal_csv" })).map(({ ID }) => ID ?? "");
    const ctx = api.app.context({ ...systemCaller(owner.platformId), personId: "somebody" });
    await valueByHand(ctx, { entries: ids.slice(0, 1), price: "0.9", reason: "the bank" });
    await closed();
    // The second payment still has no worth.
    expect((await ask()).status).toBe(409);
    await valueByHand(ctx, { entries: ids.slice(1), price: "0.8", reason: "found later" });
    await valueByHand(ctx, { entries: ids.slice(0, 1), price: "0.5", reason: "it was a mistake" });
    const lines = async (month: string) =>
      (await download({ format: "datev", month })).split("\r\n").slice(2, -1);
    const of = async (month: string) => (await lines(month)).map((line) => line.split(";").slice(0, 10));
    expect(await of("2026-09")).toEqual([["1,35", '"S"', '"EUR"', "", "", "", "1200", "84000", "", "1009"]]);
    expect((await of("2026-10")).toSorted()).toEqual([
      ["0,60", '"H"', '"EUR"', "", "", "", "1200", "84000", "", "0110"],
      ["1,60", '"S"', '"EUR"', "", "", "", "1200", "84000", "", "0110"],
    ]);
    expect((await lines("2026-09"))[0]).toMatch(/;1;;;;;;;;;;;$/);
  });
});
