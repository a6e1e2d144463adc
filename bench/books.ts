import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { z } from "zod";
import { median, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { type Program, startProgram } from "@/bench/support/program";
import { LEDGER_ORIGINS } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction } from "@/server/context";
import { FORMAT_NAMES } from "@/server/ledger/exports/schema";
import { monthlyBalances } from "@/server/ledger/overview/monthly-balances";
import { receivedByDay } from "@/server/ledger/overview/received";
import { stillOpen } from "@/server/ledger/overview/still-open";
import { readEntries } from "@/server/ledger/reading/read-entries";
import { reconcile } from "@/server/ledger/reconciliation/reconcile";
import { addEntries } from "@/server/ledger/sums/add-entries";
import { newId } from "@/server/lib/ids";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { numberedId, storeManyPaid, walletHex } from "@/server/testing/data/many";

const COUNT = 1_000_000;
const PAGE_ROUNDS = 5;
/** As the worker. */
const SUMMED_AT_ONCE = 20_000;
/**
 * The heap that each process is given, in MB. Node lets garbage grow to several times of what is in use where nothing
 * forbids it, so only a process that gets no more shows what the work needs.
 */
const HEAP_MB = 112;
const STORE_AT_ONCE = 50_000;
/** A second apart from here on, so that a million are in one month. */
const START = new Date("2026-01-02T00:00:00Z");
const MONTH = "2026-01";
/**
 * The books of one account with 1,000,000 entries in a month: each export through our own front door, and closing the month,
 * each in a process of its own with a small heap, whose peak memory is counted.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? COUNT / 50 : COUNT;
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "4GB" });
  try {
    const url = await server.createDatabase("books");
    const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
    const app = boot(config, "bench");
    const platformId = newId(START);
    const { sql } = app.database;
    const filled = await timed(() => fill(sql, platformId, count));
    process.stderr.write(`filled in ${(filled / 1_000).toFixed(0)} s\n`);
    const ctx = app.context(systemCaller(platformId));
    const { value: key } = await inTransaction(ctx, (tx) => createApiKey(tx, { platformId, label: "bench" }));
    const figures = await pages(ctx, count);
    for (const format of FORMAT_NAMES) {
      figures.push(
        ...(await inProcess(url, `export as ${format} of ${count} entries`, (door) =>
          exported(door, format, key),
        )),
      );
    }
    figures.push(
      ...(await inProcess(
        url,
        `close of a month with ${count} entries`,
        (door) => door.ask({ platformId, month: MONTH }),
        {
          better: "less",
          goal: 60,
          stretch: 20,
        },
      )),
    );
    await app.close();
    return { name: "books", figures };
  } finally {
    await server.stop();
  }
}

/** What the pages of the books and the API ask for, each once before it is timed. */
async function pages(ctx: Ctx, count: number): Promise<Figure[]> {
  const month = { from: MONTH, to: MONTH };
  const all = { from: START.toISOString(), to: ctx.now().toISOString() };
  const half = `${numberedId(START, Math.floor(count / 2))}-principal-1`;
  const asked: Record<string, () => Promise<unknown>> = {
    "balances of twelve months": () => monthlyBalances(ctx, {}),
    "what was received by day in a month": () => receivedByDay(ctx, month),
    "what is still open": () => stillOpen(ctx, all),
    "reconciliation of a period": () => reconcile(ctx, all),
    "a page of the ledger from its middle": () => readEntries(ctx, { after: half, limit: "1000" }),
  };
  const summed = await timed(async () => {
    while ((await inTransaction(ctx, (tx) => addEntries(tx, SUMMED_AT_ONCE))) > 0);
  });
  const figures: Figure[] = [
    { what: `sums for the balances of ${count} entries made anew`, value: summed / 1_000, unit: "s" },
  ];
  for (const [what, ask] of Object.entries(asked)) {
    await ask();
    const times: number[] = [];
    for (let round = 0; round < PAGE_ROUNDS; round++) times.push(await timed(ask));
    figures.push({
      what: `${what}, ${count} entries`,
      value: median(times),
      unit: "ms",
      ...(what.startsWith("balances") ? { goal: { better: "less", goal: 300, stretch: 100 } } : {}),
    });
  }
  return figures;
}

