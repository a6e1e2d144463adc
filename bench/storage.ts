import { pathToFileURL } from "node:url";
import type { Sql } from "postgres";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { openDatabase } from "@/db";
import { foldTotals } from "@/server/dashboard/overview/fold-totals";
import { newId } from "@/server/lib/ids";
import { numberedId, storeManyPaid } from "@/server/testing/data/many";

const COUNT = 100_000;
/** Between two vacuums: autovacuum would also run while a table of this size grows. */
const BATCH = 10_000;
const PER_COMMIT = 20;
/** Status of the request and state of its transfer, commit by commit. */
const MOVES = [
  ["processing", "seen"],
  ["paid", "confirmed"],
  ["paid", "final"],
] as const;
const START = new Date("2024-01-01T00:00:00Z");

/**
 * Bytes in the database per paid request: the request, one transfer that went through all its states, one
 * event of realistic size, one delivery and one attempt; every table and index, after vacuum. Gives the
 * total and the largest relations.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? 3 * BATCH : COUNT;
  const server = await startScratchPostgres({ fsync: "off", synchronous_commit: "off", max_wal_size: "4GB" });
  try {
    const database = openDatabase(await server.createDatabase("storage"));
    const { sql } = database;
    const platformId = newId(START);
    const created = START.toISOString();
    const endpointId = newId(START);
    await sql`insert into platforms (id, name, created_at) values (${platformId}, 'bench', ${created})`;
    await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
      values (${endpointId}, ${platformId}, 'https://shop.example/hook', 'x', ${created})`;
    const empty = await sizeOf(sql);
    for (let first = 0; first < count; first += BATCH) {
      await storeManyPaid(sql, { platformId, first, count: BATCH, start: START });
      await liveThrough(sql, first);
      await announce(sql, platformId, endpointId, first);
      // As the worker does every few seconds.
      await database.db.transaction((db) => foldTotals({ db }, BATCH));
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
    await database.close();
    return { name: "storage", figures };
  } finally {
    await server.stop();
  }
}

/**
 * The updates that requests and transfers see between creation and finality; each leaves a dead row. Twenty
 * to a commit, as when a block holds that many payments.
 */
async function liveThrough(sql: Sql, first: number): Promise<void> {
  for (let n = first; n < first + BATCH; n += PER_COMMIT) {
    const [from, to] = [numberedId(START, n), numberedId(START, n + PER_COMMIT)];
    for (const [status, state] of MOVES) {
      await sql.begin(async (tx) => {
        await tx`update requests set status = ${status} where id >= ${from} and id < ${to}`;
        await tx`update transfers set state = ${state} where id >= ${from} and id < ${to}`;
      });
    }
  }
}

async function announce(sql: Sql, platformId: string, endpointId: string, first: number): Promise<void> {
  const last = first + BATCH - 1;
  const id = sql`${numberedId(START, 0).slice(0, 10)} || lpad(n::text, 16, '0')`;
  const at = sql`${START.toISOString()}::timestamptz + n * interval '1 second'`;
  await sql`
    insert into webhook_events (id, platform_id, sequence, name, dedupe_key, body, created_at)
    select ${id}, ${platformId}, n + 1, 'payment.confirmed', ${id} || ':confirmed:0',
      replace(${BODY}, 'NNNNNNNN', lpad(n::text, 8, '0')), ${at}
    from generate_series(${first}::int, ${last}::int) n`;
  await sql`
    insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, due_at)
    select ${id}, ${id}, ${endpointId}, 'pending', 0, ${at} from generate_series(${first}::int, ${last}::int) n`;
  await sql`
    update webhook_deliveries set state = 'succeeded', attempts = 1
    where id >= ${numberedId(START, first)} and id <= ${numberedId(START, last)}`;
  await sql`
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, response_body)
    select ${id}, 1, ${at}, 12, 200, '{"received":true}' from generate_series(${first}::int, ${last}::int) n`;
}

/** A `payment.confirmed` as it is sent; every N is a digit that differs. */
const BODY = JSON.stringify({
  event: "payment.confirmed",
  requestId: `01NNNNNNNN${"5c".repeat(28)}`,
  requestID: `01NNNNNNNN${"5c".repeat(28)}`,
  paymentReference: "0xNNNNNNNN1f2e3d4c",
  paymentId: "01HK153X00NNNNNNNN00000000",
  explorer: `https://pay.example.com/request/01NNNNNNNN${"5c".repeat(28)}`,
  payerAddress: "0xNNNNNNNN1f2e3d4c5b6a79880123456789abcdef",
  payerEoaAddress: null,
  paymentProcessor: "service-network",
  amount: "100",
  totalAmountPaid: "100",
  expectedAmount: "100",
  txHash: `0xNNNNNNNN${"a7".repeat(28)}`,
  network: "base",
  currency: "USDC",
  paymentCurrency: "USDC",
  isCryptoToFiat: false,
  subStatus: "",
  fees: [],
  payee: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  reference: "order-NNNNNNNN",
  timestamp: "2024-01-01T00:00:00.000Z",
  sequence: 12345678,
});

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
