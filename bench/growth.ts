import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { pruneLoop } from "@/server/worker/tasks/prune";

const ROWS = 10_000_000;
const QUICK_ROWS = 100_000;
/** Rows of one statement while filling. */
const BATCH = 500_000;
/** Rounds over all tables, each of them a step of 2,000 rows per table. */
const ROUNDS = 20;
/** A tenth of the rows is younger than what is removed. */
const FRESH_SHARE = 0.1;

/** Deliveries are found by their event through a hash index: a million of one event would be one chain in it. */
const DELIVERIES_PER_EVENT = 10;

/** First characters of IDs drawn in 2016, and in 2100: long over, and not over for long. */
const OLD = "01ARZ3NDEK";
const FRESH = "03R5XQ0000";

/**
 * What pruning costs, and what reading costs beside it, in tables of ten million rows each: the request log, webhook
 * deliveries with their attempts, sessions and counters of limits.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const rows = rowsOf(quick);
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "8GB" });
  try {
    const url = await server.createDatabase("growth");
    const config = readConfig({ DATABASE_URL: url, SECRET_KEY: "11".repeat(32), LOG_LEVEL: "silent" });
    const app = boot(config, "bench");
    const { sql } = app.database;
    await fill(sql, rows);
    const pass = () => pruneLoop(app).pass(new AbortController().signal);
    const before = await reads(sql);
    const rounds: number[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await timed(pass));
    const figures: Figure[] = [
      { what: `rows of each table, ${FRESH_SHARE * 100} % of them to stay`, value: rows, unit: "" },
      {
        what: "pruning 2,000 rows of each of four tables, median",
        value: percentile(rounds, 0.5),
        unit: "ms",
      },
      { what: "the same, slowest of twenty rounds", value: Math.max(...rounds), unit: "ms" },
      ...before,
    ];
    await app.close();
    return { name: "growth", figures };
  } finally {
    await server.stop();
  }
}

/** `--rows 1000000` takes another number, for a machine with less time. */
function rowsOf(quick: boolean): number {
  const at = process.argv.indexOf("--rows");
  if (at !== -1) return Number(process.argv[at + 1]);
  return quick ? QUICK_ROWS : ROWS;
}

async function fill(sql: Sql, rows: number): Promise<void> {
  await sql`insert into platforms (id, name, created_at) values ('p', 'bench', now())`;
  await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    values ('e', 'p', 'https://shop.example/hook', '', now())`;
  for (let first = 0; first < rows; first += BATCH) {
    const n = sql`generate_series(${first}::int, ${Math.min(first + BATCH, rows) - 1}::int) n`;
    const isFresh = sql`n >= ${Math.floor(rows * (1 - FRESH_SHARE))}::int`;
    const id = sql`case when ${isFresh} then ${FRESH} else ${OLD} end || lpad(n::text, 16, '0')`;
    const event = sql`'v' || n / ${DELIVERIES_PER_EVENT}::int`;
    const at = sql`case when ${isFresh} then timestamptz '2100-01-01' else timestamptz '2016-01-01' end`;
    await sql`insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation, status,
        latency_ms, request_id, created_at)
      select ${id}, 'p', 'apiKey', 'k', 'GET', '/v2/request', 'listRequests', 200, 3, 'r', ${at} from ${n}`;
    await sql`insert into webhook_events (id, platform_id, name, body, created_at)
      select distinct ${event}, 'p', 'payment.confirmed', '{}', now() from ${n}`;
    await sql`insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, due_at)
      select ${id}, ${event}, 'e', 'succeeded', 1, ${at} from ${n}`;
    await sql`insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code)
      select ${id}, 1, ${at}, 12, 200 from ${n}`;
    await sql`insert into sessions (token_hash, id, kind, platform_id, created_at, last_seen_at, expires_at)
      select sha256(n::text::bytea), ${id}, 'wallet', 'p', ${at}, ${at}, ${at} from ${n}`;
    await sql`insert into rate_limits (key, points, expire)
      select n::text, 1, (extract(epoch from ${at}) * 1000)::bigint from ${n}`;
  }
  await sql`vacuum analyze`;
}

/** What a dashboard and a sign-in ask for, while all of these rows are there. */
async function reads(sql: Sql): Promise<Figure[]> {
  const asked: [string, () => Promise<unknown>][] = [
    [
      "newest 50 calls of an account",
      () => sql`select * from request_log where platform_id = 'p' order by id desc limit 50`,
    ],
    [
      "newest 50 deliveries of an endpoint",
      () => sql`select * from webhook_deliveries
        where hashtextextended(endpoint_id, 0) = hashtextextended('e', 0) and endpoint_id = 'e' order by id desc limit 50`,
    ],
    ["a session by its token", () => sql`select * from sessions where token_hash = sha256('7'::bytea)`],
    ["a counter of a limit", () => sql`select * from rate_limits where key = '7'`],
  ];
  const figures: Figure[] = [];
  for (const [what, work] of asked) {
    const sample: number[] = [];
    for (let i = 0; i < 50; i++) sample.push(await timed(work));
    figures.push({ what: `${what}, median`, value: percentile(sample, 0.5), unit: "ms" });
  }
  return figures;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
