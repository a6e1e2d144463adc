import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "@/db/schema";
import { tronToHex20 } from "@/server/chains/address";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { PAYMENT_SORTS, PAYMENT_STATUSES, type PaymentRow } from "@/server/dashboard/payments-schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, aWallet } from "@/server/testing/credentials";
import {
  aLinkOf,
  requestsOfEveryStatus,
  type StoredPayment,
} from "@/server/testing/data/requests-of-every-status";
import { aRequest, aTransfer, tokenOf, wireId } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";
import { send } from "@/server/testing/send";
import { GET } from "./route";

let api: TestApi;
let key: Record<string, string>;
let platformId: string;
let all: StoredPayment[];

const NOW = new Date("2026-03-10T12:00:00Z");

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" }, { now: () => NOW });
  const tenant = await aTenant(api);
  platformId = tenant.platformId;
  key = { "x-api-key": tenant.apiKey };
  all = await requestsOfEveryStatus(api.app, platformId, 120);
  // Every fifth is written in another currency than it is paid in, and so in another scale.
  for (const [i, { row }] of all.entries()) {
    if (i % 5 !== 0) continue;
    row.invoiceCurrency = i % 2 === 0 ? "EUR" : "DAI-mainnet";
    const { id, invoiceCurrency } = row;
    await api.app.database.db.update(requests).set({ invoiceCurrency }).where(eq(requests.id, id));
  }
  await requestsOfEveryStatus(api.app, (await aTenant(api)).platformId, 24);
});
afterAll(() => api.close());

type Query = Record<string, string>;

async function page(
  query: Query,
  headers = key,
): Promise<{ payments: PaymentRow[]; nextCursor: string | null }> {
  const { status, body } = await send(GET, `/v1/dashboard/payments?${new URLSearchParams(query)}`, {
    headers,
  });
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  return body;
}

/** All pages, one after the other. */
async function pages(query: Query, headers = key): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(
      { ...query, ...(cursor ? { cursor } : {}) },
      headers,
    );
    ids.push(...next.payments.map((payment) => payment.requestId));
    cursor = next.nextCursor;
    if (cursor) expect(next.payments).toHaveLength(Number(query.limit ?? 20));
  } while (cursor);
  return ids;
}

/** What a list must be: everything that fits, sorted. */
function expected(query: Query): string[] {
  const listed = (name: string) => query[name]?.split(",");
  const fits = ({ row, status, payerIdentifier }: StoredPayment) =>
    (row.kind === "payout" ? "outgoing" : "incoming") === (query.flow ?? "incoming") &&
    (listed("status")?.includes(status) ?? true) &&
    (listed("network")?.includes(row.network) ?? true) &&
    (listed("token")?.includes(tokenOf(row.paymentCurrency).symbol) ?? true) &&
    (query.from === undefined || row.createdAt >= new Date(query.from)) &&
    (query.to === undefined || row.createdAt < new Date(new Date(query.to).getTime() + 86_400_000)) &&
    (query.q === undefined ||
      [row.reference, payerIdentifier].some((text) =>
        text?.toLowerCase().includes(query.q?.toLowerCase() ?? ""),
      ));
  const scaled = ({ row }: StoredPayment) =>
    row.amount * 10n ** BigInt(18 - (invoiceCurrencyById(row.invoiceCurrency)?.decimals ?? 0));
  const rank = ({ status }: StoredPayment) =>
    PAYMENT_STATUSES.indexOf(status as (typeof PAYMENT_STATUSES)[number]);
  const older = (a: StoredPayment, b: StoredPayment) =>
    a.row.createdAt.getTime() - b.row.createdAt.getTime() || (a.row.id < b.row.id ? -1 : 1);
  const less = (a: StoredPayment, b: StoredPayment) =>
    scaled(a) === scaled(b) ? older(a, b) : scaled(a) < scaled(b) ? -1 : 1;
  const orders: Record<string, (a: StoredPayment, b: StoredPayment) => number> = {
    created: older,
    "-created": (a, b) => older(b, a),
    amount: less,
    "-amount": (a, b) => less(b, a),
    status: (a, b) => rank(a) - rank(b) || older(b, a),
    "-status": (a, b) => rank(b) - rank(a) || older(b, a),
  };
  return all
    .filter(fits)
    .sort(orders[query.sort ?? "-created"])
    .map(({ row }) => wireId(row));
}

