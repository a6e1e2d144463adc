import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { committedMigrations, migrate } from "@/db/migrate";
import { withDatabase } from "@/server/testing/postgres/template";

/** The migrations that make tables partitioned: the first bounds them, the last swaps. */
const FIRST = 49;
const LAST = 53;
const ROWS = 20_000;
/** Nobody waits longer for the migrations. */
const LONGEST_WAIT_MS = 1_000;
const TABLES = ["request_log", "webhook_attempts"] as const;

let admin: Sql;
let sql: Sql;
let name: string;
let url: string;

beforeEach(async () => {
  admin = postgres(inject("postgresAdminUrl"), { max: 1, onnotice: () => {} });
  name = `partitioned_${process.pid}_${Math.floor(performance.now() * 1_000)}`;
  await admin.unsafe(`create database ${name} template template0`);
  url = withDatabase(inject("postgresAdminUrl"), name);
  await migrate(url, { upTo: timeOf(FIRST - 1) });
  sql = postgres(url, { max: 8, onnotice: () => {} });
  await sql`insert into platforms (id, name, created_at) values ('p', 'Shop', now())`;
  await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    values ('e', 'p', 'https://shop.example', '', now())`;
  await sql`insert into webhook_events (id, platform_id, name, body, created_at)
    values ('v', 'p', 'payment.confirmed', '{}', now())`;
  await write("01K0000000", ROWS);
});
afterEach(async () => {
  await sql?.end({ timeout: 5 });
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
});

function timeOf(index: number): number {
  const at = committedMigrations().at(index)?.folderMillis;
  if (at === undefined) throw new Error(`migration ${index} is missing`);
  return at;
}

/** Rows as every release writes them, with IDs that begin like this. */
async function write(start: string, count: number): Promise<void> {
  const id = sql`${start} || lpad(n::text, 16, '0')`;
  const n = sql`generate_series(1, ${count}::int) n`;
  await sql`insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation, status,
      latency_ms, request_id, created_at)
    select ${id}, 'p', 'apiKey', 'k', 'GET', '/', 'x', 200, 1, 'r', now() from ${n}`;
  await sql`insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, due_at)
    select ${id}, 'v', 'e', 'pending', 0, now() from ${n}`;
  await sql`with moved as (
      update webhook_deliveries set state = 'succeeded', attempts = 1 where id >= ${start} and id < ${`${start}Z`} returning id
    ) insert into webhook_attempts (delivery_id, number, started_at, duration_ms) select id, 1, now(), 3 from moved`;
}

/** A hash of every row of each table. */
async function contents(): Promise<string[]> {
  const rows = await Promise.all(
    TABLES.map(
      (table) => sql<{ hash: string }[]>`
        select md5(string_agg(t::text, '' order by t::text)) as hash from ${sql(table)} t`,
    ),
  );
  return rows.map(([row]) => row?.hash ?? "");
}

async function kinds(): Promise<string[]> {
  const rows = await sql<{ relkind: string }[]>`
    select relkind from pg_class where relname = any(${[...TABLES]}) and relnamespace = 'public'::regnamespace order by relname`;
  return rows.map(({ relkind }) => relkind);
}

/** How many rows each partition has. */
async function partitionsOf(table: string): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; rows: number }[]>`
    select relid::regclass::text as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relid::regclass, false, true, '')))[1]::text::int as rows
    from pg_partition_tree(${table}::regclass) where isleaf order by 1`;
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

describe("a filled database", () => {
  test("is partitioned step by step, each of which may be the last for a while; no row is lost", async () => {
    const before = await contents();
    for (let index = FIRST; index <= LAST; index++) {
      await migrate(url, { upTo: timeOf(index) });
      expect(await contents(), `after migration ${index}`).toEqual(before);
      await write(`01K00000A${index - FIRST}`, 10);
      await sql`delete from webhook_attempts where delivery_id like '01K00000A%'`;
      await sql`delete from request_log where id like '01K00000A%'`;
    }
    expect(await kinds()).toEqual(["p", "p"]);
    for (const table of TABLES)
      expect(await partitionsOf(table)).toEqual({ [`${table}_first`]: ROWS, [`${table}_default`]: 0 });
  });

  test("is written and read meanwhile: nobody waits a second, nothing is lost", async () => {
    let isOver = false;
    let written = 0;
    const waits: number[] = [];
    const during = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        const started = performance.now();
        await work();
        waits.push(performance.now() - started);
      }
    };
    const load = [
      ...[1, 2].map((writer) =>
        during(async () => {
          written++;
          await write(`01K1${writer}${written.toString().padStart(5, "0")}`, 1);
        }),
      ),
      during(() => sql`select * from webhook_deliveries order by id desc limit 50`),
      during(() => sql`select count(*) from webhook_attempts`),
    ];
    const steps: string[] = [];
    await migrate(url, {
      upTo: timeOf(LAST),
      onStep: (done, pending) => steps.push(`${done} of ${pending}`),
    });
    expect(steps).toEqual(["1 of 5", "2 of 5", "3 of 5", "4 of 5", "5 of 5"]);
    isOver = true;
    await Promise.all(load);
    expect(await kinds()).toEqual(["p", "p"]);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MS);
    for (const table of TABLES) {
      const [row] = await sql<{ n: number }[]>`select count(*)::int as n from ${sql(table)}`;
      expect(row?.n, table).toBe(ROWS + written);
    }
  });

  test("is as before where the migration was cut off in the middle of a step, and goes on from there", async () => {
    await migrate(url, { upTo: timeOf(LAST - 1) });
    const before = await contents();
    await sql.begin(async (reader) => {
      await reader`select from webhook_deliveries`;
      const migrated = migrate(url);
      const waits = async () => {
        const rows = await sql<{ pid: number }[]>`
          select pid from pg_locks where relation = 'webhook_deliveries'::regclass and not granted`;
        return rows.map(({ pid }) => pid);
      };
      await expect.poll(waits).toHaveLength(1);
      const [pid] = await waits();
      await Promise.all([sql`select pg_terminate_backend(${pid ?? 0})`, expect(migrated).rejects.toThrow()]);
    });
    expect(await kinds()).toEqual(["p", "r"]);
    await migrate(url);
    expect([await kinds(), await contents()]).toEqual([["p", "p"], before]);
  });

  test("with rows of a clock that was months ahead keeps them in the first partition", async () => {
    // 2028.
    await write("01P0000000", 3);
    await migrate(url);
    for (const table of TABLES)
      expect(await partitionsOf(table)).toEqual({ [`${table}_first`]: ROWS + 3, [`${table}_default`]: 0 });
  });

  test("is still read by whoever was allowed to", async () => {
    await sql.unsafe(`create role reader_${name}`);
    try {
      await sql.unsafe(`grant select on ${TABLES.join(", ")} to reader_${name}`);
      await migrate(url);
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local role reader_${name}`);
        for (const table of TABLES) expect(await tx`select from ${tx(table)}`).toHaveLength(ROWS);
      });
    } finally {
      await sql.unsafe(`drop owned by reader_${name}`);
      await sql.unsafe(`drop role reader_${name}`);
    }
  });

  test("loses nothing young to the worker of 0.2.0, which removes by the place of a row", async () => {
    await migrate(url);
    await sql`create table request_log_young partition of request_log for values from ('01P0000000') to ('01Q0000000')`;
    await write("01P0000000", 500);
    const sweep = () => sql`
      delete from request_log where ctid = any(array(
        select ctid from request_log where id < '01KZ000000' limit 2000 for update skip locked))`;
    while ((await sweep()).count > 0);
    expect(await partitionsOf("request_log")).toEqual({
      request_log_first: 0,
      request_log_default: 0,
      request_log_young: 500,
    });
  });
});