/** How long something takes a process of its own, and its peak memory. */
async function inProcess(
  databaseUrl: string,
  what: string,
  work: (door: Program) => Promise<unknown>,
  goal?: Figure["goal"],
): Promise<Figure[]> {
  const door = await startProgram("books-door", {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "11".repeat(32),
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  try {
    const ms = await timed(() => work(door));
    const peak = z.number().parse(await door.ask({}));
    return [
      { what: `${what}, time`, value: ms / 1_000, unit: "s", ...(goal ? { goal } : {}) },
      {
        what: `${what}, peak memory of the process`,
        value: peak / 1e6,
        unit: "MB",
        goal: { better: "less", goal: 200, stretch: 150 },
      },
    ];
  } finally {
    await door.stop();
  }
}

/**
 * As many paid requests and their entries, by SQL alone: the triggers of the service are off, and what they write is derived by the
 * functions that they call. Books in euros, with a worth of each entry and a number for each account: what DATEV takes.
 */
async function fill(database: Sql, platformId: string, count: number): Promise<void> {
  const sql = await database.reserve();
  await sql`set session_replication_role = replica`;
  await sql`insert into platforms (id, name, created_at) values (${platformId}, 'bench', ${START.toISOString()})`;
  for (let first = 0; first < count; first += STORE_AT_ONCE) {
    await storeManyPaid(sql, {
      platformId,
      first,
      count: Math.min(STORE_AT_ONCE, count - first),
      start: START,
    });
  }
  await sql`
    insert into ledger_entries (source, part, turn, platform_id, origin, debit, credit, debit_wallet, credit_wallet,
      network, currency, amount, request_id, tx_hash, position, log_index, block_number, occurred_at, booked_at)
    select source, part, 1, platform_id, origin, debit, credit, debit_wallet, credit_wallet,
      network, currency, amount, request_id, tx_hash, position, log_index, block_number, occurred_at, occurred_at
    from ledger_payment_lines(array(select id from transfers))`;
  const datev = { consultant: 12_345, client: 67_890, accountDigits: 4, fiscalYearMonth: 1 };
  await sql`insert into ledger_settings (platform_id, currency, datev)
    values (${platformId}, 'EUR', ${JSON.stringify(datev)}::text::jsonb)`;
  const numbers = { wallet: "1800", receipts: "8400" };
  await sql`insert into ledger_mappings (platform_id, accounts)
    values (${platformId}, ${JSON.stringify(numbers)}::text::jsonb)`;
  await sql`
    insert into ledger_worths (source, part, turn, currency, version, platform_id, amount, origin, price, price_at,
      sources, booked_at)
    select source, part, turn, 'EUR', 1, platform_id, amount * 92, 'market_price', 0.92, occurred_at, '[]', booked_at
    from ledger_entries`;
  await sql`
    insert into ledger_backfills (origin, after, done_at)
    select origin, '', now() from unnest(${[...LEDGER_ORIGINS]}::text[]) as origin`;
  await sql`set session_replication_role = origin`;
  sql.release();
  await database.unsafe("vacuum analyze");
}

async function exported(door: Program, format: string, key: string): Promise<void> {
  const query = new URLSearchParams({
    format,
    month: MONTH,
    wallet: `0x${walletHex(0)}`,
    currency: "USDC-base",
  });
  const url = `http://127.0.0.1:${z.int().parse(door.ready)}/v2/books/exports?${query}`;
  const { body, status } = await fetch(url, { headers: { "x-api-key": key } });
  if (status !== 200 || !body) throw new Error(`the export was answered ${status}`);
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  if (bytes < 1_000_000) throw new Error(`the export as ${format} has ${bytes} bytes`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