const some = (values: readonly string[]) =>
  fc.option(
    fc.subarray([...values], { minLength: 1, maxLength: 3 }).map((list) => list.join(",")),
    { nil: undefined },
  );
const aQuery = fc
  .record({
    flow: fc.option(fc.constantFrom("incoming", "outgoing"), { nil: undefined }),
    status: some(PAYMENT_STATUSES),
    network: some(["sepolia", "base", "tron", "mainnet", "bsc"]),
    token: some(["USDC", "DAI", "USDT", "ETH"]),
    from: fc.option(fc.constantFrom("2026-02-28", "2026-03-01", "2026-03-02"), { nil: undefined }),
    to: fc.option(fc.constantFrom("2026-03-02", "2026-03-03"), { nil: undefined }),
    q: fc.option(fc.constantFrom("order-1", "CUSTOMER", "7", "nothing like it", "%", "_"), {
      nil: undefined,
    }),
    sort: fc.option(fc.constantFrom(...PAYMENT_SORTS), { nil: undefined }),
    limit: fc.constantFrom("3", "20", "100"),
  })
  .map(
    (query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Query,
  );

describe("200 a list of payments", () => {
  test("has every payment that fits all filters, once, in the order asked for, whatever the page size", async () => {
    await fc.assert(
      fc.asyncProperty(aQuery, async (query) => {
        expect({ query, ids: await pages(query) }).toEqual({ query, ids: expected(query) });
      }),
      {
        numRuns: propertyRuns(25),
        examples: [
          [{ limit: "3" }],
          [{ limit: "3", status: "expired" }],
          [{ limit: "3", status: "pending" }],
          [{ limit: "20", sort: "-amount" }],
          [{ limit: "3", sort: "-amount" }],
          [{ limit: "3", sort: "amount", status: "paid,late" }],
          [{ limit: "3", sort: "status" }],
          [{ limit: "3", sort: "-status", flow: "outgoing" }],
          [{ limit: "20", q: "order-1", sort: "amount" }],
        ],
      },
    );
  });

  test("by amount tells large amounts apart by their last decimal, page by page", async () => {
    const { platformId: own, apiKey } = await aTenant(api);
    const stored = async (reference: string, currency: string, amount: bigint, age: number) => {
      const createdAt = new Date(NOW.getTime() - age * 1_000);
      await aRequest(
        api.app,
        { platformId: own },
        { reference, token: tokenOf(currency), amount },
        { createdAt },
      );
    };
    const whole = 10n ** 30n;
    await stored("a little more, old", "DAI-mainnet", whole + 1n, 30);
    await stored("whole, new", "USDC-mainnet", whole / 10n ** 12n, 10);
    await stored("whole, old", "USDC-mainnet", whole / 10n ** 12n, 40);
    await stored("a little less, new", "DAI-mainnet", whole - 1n, 5);
    const references = async (sort: string) => {
      const found: (string | null)[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const one: Awaited<ReturnType<typeof page>> = await page(
          { sort, limit: "1", ...(cursor ? { cursor } : {}) },
          { "x-api-key": apiKey },
        );
        found.push(...one.payments.map(({ reference }) => reference));
        cursor = one.nextCursor;
      }
      return found;
    };
    const ascending = ["a little less, new", "whole, old", "whole, new", "a little more, old"];
    expect(await references("amount")).toEqual(ascending);
    expect(await references("-amount")).toEqual(ascending.reverse());
  });

  test("says for each payment the status its filter finds it by", async () => {
    for (const status of PAYMENT_STATUSES) {
      const { payments } = await page({ status, limit: "100" });
      expect(payments.length).toBeGreaterThan(0);
      expect(new Set(payments.map((payment) => payment.status))).toEqual(new Set([status]));
    }
  });

  test("is the same for a session of the account, and empty for another account", async () => {
    const wallet = aWallet();
    const session = await aSession(api, { wallet: { address: wallet, family: "evm" } });
    expect((await page({}, session.bearer)).payments).toEqual([]);
    const row = await aRequest(api.app, { platformId: session.platformId });
    expect(await pages({}, session.cookie)).toEqual([wireId(row)]);
    expect(await pages({ q: wireId(row) })).toEqual([]);
  });

  test("gives amounts, parties and times exactly", async () => {
    const { platformId: own, apiKey } = await aTenant(api);
    const row = await aRequest(
      api.app,
      { platformId: own },
      { amount: 1n, reference: "=1+1" },
      { status: "paid", paidAt: NOW },
    );
    const transfer = await aTransfer(api.app, row);
    const { payments } = await page({}, { "x-api-key": apiKey });
    expect(payments).toEqual([
      {
        requestId: wireId(row),
        flow: "incoming",
        status: "paid",
        token: null,
        securePaymentUrl: null,
        paymentType: null,
        reference: "=1+1",
        payerIdentifier: null,
        payee: row.payee,
        payer: expect.stringMatching(new RegExp(`^${transfer.payer}$`, "i")),
        amount: "0.000001",
        currency: "USDC",
        currencyId: "USDC-sepolia",
        paidWith: null,
        network: "sepolia",
        txHash: transfer.txHash,
        createdAt: NOW.toISOString(),
        paidAt: NOW.toISOString(),
        expiresAt: null,
        source: { kind: "api", label: null, clientId: null },
      },
    ]);
  });
});

describe("200 a search", () => {
  test("finds one payment by any of its identifiers, whole or begun, and by who paid", async () => {
    const { platformId: own, apiKey } = await aTenant(api);
    const headers = { "x-api-key": apiKey };
    const wanted = await aRequest(api.app, { platformId: own }, { reference: "INV 50% _x\\y" });
    const other = await aRequest(api.app, { platformId: own }, { reference: "another", payee: aWallet() });
    const transfer = await aTransfer(api.app, wanted);
    await aTransfer(api.app, other);
    const found = (q: string) => pages({ q }, headers);
    const id = wireId(wanted);
    for (const q of [
      id,
      id.toUpperCase(),
      id.slice(0, 13),
      transfer.txHash,
      transfer.txHash.slice(0, 15),
      transfer.payer ?? "",
      transfer.txHash.slice(2),
      transfer.txHash.slice(2, 14),
      (transfer.payer ?? "").slice(0, 11).toUpperCase().replace("0X", "0x"),
      wanted.payee,
      wanted.payee.toLowerCase(),
      wanted.payee.slice(0, 10),
      wanted.payee.slice(0, 8).toLowerCase(),
      "50% _x\\y",
      "inv",
    ]) {
      expect({ q, ids: await found(q) }).toEqual({ q, ids: [id] });
    }
    for (const q of ["%", "_", "\\", "' or 1=1 --", `${"9".repeat(64)}`]) {
      expect((await found(q)).length).toBeLessThanOrEqual(1);
    }
  });

  test("finds a Tron wallet by its beginning, in its own letters only, and a Tron transaction without 0x", async () => {
    const { platformId: own, apiKey } = await aTenant(api);
    const headers = { "x-api-key": apiKey };
    const payee = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    const row = await aRequest(api.app, { platformId: own }, { payee, token: tokenOf("USDT-tron") });
    const payer = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";
    const transfer = await aTransfer(api.app, row, {
      recipient: tronToHex20(payee),
      payer: tronToHex20(payer),
    });
    // The same 20 bytes on another network are another wallet.
    const evm = await aRequest(api.app, { platformId: own });
    await aTransfer(api.app, evm, { payer: tronToHex20(payer) });
    const found = (q: string) => pages({ q }, headers);
    for (const cut of [5, 9, 20, 33, 34]) {
      expect({ cut, ids: await found(payee.slice(0, cut)) }).toEqual({ cut, ids: [wireId(row)] });
      expect({ cut, ids: await found(payer.slice(0, cut)) }).toEqual({ cut, ids: [wireId(row)] });
    }
    expect(await found(payer.slice(0, 12).toLowerCase())).toEqual([]);
    expect(await found(tronToHex20(payer))).toEqual([wireId(evm)]);
    expect(await found(transfer.txHash.slice(2, 22))).toEqual([wireId(row)]);
  });

  test("finds what a pasted link asks for, by its address, its token or the start of it, and nobody else's", async () => {
    const tenant = await aTenant(api);
    const headers = { "x-api-key": tenant.apiKey };
    const row = await aRequest(api.app, tenant, {}, { linkExpiresAt: new Date(NOW.getTime() + 60_000) });
    const token = await aLinkOf(api.app, row);
    await aRequest(api.app, tenant, { reference: "another" });
    for (const q of [
      `https://pay.example/?token=${token}`,
      `https://pay.example/?lang=de&token=${token}#top`,
      token,
      token.toLowerCase(),
      token.slice(0, 8),
    ]) {
      expect({ q, ids: await pages({ q }, headers) }).toEqual({ q, ids: [wireId(row)] });
      expect(await pages({ q })).toEqual([]);
    }
  });

  test("for what more than a thousand payments have stays complete and in order", async () => {
    const { platformId: own, apiKey } = await aTenant(api);
    await api.app.database.sql`
      insert into requests (id, request_id, platform_id, kind, payee, network, invoice_currency, payment_currency,
        amount, salt, payment_reference, topic1, status, reference, created_at)
      select 'R' || lpad(n::text, 25, '0'), decode('01', 'hex') || sha256(convert_to(${own} || n, 'UTF8')), ${own},
        'request', '0x', 'base', 'USDC-base', 'USDC-base', n, '\\x00', '\\x00', sha256(convert_to(${own} || 't' || n, 'UTF8')),
        'created', 'many-' || n, ${NOW.toISOString()}::timestamptz - n * interval '1 second'
      from generate_series(1, 1500) n`;
    const headers = { "x-api-key": apiKey };
    expect(await pages({ q: "many-", limit: "100" }, headers)).toHaveLength(1_500);
    expect(await pages({ q: "many-1499" }, headers)).toHaveLength(1);
    const { payments } = await page({ q: "many-", sort: "-amount", limit: "2" }, headers);
    expect(payments.map((payment) => payment.reference)).toEqual(["many-1500", "many-1499"]);
  });
});

describe("400 a query that means nothing", () => {
  const meaningless: Query[] = [
    { status: "unpaid" },
    { status: "" },
    { network: "mars" },
    { token: "DOGE" },
    { from: "yesterday" },
    { from: "2026-03-02", to: "2026-03-01" },
    { sort: "payee" },
    { limit: "0" },
    { limit: "101" },
    { cursor: "nonsense" },
    { cursor: Buffer.from('["-created","x","y","z",0]').toString("base64url") },
    { flow: "sideways" },
    { q: "a\0b" },
  ];

  test.each(meaningless)("%o", async (query) => {
    const { status } = await send(GET, `/v1/dashboard/payments?${new URLSearchParams(query)}`, {
      headers: key,
    });
    expect(status).toBe(400);
  });

  test("a cursor of another order", async () => {
    const { nextCursor } = await page({ limit: "1" });
    const query = new URLSearchParams({ cursor: nextCursor ?? "", sort: "amount" });
    expect((await send(GET, `/v1/dashboard/payments?${query}`, { headers: key })).status).toBe(400);
  });
});
