import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { boot } from "@/server/boot";
import { firstIdAt, partitionsOf, timeOfId } from "@/server/lib/database/partitions/partitions";
import { nextStart } from "@/server/lib/database/partitions/units";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { ManualClock } from "@/server/testing/manual-clock";
import { keepPartitionsLoop, PARTITIONED } from "@/server/worker/tasks/keep-partitions";
import { PRUNED, pruneLoop } from "@/server/worker/tasks/prune";

const DAY_MS = 86_400_000;
/** Nobody waits for a partition that is dropped longer than this. */
const LONGEST_WAIT_MS = 1_000;

let api: TestApi;
let clock: ManualClock;
let sql: Sql;
/** Where the first partitions end: the tables as they were before. */
let end: number;

beforeEach(async () => {
  clock = new ManualClock();
  api = await startTestApi({ REQUEST_LOG_DAYS: "7", WEBHOOK_LOG_DAYS: "90" }, { now: clock.now });
  sql = postgres(api.app.config.databaseUrl, { max: 12, onnotice: () => {}, prepare: false });
  const [first] = await partitions("request_log");
  end = timeOfId(first?.to ?? "");
  await sql`insert into platforms (id, name, created_at) values ('p', 'Shop', now())`;
  await sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    values ('e', 'p', 'https://shop.example', '', now())`;
  await sql`insert into webhook_events (id, platform_id, name, body, created_at)
    values ('v', 'p', 'payment.confirmed', '{}', now())`;
});
afterEach(async () => {
  await sql?.end({ timeout: 5 });
  await api?.close();
});

const partitions = async (table: string) => (await partitionsOf(api.app.database.db, table)).partitions;
const names = async (table: string) => (await partitions(table)).map(({ name }) => name);
const goTo = (ms: number) => clock.advance(ms - clock.now().getTime());
const pass = (app = api.app) => keepPartitionsLoop(app).pass(new AbortController().signal);

async function prune(): Promise<void> {
  while ((await pruneLoop(api.app).pass(new AbortController().signal)) === "more");
}

/** Entries, and deliveries with an attempt each, of a moment. */
async function fill(ms: number, count: number, state = "succeeded", mark = "A"): Promise<void> {
  const id = sql`${firstIdAt(ms)} || ${mark} || lpad(n::text, 15, '0')`;
  const at = new Date(ms);
  const n = sql`generate_series(1, ${count}::int) n`;
  await sql`insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation, status,
      latency_ms, request_id, created_at)
    select ${id}, 'p', 'apiKey', 'k', 'GET', '/', 'x', 200, 1, 'r', ${at}::timestamptz from ${n}`;
  await sql`insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, due_at)
    select ${id}, 'v', 'e', ${state}, 1, ${at}::timestamptz from ${n}`;
  await sql`insert into webhook_attempts (delivery_id, number, started_at, duration_ms)
    select ${id}, 1, ${at}::timestamptz, 1 from ${n}`;
}

/** How many rows each partition has, without those that have none. */
async function filled(table: string): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; rows: number }[]>`
    select tableoid::regclass::text as name, count(*)::int as rows from ${sql(table)} group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");
}

const FIRST_AND_DEFAULT = ["request_log_first", "request_log_default"];

