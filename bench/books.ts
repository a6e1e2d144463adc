import { pathToFileURL } from "node:url";
import { z } from "zod";
import { timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { type Program, startProgram } from "@/bench/support/program";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { fillLedger } from "@/server/ledger/backfill";
import { FORMAT_NAMES } from "@/server/ledger/exports/schema";
import { newId } from "@/server/lib/ids";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { storeManyPaid, walletHex } from "@/server/testing/data/many";

const COUNT = 1_000_000;
const STORE_AT_ONCE = 20_000;
/** A second apart from here on, so that a million are in one month. */
const START = new Date("2026-01-02T00:00:00Z");
const MONTH = "2026-01";
/** DATEV takes books in euros, with a worth of each entry. */
const FORMATS = FORMAT_NAMES.filter((name) => name !== "datev");

/**
 * The books of one account with 1,000,000 entries in a month: each export through our own front door, and closing the month,
 * each in a process of its own whose peak memory is counted.
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
    await sql`insert into platforms (id, name, created_at) values (${platformId}, 'bench', ${START.toISOString()})`;
    for (let first = 0; first < count; first += STORE_AT_ONCE) {
      await storeManyPaid(sql, {
        platformId,
        first,
        count: Math.min(STORE_AT_ONCE, count - first),
        start: START,
      });
    }
    await sql.unsafe("vacuum analyze");
    const ctx = app.context(systemCaller(platformId));
    await sql`update ledger_backfills set done_at = now()`;
    while ((await inTransaction(ctx, (tx) => fillLedger(tx, count))) > 0);
    const { value: key } = await inTransaction(ctx, (tx) => createApiKey(tx, { platformId, label: "bench" }));
    const figures: Figure[] = [];
    for (const format of FORMATS) {
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
