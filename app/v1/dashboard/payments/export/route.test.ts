import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as selectAccount } from "@/app/v1/accounts/[id]/select/route";
import { GET as getAccounts } from "@/app/v1/accounts/route";
import { POST as postLogout } from "@/app/v1/auth/logout/route";
import { GET as getHistory } from "@/app/v2/dashboard/requests/export/route";
import { feeLegs } from "@/db/schema";
import type { OwnAccount } from "@/server/auth/members/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession } from "@/server/testing/credentials";
import { requestsOfEveryStatus } from "@/server/testing/data/requests-of-every-status";
import { aRequest, aTransfer, tokenOf, wireId } from "@/server/testing/data/stored";
import { call } from "@/server/testing/paying";
import { GET as getList } from "../route";
import { GET } from "./route";

let api: TestApi;
const NOW = new Date("2026-03-10T12:00:00Z");
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" }, { now: () => NOW });
});
afterAll(() => api.close());

const PATH = "/v1/dashboard/payments/export";
const get = (query: string, headers: Record<string, string>) => GET(call("GET", `${PATH}${query}`, headers));

type Line = Record<string, string>;
async function linesOf(answer: Response): Promise<Line[]> {
  expect(answer.status).toBe(200);
  const { data, errors } = Papa.parse<Line>(await answer.text(), { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

describe("200 a file of payments", () => {
  test("holds exactly what the list shows under the same filters, in the same order", async () => {
    const { platformId, apiKey } = await aTenant(api);
    const key = { "x-api-key": apiKey };
    await requestsOfEveryStatus(api.app, platformId, 60);
    for (const query of ["?limit=100", "?status=paid,late&limit=100", "?sort=amount&token=USDC&limit=100"]) {
      const list = await getList(call("GET", `/v1/dashboard/payments${query}`, key));
      const { payments } = await list.json();
      const lines = await linesOf(await get(query.replace(/&?limit=100/, ""), key));
      expect(payments.length).toBeGreaterThan(3);
      expect(lines.map((line) => line["Request ID"])).toEqual(
        payments.map((payment: { requestId: string }) => payment.requestId),
      );
      expect(lines.map((line) => line.Amount)).toEqual(
        payments.map((payment: { amount: string }) => payment.amount),
      );
    }
  });

  test("is a download whose length nobody knows, and that nothing may keep", async () => {
    const { apiKey } = await aTenant(api);
    const { headers } = await get("?flow=outgoing", { "x-api-key": apiKey });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="payments-outgoing-2026-03-10.csv"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers.has("content-length")).toBe(false);
  });

  test("begins with the mark by which a spreadsheet knows UTF-8, once, and ends its lines as RFC 4180 does", async () => {
    const { platformId, apiKey } = await aTenant(api);
    await aRequest(api.app, { platformId }, { reference: "Jürgen Łoś 漢字" });
    const bytes = Buffer.from(await (await get("", { "x-api-key": apiKey })).arrayBuffer());
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    const text = bytes.subarray(3).toString("utf8");
    expect(text).not.toContain("\uFEFF");
    expect(text.startsWith("Request ID,Direction,")).toBe(true);
    expect(text).toContain(",Jürgen Łoś 漢字,");
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("makes text of formulas that a stranger wrote into a reference", async () => {
    const { platformId, apiKey } = await aTenant(api);
    const formulas = [
      '=HYPERLINK("https://evil.example","Pay")',
      "+1",
      "-1",
      "@SUM(1)",
      "\tplain",
      'a\r\nb,"c"',
    ];
    for (const reference of formulas) await aRequest(api.app, { platformId }, { reference });
    const lines = await linesOf(await get("?sort=created", { "x-api-key": apiKey }));
    expect(lines.map((line) => line.Reference)).toEqual([
      ...formulas.slice(0, 5).map((formula) => `'${formula}`),
      formulas[5],
    ]);
  });

  test("says what arrived, what fees it cost, in which block and how sure that is", async () => {
    const { platformId, apiKey } = await aTenant(api);
    const unpaid = await aRequest(api.app, { platformId }, { reference: "unpaid" });
    const paid = await aRequest(
      api.app,
      { platformId },
      { reference: "paid" },
      { status: "paid", paidAt: NOW },
    );
    const transfer = await aTransfer(api.app, paid, {
      received: 99_000_000n,
      feeAmount: 250_000n,
      blockNumber: 4_711n,
      state: "confirmed",
    });
    await api.app.database.db.insert(feeLegs).values({
      topic1: `0x${"ab".repeat(32)}`,
      requestId: paid.id,
      paymentReference: `0x${"cd".repeat(8)}`,
      type: "platform",
      address: paid.payee,
      percentage: "1",
      paid: 1_000_000n,
    });
    const converted = await aRequest(
      api.app,
      { platformId },
      { reference: "converted" },
      { invoiceCurrency: "EUR", amount: 5_000_000_000n },
    );
    await aTransfer(api.app, converted, {
      amount: 54_000_000n,
      credited: 5_000_000_000n,
      valuation: "block_price",
      rate: "1.08",
      state: "seen",
      blockNumber: 4_712n,
    });
    const short = await aRequest(
      api.app,
      { platformId },
      { reference: "short" },
      { status: "paid", paidAt: NOW, leastAmount: 99_500_000n, tolerates: "all" },
    );
    await aTransfer(api.app, short, { amount: 99_600_000n, state: "confirmed" });
    const tron = await aRequest(
      api.app,
      { platformId },
      { reference: "tron", payee: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", token: tokenOf("USDT-tron") },
    );
    const onTron = await aTransfer(api.app, tron, { recipient: `0x${"11".repeat(20)}`, amount: 1n });
    const lines = await linesOf(await get("?sort=created", { "x-api-key": apiKey }));
    const line = (reference: string) => lines.find((one) => one.Reference === reference);
    expect(line(unpaid.reference ?? "")).toMatchObject({
      "Received amount": "",
      Fees: "",
      "Fee currency": "",
      Block: "",
      Finality: "",
      Payer: "",
      "Underpaid amount": "",
    });
    expect(line("paid")).toMatchObject({
      "Received amount": "99",
      Currency: "USDC",
      Fees: "1.25",
      "Fee currency": "USDC",
      "Transaction hash": transfer.txHash,
      Block: "4711",
      Finality: "confirmed",
      Payer: expect.stringMatching(new RegExp(`^${transfer.payer}$`, "i")),
      "Underpaid amount": "",
    });
    expect(line("short")).toMatchObject({ "Received amount": "99.6", "Underpaid amount": "0.4" });
    expect(line("converted")).toMatchObject({
      "Received amount": "50",
      Currency: "EUR",
      "Paid with amount": "54",
      "Paid with currency": "USDC",
      Rate: "1.08",
      Block: "4712",
      Finality: "waiting for confirmations",
    });
    expect(line("tron")).toMatchObject({
      "Transaction hash": onTron.txHash.slice(2),
      "Received amount": "0.000001",
      Finality: "final",
    });
  });

  test("has nothing of another account, whatever is asked for", async () => {
    const [mine, theirs] = [await aSession(api), await aTenant(api)];
    const row = await aRequest(api.app, theirs, { reference: "secret" });
    expect(await linesOf(await get("?q=secret", mine.cookie))).toEqual([]);
    expect(await linesOf(await get(`?q=${wireId(row)}`, mine.cookie))).toEqual([]);
    expect(await linesOf(await get("?q=secret", { "x-api-key": theirs.apiKey }))).toHaveLength(1);
  });

  test("the contract's own export is the whole history of one direction (HI-01)", async () => {
    const session = await aSession(api);
    await requestsOfEveryStatus(api.app, session.platformId, 15);
    const history = (query: string) =>
      getHistory(call("GET", `/v2/dashboard/requests/export${query}`, session.bearer));
    const [incoming, outgoing] = [
      await linesOf(await history("?flow=incoming")),
      await linesOf(await history("?flow=outgoing")),
    ];
    expect([incoming.length, outgoing.length]).toEqual([12, 3]);
    expect((await history("")).status).toBe(400);
  });
});

describe("a session that ends while its file is made", () => {
  test("breaks the file off; it never ends early as if it were whole", async () => {
    const session = await aSession(api);
    await manyRequests(session.platformId, 5_000);
    const { body, status } = await GET.answer(call("GET", PATH, session.cookie), {});
    expect(status).toBe(200);
    if (body === null || typeof body === "string") throw new Error("the body is not streamed");
    const chunks = body[Symbol.asyncIterator]();
    const header = await chunks.next();
    const first = await chunks.next();
    expect(String(header.value).startsWith("\uFEFFRequest ID,")).toBe(true);
    expect(String(first.value).split("\r\n").length).toBeGreaterThan(100);
    expect((await postLogout(call("POST", "/v1/auth/logout", session.bearer))).status).toBe(200);
    await expect(chunks.next()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("breaks the file off as well when the session changes to another account", async () => {
    const { platformId } = await aSession(api);
    const member = await aMember(api, platformId, "viewer");
    await manyRequests(platformId, 5_000);
    const { body } = await GET.answer(call("GET", PATH, member.bearer), {});
    if (body === null || typeof body === "string") throw new Error("the body is not streamed");
    const chunks = body[Symbol.asyncIterator]();
    await chunks.next();
    expect(String((await chunks.next()).value).split("\r\n").length).toBeGreaterThan(100);
    const own = await getAccounts(call("GET", "/v1/accounts", member.bearer));
    const accounts: OwnAccount[] = await own.json();
    const id = accounts.find(({ isSelected }) => !isSelected)?.id ?? "";
    const at = call("POST", `/v1/accounts/${id}/select`, member.bearer);
    expect((await selectAccount(at, { params: Promise.resolve({ id }) })).status).toBe(200);
    await expect(chunks.next()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("is whole with a session that lasts, page by page", async () => {
    const session = await aSession(api);
    await manyRequests(session.platformId, 4_100);
    const lines = await linesOf(await get("", session.cookie));
    expect(new Set(lines.map((line) => line["Request ID"])).size).toBe(4_100);
  });
});

async function manyRequests(platformId: string, count: number): Promise<void> {
  await api.app.database.sql`
    insert into requests (id, request_id, platform_id, kind, payee, network, invoice_currency, payment_currency,
      amount, salt, payment_reference, topic1, status, created_at)
    select substr(${platformId}, 20, 7) || lpad(n::text, 19, '0'),
      decode('01', 'hex') || sha256(convert_to(${platformId} || n, 'UTF8')), ${platformId},
      'request', '0x', 'base', 'USDC-base', 'USDC-base', n, '\\x00', '\\x00',
      sha256(convert_to(${platformId} || 't' || n, 'UTF8')), 'created',
      ${NOW.toISOString()}::timestamptz - n / 7 * interval '1 second' - interval '1 minute'
    from generate_series(1, ${count}::int) n`;
}