describe("partitions", () => {
  test("are made ahead, by days and by months, and once by two workers", async () => {
    goTo(end - 40 * DAY_MS);
    await pass();
    expect(await names("request_log")).toEqual(FIRST_AND_DEFAULT);
    expect(await names("webhook_attempts")).toHaveLength(2);
    goTo(end - 2 * DAY_MS);
    await Promise.all([pass(), pass()]);
    await pass();
    expect(await names("request_log")).toEqual([
      "request_log_first",
      `request_log_${dayOf(end)}`,
      "request_log_default",
    ]);
    const months = (await partitions("webhook_attempts")).slice(1, -1);
    expect(months[0]?.name).toBe(`webhook_attempts_${dayOf(end)}`);
    expect(timeOfId(months.at(-1)?.to ?? "")).toBeGreaterThanOrEqual(end + 33 * DAY_MS);
  });

  test("have the indexes of the table", async () => {
    goTo(end);
    await pass();
    const of = async (table: string) => {
      const rows = await sql<{ index: string }[]>`
        select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') as index from pg_index
        where indrelid = ${table}::regclass order by 1`;
      return rows.map(({ index }) => index);
    };
    for (const [table, count] of [
      ["request_log", 3],
      ["webhook_attempts", 1],
    ] as const) {
      const indexes = await of(table);
      expect(indexes).toHaveLength(count);
      for (const name of await names(table)) expect(await of(name), name).toEqual(indexes);
    }
  });

  test("take the rows of their time, and the default takes what no other is for", async () => {
    goTo(end + DAY_MS);
    await pass();
    await fill(end - DAY_MS, 1);
    await fill(end + DAY_MS, 2);
    // A clock that is two years ahead.
    await fill(end + 700 * DAY_MS, 3);
    expect(await filled("request_log")).toEqual({
      request_log_first: 1,
      [`request_log_${dayOf(end + DAY_MS)}`]: 2,
      request_log_default: 3,
    });
    expect(await filled("webhook_attempts")).toEqual({
      webhook_attempts_first: 1,
      [`webhook_attempts_${dayOf(end)}`]: 2,
      webhook_attempts_default: 3,
    });
  });

  test("of a time of which the default has rows are not made; those rows are removed one by one", async () => {
    // No worker ran for months, and web went on.
    const late = end + 200 * DAY_MS;
    goTo(late);
    await fill(late, 5);
    await pass();
    expect(await filled("request_log")).toEqual({ request_log_default: 5 });
    expect(await names("request_log")).not.toContain(`request_log_${dayOf(late)}`);
    expect(await names("request_log")).toContain(`request_log_${dayOf(late + DAY_MS)}`);
    goTo(late + 8 * DAY_MS);
    await prune();
    expect([await filled("request_log"), await filled("webhook_attempts")]).toEqual([
      {},
      { webhook_attempts_default: 5 },
    ]);
    goTo(late + 91 * DAY_MS);
    await prune();
    expect([await filled("webhook_deliveries"), await filled("webhook_attempts")]).toEqual([{}, {}]);
  });

  test("that are over are dropped, the first one too; what a clock far behind writes after that goes as well", async () => {
    await fill(end - DAY_MS, 4);
    goTo(end);
    await pass();
    await fill(end, 3);
    goTo(end + 9 * DAY_MS);
    await pass();
    expect(await filled("request_log")).toEqual({});
    expect(await names("request_log")).not.toContain("request_log_first");
    await fill(end, 2, "succeeded", "B");
    expect(await filled("request_log")).toEqual({ request_log_default: 2 });
    await prune();
    expect(await filled("request_log")).toEqual({});
    expect(await filled("webhook_attempts")).toEqual({
      webhook_attempts_first: 4,
      [`webhook_attempts_${dayOf(end)}`]: 5,
    });
  });

  test("stay a day or a month longer than a row by itself would, and no more", async () => {
    goTo(end);
    await pass();
    await fill(end, 1);
    const next = nextStart(end, "month");
    for (const [table, over] of [
      ["request_log", end + 8 * DAY_MS],
      ["webhook_attempts", next + 90 * DAY_MS],
    ] as const) {
      const name = `${table}_${dayOf(end)}`;
      goTo(over - 1);
      await pass();
      expect(await names(table)).toContain(name);
      goTo(over);
      await pass();
      expect(await names(table)).not.toContain(name);
    }
  });

  test("of attempts stay while one of their deliveries is still to be made", async () => {
    goTo(end);
    await pass();
    await fill(end, 3);
    await fill(end, 1, "pending", "B");
    goTo(end + 200 * DAY_MS);
    await pass();
    await prune();
    expect(await filled("webhook_attempts")).toEqual({ [`webhook_attempts_${dayOf(end)}`]: 4 });
    expect(await filled("webhook_deliveries")).toEqual({ webhook_deliveries: 1 });
    await sql`update webhook_deliveries set state = 'failed' where state = 'pending'`;
    await pass();
    await prune();
    expect([await filled("webhook_attempts"), await filled("webhook_deliveries")]).toEqual([{}, {}]);
  });

  test("stay for ever where that is the setting", async () => {
    await fill(end - DAY_MS, 2);
    goTo(end + 4_000 * DAY_MS);
    const app = boot({ ...api.app.config, webhookLogDays: null }, "test", { now: clock.now });
    await pass(app);
    await app.close();
    expect(await filled("webhook_attempts")).toEqual({ webhook_attempts_first: 2 });
    expect(await filled("request_log")).toEqual({});
  });

  test("are left to their owner by a worker whose role owns no table", async () => {
    const [role] = await sql<{ name: string }[]>`select 'keeper_' || current_database() as name`;
    const name = role?.name ?? "";
    await sql.unsafe(`create role ${name} login password 'p'`);
    await sql.unsafe(`grant all on all tables in schema public to ${name}`);
    const url = new URL(api.app.config.databaseUrl);
    [url.username, url.password] = [name, "p"];
    const app = boot({ ...api.app.config, databaseUrl: url.href }, "test", { now: clock.now });
    try {
      await fill(end - DAY_MS, 2);
      goTo(end + 20 * DAY_MS);
      await pass(app);
      expect(await names("request_log")).toEqual(FIRST_AND_DEFAULT);
      while ((await pruneLoop(app).pass(new AbortController().signal)) === "more");
      expect(await filled("request_log")).toEqual({});
    } finally {
      await app.close();
      await sql.unsafe(`drop owned by ${name}`);
      await sql.unsafe(`drop role ${name}`);
    }
  });
});

