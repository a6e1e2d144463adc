import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { z } from "zod";
import { percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { compareSizes } from "@/bench/support/compare-sizes";
import { startProgram } from "@/bench/support/program";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction } from "@/server/context";
import { readChanges } from "@/server/dashboard/changes";
import { getPayment } from "@/server/dashboard/get-payment";
import { listPayments } from "@/server/dashboard/list-payments";
import { getOverview } from "@/server/dashboard/overview/overview";
import { PaymentsQuery } from "@/server/dashboard/payments-schema";
import { newId } from "@/server/lib/ids";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { storeManyPaid } from "@/server/testing/data/many";

const SMALL = 1_000;
const LARGE = 1_000_000;
const QUICK_LARGE = 20_000;
const SAMPLES = 200;
const QUICK_SAMPLES = 20;
const STORE_AT_ONCE = 100_000;
/** A second apart from here on, so that a million are eleven days. */
const START = new Date("2026-01-01T00:00:00Z");

interface Book {
  app: App;
  ctx: Ctx;
  url: string;
  apiKey: string;
  count: number;
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const any = (book: Book) => Math.floor(Math.random() * book.count);
const list = (book: Book, query: Record<string, string>) =>
  listPayments(book.ctx, PaymentsQuery.parse(query));

/** Cases whose p99 must not grow, and cases that are only reported. */
const PROMISED: Record<string, (book: Book) => Promise<unknown>> = {
  "first list page": (book) => list(book, {}),
  "payment detail": (book) => getPayment(book.ctx, `01${sha(`request-${any(book)}`)}`),
};
const REPORTED: Record<string, (book: Book) => Promise<unknown>> = {
  "list of a rare status": (book) => list(book, { status: "partial" }),
  "list by status, network, token and day": (book) =>
    list(book, {
      status: "pending,expired",
      network: "base",
      token: "USDC",
      from: "2026-01-01",
      to: "2026-01-02",
    }),
  "list by amount": (book) => list(book, { sort: "-amount" }),
  "list by status": (book) => list(book, { sort: "status" }),
  "search of one reference": (book) => list(book, { q: `order-${any(book)}` }),
  "search of a transaction": (book) => list(book, { q: `0x${sha(`tx-${any(book)}`)}` }),
  "search of what all have": (book) => list(book, { q: "order" }),
  changes: (book) => readChanges(book.ctx),
};

/**
 * The dashboard at 1,000 and at 1,000,000 requests of one tenant, sample by sample in turn: the ratio of the p99s
 * (medians of five rounds). Then the export of all of them through our own front door: its time and the peak
 * memory of the process.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  // How rows got in does not matter here, so filling need not wait for the disk.
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "4GB" });
  try {
    const small = await openBook(await server.createDatabase("small"), SMALL);
    const large = await openBook(await server.createDatabase("large"), quick ? QUICK_LARGE : LARGE);
    const samples = quick ? QUICK_SAMPLES : SAMPLES;
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries({ ...PROMISED, ...REPORTED })) {
      for (let warm = 0; warm < 30; warm++) {
        await work(small);
        await work(large);
      }
      figures.push(
        ...(await compareSizes(small, large, {
          name: name,
          of: "payments",
          work: work,
          samples: samples,
          isPromised: name in PROMISED,
        })),
      );
    }
    for (const book of [small, large]) {
      const times: number[] = [];
      for (let sample = 0; sample < samples; sample++) {
        times.push(await timed(() => getOverview(book.ctx, { days: "30" })));
      }
      figures.push({
        what: `overview of 30 days, p99 at ${book.count}`,
        value: percentile(times, 0.99),
        unit: "ms",
        ...(book === large ? { goal: { better: "less", goal: 300, stretch: 50 } as const } : {}),
      });
      figures.push({
        what: `overview of 30 days, p50 at ${book.count}`,
        value: percentile(times, 0.5),
        unit: "ms",
      });
    }
    figures.push(...(await exportAll(large)));
    await Promise.all([small.app.close(), large.app.close()]);
    return { name: "dashboard", figures };
  } finally {
    await server.stop();
  }
}

async function openBook(url: string, count: number): Promise<Book> {
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
  const end = new Date(START.getTime() + count * 1_000);
  const app = boot(config, "bench", { now: () => end });
  const platformId = newId(START);
  const { sql } = app.database;
  await sql`insert into platforms (id, name, created_at) values (${platformId}, 'bench', ${START.toISOString()})`;
  const indexes = await takeIndexes(sql);
  for (let first = 0; first < count; first += STORE_AT_ONCE) {
    const some = Math.min(STORE_AT_ONCE, count - first);
    await storeManyPaid(sql, { platformId, first, count: some, start: START });
  }
  // Nine in ten are paid; of the others the young ones are open, the old ones have run out and a handful are short.
  await sql`update requests set amount = amount + abs(hashtext(id)) % 1000000, paid_at = created_at,
    status = case when right(id, 1) <> '7' then 'paid' when right(id, 3) = '777' then 'partially_paid' else 'created' end,
    link_expires_at = created_at + interval '7 days',
    link_end = case when right(id, 1) = '7' and right(id, 3) <> '777'
      and created_at + interval '7 days' <= ${end.toISOString()}::timestamptz then 'expired' end`;
  await storeLinks(sql);
  await sql.unsafe("vacuum full requests");
  for (const index of indexes) await sql.unsafe(index);
  await sql.unsafe("vacuum analyze");
  const ctx = app.context(systemCaller(platformId));
  const key = await inTransaction(ctx, (tx) => createApiKey(tx, { platformId, label: "bench" }));
  return { app, ctx, url, apiKey: key.value, count };
}

/** A link for each request, and three in four payers who came as far as connecting or further. */
async function storeLinks(sql: Sql): Promise<void> {
  await sql`insert into secure_payments (id, token, platform_id, payment_type, flow, status, network, currency,
      access_policy, created_at, expires_at, completed_at)
    select id, id, platform_id, 'single', 'incoming',
      case status when 'paid' then 'completed' else coalesce(link_end, 'pending') end, network, payment_currency,
      ${JSON.stringify(OPEN_POLICY)}::text::jsonb, created_at, link_expires_at, paid_at from requests`;
  await sql`insert into secure_payment_requests (secure_payment_id, request_id, position, amount)
    select id, id, 0, amount from requests`;
  // Triggers are for a block's payments, not for millions of rows at a time: these are counted afterwards.
  await sql`alter table payer_steps disable trigger payer_steps_counted`;
  await sql`insert into payer_steps (secure_payment_id, step, at)
    select id, step, created_at from secure_payments,
      unnest(array['opened', 'wallet_connected', 'payment_sent_to_wallet']) with ordinality as taken(step, number)
    where abs(hashtext(id)) % 4 >= number`;
  await sql`alter table payer_steps enable trigger payer_steps_counted`;
  await sql`select recount_totals()`;
}

/** Drops the indexes of the two long tables, which are made anew in a tenth of the time; gives their definitions. */
async function takeIndexes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('requests', 'transfers') and indexname not like '%_pkey'`;
  for (const { name } of rows) await sql`drop index ${sql(name)}`;
  return rows.map((row) => row.definition);
}

async function exportAll(book: Book): Promise<Figure[]> {
  const door = await startProgram("export-door", {
    DATABASE_URL: book.url,
    SECRET_KEY: "11".repeat(32),
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
  });
  try {
    const url = `http://127.0.0.1:${z.int().parse(door.ready)}/v1/dashboard/payments/export`;
    const idle = z.number().parse(await door.ask({}));
    let bytes = 0;
    let lines = 0;
    const ms = await timed(async () => {
      const { body, status } = await fetch(url, { headers: { "x-api-key": book.apiKey } });
      if (status !== 200 || !body) throw new Error(`the export was answered ${status}`);
      for await (const chunk of body) {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines += 1;
      }
    });
    if (lines !== book.count + 1) throw new Error(`the export has ${lines} lines for ${book.count} payments`);
    const peak = z.number().parse(await door.ask({}));
    return [
      {
        what: `export of ${book.count} payments: peak memory of the process`,
        value: peak / 1e6,
        unit: "MB",
        goal: { better: "less", goal: 200, stretch: 150 },
      },
      { what: "the process before it", value: idle / 1e6, unit: "MB" },
      { what: "the same: time", value: ms / 1000, unit: "s" },
      { what: "the same: size", value: bytes / 1e6, unit: "MB" },
    ];
  } finally {
    await door.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
