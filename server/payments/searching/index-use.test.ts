import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import { NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { filterOf } from "@/server/dashboard/filter";
import { readPage } from "@/server/dashboard/page";
import { PaymentsQuery } from "@/server/dashboard/payments-schema";
import { matchText } from "@/server/dashboard/text-search";
import { auditChain } from "@/server/payments/audit";
import { announceAgain } from "@/server/payments/counting/unannounced";
import { wasSentFrom } from "@/server/payments/deposit-addresses/sent-from";
import { searchPayments } from "@/server/payments/searching/search";
import { listRequests } from "@/server/requests/list";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { storeManyPaid, walletHex } from "@/server/testing/data/many";
import { explain, readsOf, statementsOf } from "@/server/testing/statements";
import { listAllDeliveries, listDeliveries } from "@/server/webhooks/deliveries/delivery-log";

// Indexes over short keys, hashes and ranges of blocks serve only queries in exactly their form. These are the queries,
// planned by PostgreSQL itself over tables that are large enough for a choice.

const COUNT = 20_000;
/** Accounts beside it, which the planner has to expect. */
const OTHERS = 4;
const OTHER_COUNT = 2_500;
/** Row ID of an endpoint without its last two digits. */
const ENDPOINTS = "01HK153X0000000000000000";
/** Between the first and the last block of the audited range; each holds a payment. */
const BLOCKS = 10;
/** Rows of a page. */
const PAGE = 20;

let api: TestApi;
let ctx: Ctx;

beforeAll(async () => {
  api = await startTestApi();
  const { platformId } = await aTenant(api);
  ctx = api.app.context(systemCaller(platformId));
  const { sql } = api.app.database;
  const start = new Date("2024-01-01T00:00:00Z");
  await storeManyPaid(sql, { platformId, first: 0, count: COUNT, start });
  for (let other = 0; other < OTHERS; other++) {
    const { platformId: stranger } = await aTenant(api);
    const first = COUNT + other * OTHER_COUNT;
    await storeManyPaid(sql, { platformId: stranger, first, count: OTHER_COUNT, start });
  }
  await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    select ${ENDPOINTS} || lpad(n::text, 2, '0'), ${platformId}, 'https://shop.example/' || n, 'x', now() from generate_series(0, 99) n`;
  await sql`insert into webhook_events (id, platform_id, name, body, created_at)
    select id, platform_id, 'payment.confirmed', '{}', created_at from requests`;
  await sql`insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, due_at)
    select id, id, ${ENDPOINTS} || right(id, 2), 'succeeded', 1, created_at from requests`;
  await sql`insert into secure_payments (id, token, platform_id, payment_type, flow, status, access_policy,
      payer_identifier, created_at, expires_at)
    select id, id, platform_id, 'single', 'incoming', 'completed', '{}', 'customer-' || right(id, 6), created_at, created_at
    from requests`;
  await sql`insert into chain_cursors (network, start_block, next_block, finalized_block, head_block)
    values ('base', 0, ${COUNT}, ${COUNT}, ${COUNT})`;
  await sql`vacuum analyze`;
});
afterAll(() => api?.close());

/** The plans that PostgreSQL makes for the statements of `work`, line by line. */
async function planOf(work: () => Promise<unknown>, options = "costs false"): Promise<string[]> {
  const plans = (await readsOf(api.app, work)).map((read) => explain(api.app, read, options));
  return (await Promise.all(plans)).flatMap((rows) => rows.map((row) => String(row["QUERY PLAN"])));
}

/** Names of the indexes that PostgreSQL enters for the statements of `work`. */
async function indexesOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await planOf(work)).flatMap(
    (line) => /Scan(?: Backward)? (?:using|on) (\w+_\w+)/.exec(line)?.[1] ?? [],
  );
}

test("a list walks one index and stops with the page, however many payments are equal", async () => {
  for (const sort of ["-created", "-amount", "status"] as const) {
    const index = sort === "-amount" ? "requests_amounts" : "requests_status_bucket";
    const read = () => readPage(ctx, filterOf(PaymentsQuery.parse({ sort })), null, PAGE);
    const scans = (await planOf(read, "analyze, costs false")).filter((line) => / on requests/.test(line));
    expect(scans.filter((line) => line.includes(index))).not.toEqual([]);
    const rows = scans.map((line) => {
      const [, each = 0, times = 0] = / rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
      return Number(each) * Number(times);
    });
    // The account has one bucket; each is averaged over all that were looked for, to two decimals.
    expect(rows.filter((count) => count > PAGE + 15)).toEqual([]);
  }
});

test("a search by reference reads the requests that have it, and then their payments", async () => {
  const search = () => searchPayments(ctx, { reference: "order-777" });
  const used = await indexesOf(search);
  expect(used).toContain("requests_reference_key");
  expect(used).toContain("transfers_request");
  expect((await planOf(search)).filter((line) => /Seq Scan on (?:transfers|requests)\b/.test(line))).toEqual(
    [],
  );
});

describe("the payments of one request, whether they count or not, are found by two indexes", () => {
  const asked: Record<string, (requestId: string) => Promise<unknown>> = {
    "to announce the last one again": (id) => inTransaction(ctx, (tx) => announceAgain(tx, id)),
    "to know who sent them": (id) => wasSentFrom(ctx.db, id, `0x${walletHex(7)}`),
  };
  test.each(Object.entries(asked))("%s", async (_, ask) => {
    const [row] = await api.app.database.sql<
      { id: string }[]
    >`select request_id as id from transfers limit 1`;
    const { statements } = await statementsOf(api.app, () => ask(row?.id ?? ""));
    const plans = statements
      .filter(({ text }) => text.includes('"transfers"'))
      .map((one) => explain(api.app, one, "costs false"));
    const plan = (await Promise.all(plans)).flat().map((line) => String(line["QUERY PLAN"]));
    expect(plan.join("\n")).toMatch(/ transfers_request\b/);
    expect(plan.join("\n")).toMatch(/ transfers_uncounted\b/);
    expect(plan.filter((line) => line.includes("Seq Scan"))).toEqual([]);
  });
});

test.each(["requestId", "paymentReference"] as const)(
  "a search by %s reads the payments of that request",
  async (name) => {
    const value = name === "requestId" ? `01${"ab".repeat(32)}` : `0x${"ab".repeat(8)}`;
    const used = await indexesOf(() => searchPayments(ctx, { [name]: value }));
    expect(used).toContain("transfers_request");
    expect(used).not.toContain("transfers_platform");
  },
);

test("a search by payer, of the API and of the dashboard", async () => {
  const wallet = `0x${walletHex(777)}`;
  const used = await indexesOf(() => searchPayments(ctx, { walletAddress: wallet }));
  expect(used).toContain("transfers_payer_start");
  // Which has every payment of the account.
  expect(used).not.toContain("transfers_platform");
  expect(await indexesOf(() => matchText(ctx, wallet))).toContain("transfers_payer_start");
});

test("a search by the beginning of a wallet, of one that pays and of one that is paid", async () => {
  for (const start of ["0xffff", "0x5AeD12", "TXLAQ63X"]) {
    const used = await indexesOf(() => matchText(ctx, start));
    expect(used).toContain("transfers_payer_start");
    expect(used).toContain("requests_payee_start");
  }
});

test("a search by a hash or a link, begun", async () => {
  const used = await indexesOf(() => matchText(ctx, "0x00abcd"));
  expect(used).toContain("transfers_identity");
  expect(used).toContain("transfers_source_tx");
  expect(await indexesOf(() => matchText(ctx, "01ABCDEF"))).toContain("secure_payments_token");
});

test("a search for a part walks indexes alone, those of its account", async () => {
  const plan = await planOf(() => matchText(ctx, "er-777"));
  expect(plan.filter((line) => /Seq Scan|Bitmap|secure_payments_payer_identifier/.test(line))).toEqual([]);
  expect(await indexesOf(() => matchText(ctx, "er-777"))).toContain("secure_payments_platform");
});

test("the requests of one payee", async () => {
  const payee = `0x${walletHex(4_711)}`;
  expect(await indexesOf(() => listRequests(ctx, { walletAddress: payee }))).toContain(
    "requests_payee_start",
  );
});

test("the newest deliveries of one webhook and of all", async () => {
  expect(await indexesOf(() => listDeliveries(ctx, `${ENDPOINTS}03`, {}))).toContain(
    "webhook_deliveries_newest",
  );
  expect(await indexesOf(() => listAllDeliveries(ctx, {}))).toContain("webhook_deliveries_newest");
});

test("the deliveries of an event", async () => {
  const { sql } = api.app.database;
  const rows = await sql`explain select id from webhook_deliveries where event_id = '7'`;
  expect(rows.map((row) => String(row["QUERY PLAN"])).join("\n")).toContain("webhook_deliveries_of_event");
});

test("the audit of a range of blocks", async () => {
  const silent = { network: NETWORKS.base, logsOfRange: async () => [] };
  const range = { from: 5_000n, to: 5_000n + BigInt(BLOCKS) };
  const audit = () => auditChain(ctx, silent as unknown as ChainAdapter, range);
  expect(await indexesOf(audit)).toContain("transfers_block_ranges");
  expect((await audit())?.differences).toHaveLength(BLOCKS + 1);
});