describe("a partition dropped while read", () => {
  /** A month of attempts and a day of the request log that are over, and what is young beside them. */
  async function aMonth(count: number): Promise<{ old: string; young: number }> {
    goTo(end);
    await pass();
    await fill(end, count);
    const young = end + 122 * DAY_MS;
    goTo(young);
    await fill(young, 10);
    return { old: dayOf(end), young };
  }

  test("waits for whoever reads it, and lets others through", async () => {
    const { old } = await aMonth(50);
    const before = await filled("webhook_attempts");
    await sql.begin(async (reader) => {
      const count = () => reader`select count(*)::int as n from webhook_attempts`;
      const first = await count();
      let isOver = false;
      const dropping = pass().finally(() => {
        isOver = true;
      });
      const waits: number[] = [];
      while (!isOver) waits.push(await timed(() => sql`select count(*) from webhook_attempts`));
      await dropping;
      expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MS);
      expect([await filled("webhook_attempts"), await count()]).toEqual([before, first]);
    });
    await pass();
    expect(await names("webhook_attempts")).not.toContain(`webhook_attempts_${old}`);
  });

  test("gives every row to a cursor that has begun", async () => {
    await aMonth(5_000);
    let read = 0;
    await sql.begin(async (tx) => {
      for await (const rows of tx`select delivery_id from webhook_attempts`.cursor(1_000)) {
        if (read === 0) await pass();
        read += rows.length;
      }
    });
    expect(read).toBe(5_010);
  });

  test("needs nothing of other tables: who announces and who claims goes on", async () => {
    const { old } = await aMonth(50);
    await sql.begin(async (writer) => {
      await writer`insert into webhook_events (id, platform_id, name, body, created_at) values ('w', 'p', 'x', '{}', now())`;
      await writer`update webhook_endpoints set consecutive_failures = 1`;
      await writer`update webhook_deliveries set locked_until = now()`;
      await pass();
      expect(await names("webhook_attempts")).not.toContain(`webhook_attempts_${old}`);
    });
  });

  test("with 100,000 attempts goes within a second under load, and what is young stays", async () => {
    const { old, young } = await aMonth(100_000);
    await sql`analyze`;
    const dropped: { table: string; ms: number }[] = [];
    const log = api.app.log.child({});
    log.info = (about: unknown) => {
      if (isDropped(about)) dropped.push(about);
    };
    let isOver = false;
    let written = 0;
    const waits: number[] = [];
    const during = async (work: () => Promise<unknown>) => {
      while (!isOver) waits.push(await timed(work));
    };
    const load = [
      during(
        () => sql`select * from request_log where platform_id = 'p' and credential_kind = 'apiKey'
        order by id desc limit 50`,
      ),
      during(() => sql`select * from webhook_attempts where delivery_id >= ${firstIdAt(young)}`),
      during(() => sql`select count(*) from webhook_attempts`),
      ...[1, 2].map((writer) => during(() => fill(young, 1, "succeeded", `${writer}${++written}`))),
    ];
    const isThere = async () => (await names("webhook_attempts")).includes(`webhook_attempts_${old}`);
    while (await isThere()) await pass({ ...api.app, log });
    isOver = true;
    await Promise.all(load);
    expect(dropped.map(({ table }) => table)).toEqual(
      expect.arrayContaining(["request_log", "webhook_attempts"]),
    );
    expect(Math.max(...dropped.map(({ ms }) => ms))).toBeLessThan(LONGEST_WAIT_MS);
    expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT_MS);
    for (const table of ["request_log", "webhook_attempts"]) {
      const left = Object.values(await filled(table)).reduce((sum, count) => sum + count, 0);
      expect(left, table).toBe(10 + written);
    }
  });
});

test("every table that is partitioned is kept by the worker", async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(PARTITIONED.map(({ name }) => name).sort());
});

test("every table that grows and is not kept for ever is partitioned, or docs/decisions/partitions.md says why not", () => {
  const page = readFileSync(join(repositoryRoot(), "docs", "decisions", "partitions.md"), "utf8");
  const reasons = page.slice(page.indexOf("is not partitioned.**"));
  const partitioned = PARTITIONED.map(({ name }) => name);
  const others = Object.keys(PRUNED).filter((table) => !partitioned.includes(table));
  expect(others).toHaveLength(18);
  expect(others.filter((table) => !reasons.includes(`\`${table}\``))).toEqual([]);
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function isDropped(about: unknown): about is { table: string; ms: number } {
  return typeof about === "object" && about !== null && "partition" in about && "ms" in about;
}
