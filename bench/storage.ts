import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { liveThrough } from "@/bench/support/live-through";
import { openQueueConnections } from "@/db";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { foldTotals } from "@/server/dashboard/overview/fold-totals";
import { createPlatform } from "@/server/platforms/create-platform";
import { createEndpoint } from "@/server/webhooks/endpoints/store";

const COUNT = 100_000;
/** Vacuums meanwhile: autovacuum would also run while a table of this size grows. */
const VACUUMS = 10;

/**
 * Bytes in the database per paid request: the request, its transfer, the sums of its money, its event, one delivery and
 * one attempt, as the service itself writes them in the order of their life; every table and index, after vacuum. Gives
 * the total and the largest relations.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? COUNT / 10 : COUNT;
  const batch = count / VACUUMS;
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "4GB" });
  try {
    const url = await server.createDatabase("storage");
    const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
    const app = boot(config, "bench", { chains: chainsOf({}) });
    const queue = openQueueConnections(url, { poolSize: 2, applicationName: "bench" });
    const { sql, db } = app.database;
    const platformId = await inTransaction(app.context(systemCaller("")), async (tx) => {
      const { id } = await createPlatform(tx, { name: "Bench", walletAddress: null });
      await createEndpoint(tx, { platformId: id, clientIdId: null, url: "https://shop.example/hook" });
      return id;
    });
    const empty = await sizeOf(sql);
    for (let first = 0; first < count; first += batch) {
      await liveThrough(app, queue, { platformId, first, count: batch });
      // As the worker does every few seconds.
      while ((await db.transaction((tx) => foldTotals({ db: tx }, batch))) > 0);
      await sql.unsafe("vacuum analyze");
    }
    const full = await sizeOf(sql);
    const total: Figure = {
      what: "bytes in the database per paid request, events and indexes included",
      value: (full - empty) / count,
      unit: "B",
      goal: { better: "less", goal: 4_000, stretch: 2_500 },
    };
    const figures = [total, ...(await relations(sql, count))];
    await queue.end();
    await app.close();
    return { name: "storage", figures };
  } finally {
    await server.stop();
  }
}

async function sizeOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(relid)) as bytes from pg_stat_user_tables where schemaname = 'public'`;
  return Number(row?.bytes);
}

/** Tables and indexes by themselves, the largest first. */
async function relations(sql: Sql, count: number): Promise<Figure[]> {
  const rows = await sql<{ name: string; bytes: string }[]>`
    select relname as name, pg_relation_size(oid) as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and pg_relation_size(oid) > ${count}
    order by 2 desc`;
  return rows.map(({ name, bytes }) => ({ what: name, value: Number(bytes) / count, unit: "B" }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
