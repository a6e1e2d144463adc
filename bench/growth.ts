import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { percentile, timed } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { type App, boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { firstIdAt, partitionsOf, timeOfId } from "@/server/lib/database/partitions/partitions";
import { keepPartitionsLoop } from "@/server/worker/tasks/keep-partitions";
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

/** First characters of IDs drawn in 2016: long over. */
const OLD = "01ARZ3NDEK";
const DAY_MS = 86_400_000;
/** How long readers and writers are watched without a drop. */
const ALONE_MS = 3_000;

/**
 * What pruning costs, what reading costs beside it, and how long callers wait while a partition is dropped, in tables of
 * ten million rows each: the request log, webhook deliveries with their attempts, sessions and counters of limits.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const rows = rowsOf(quick);
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "8GB" });
  try {
    const url = await server.createDatabase("growth");
    const days = { REQUEST_LOG_DAYS: "90", WEBHOOK_LOG_DAYS: "90" };
    const config = readConfig({
      DATABASE_URL: url,
      SECRET_KEY: "11".repeat(32),
      LOG_LEVEL: "silent",
      ...days,
    });
    let now = Date.now();
    const app = boot(config, "bench", { now: () => new Date(now) });
    const { sql, db } = app.database;
    const [first] = (await partitionsOf(db, "webhook_attempts")).partitions;
    const end = timeOfId(first?.to ?? "");
    now = end + DAY_MS;
    const keep = () => keepPartitionsLoop(app).pass(new AbortController().signal);
    await keep();
    await fill(sql, rows, now);
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
    const fresh = now;
    // All that is old has outlived its time now, and with it the partition that it is in.
    now = end + 91 * DAY_MS;
    figures.push(...(await dropping(app, { keep, fresh })));
    await app.close();
    return { name: "growth", figures };
  } finally {
    await server.stop();
  }
}

/** Drops the partitions that are over beside readers and writers, and says how long each of them waited. */
async function dropping(
  app: App,
  { keep, fresh }: { keep(): Promise<unknown>; fresh: number },
): Promise<Figure[]> {
  const { sql, db } = app.database;
  const isThere = async (table: string) =>
    (await partitionsOf(db, table)).partitions.some(({ name }) => name === `${table}_first`);
  const [size] = await sql<{ entries: number; attempts: number }[]>`
    select (select count(*)::float from request_log_first) as entries,
      (select count(*)::float from webhook_attempts_first) as attempts`;
  const waits = { alone: { read: [0], write: [0] }, beside: { read: [0], write: [0] } };
  let at: keyof typeof waits | null = "alone";
  let written = 0;
  const during = async (kind: "read" | "write", work: () => Promise<unknown>) => {
    while (at !== null) {
      const when = at;
      waits[when][kind].push(await timed(work));
    }
  };
  const write = () => {
    const id = `${firstIdAt(fresh)}W${String(++written).padStart(15, "0")}`;
    return sql.begin(async (tx) => {
      await tx`insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation, status,
          latency_ms, request_id, created_at)
        values (${id}, 'p', 'apiKey', 'k', 'GET', '/v2/request', 'listRequests', 200, 3, 'r', now())`;
      await tx`insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code)
        values (${id}, 1, now(), 12, 200)`;
    });
  };
  const load = [
    during(
      "read",
      () => sql`select * from request_log where platform_id = 'p' and credential_kind = 'apiKey'
      order by id desc limit 50`,
    ),
    during(
      "read",
      () => sql`select * from webhook_attempts where delivery_id >= ${firstIdAt(fresh)}
      order by delivery_id limit 50`,
    ),
    during("write", write),
    during("write", write),
  ];
  await new Promise((resolve) => setTimeout(resolve, ALONE_MS));
  const noted: number[] = [];
  const info = app.log.info.bind(app.log);
  app.log.info = (about: unknown) => {
    if (typeof about === "object" && about !== null && "ms" in about) noted.push(Number(about.ms));
  };
  at = "beside";
  for (const table of ["request_log", "webhook_attempts"]) while (await isThere(table)) await keep();
  at = null;
  app.log.info = info;
  await Promise.all(load);
  const worst = (what: string, sample: number[]): Figure => ({
    what,
    value: Math.max(...sample),
    unit: "ms",
  });
  return [
    {
      what: "entries of the request log in a partition that is dropped",
      value: size?.entries ?? 0,
      unit: "",
    },
    { what: "attempts in another one", value: size?.attempts ?? 0, unit: "" },
    worst("dropping one of them beside two readers and two writers, the slower", noted),
    worst("longest wait of a reader meanwhile", waits.beside.read),
    worst("longest wait of a writer meanwhile", waits.beside.write),
    worst("longest wait of a reader in the three seconds before", waits.alone.read),
    worst("longest wait of a writer in the three seconds before", waits.alone.write),
  ];
}

/** `--rows 1000000` takes another number, for a machine with less time. */
function rowsOf(quick: boolean): number {
  const at = process.argv.indexOf("--rows");
  if (at !== -1) return Number(process.argv[at + 1]);
  return quick ? QUICK_ROWS : ROWS;
}

async function fill(sql: Sql, rows: number, fresh: number): Promise<void> {
  await sql`insert into platforms (id, name, created_at) values ('p', 'bench', now())`;
  await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    values ('e', 'p', 'https://shop.example/hook', '', now())`;
  for (let first = 0; first < rows; first += BATCH) {
    const n = sql`generate_series(${first}::int, ${Math.min(first + BATCH, rows) - 1}::int) n`;
    const isFresh = sql`n >= ${Math.floor(rows * (1 - FRESH_SHARE))}::int`;
    const id = sql`case when ${isFresh} then ${firstIdAt(fresh)} else ${OLD} end || lpad(n::text, 16, '0')`;
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
