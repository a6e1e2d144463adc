import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CONCURRENT_INDEX, migrate } from "@/db/migrate";
import { createTestDatabase } from "@/server/testing/postgres/database";

/** Written before the rules below; the tables that they lock were small or new then. */
const LAST_WITHOUT_RULES = 10;

/** Tables that stay small: what locks them locks them for a moment. */
const SMALL = new Set([
  "platforms",
  "users",
  "api_keys",
  "client_ids",
  "orchestrators",
  "orchestrator_links",
  "orchestrator_keys",
  "orchestrator_fee_configs",
  "brandings",
  "payee_destinations",
  "webhook_endpoints",
  "chain_cursors",
  "chain_observations",
  "quarantined_requests",
  "quarantined_deposits",
  // A row for each schedule, not for each payment.
  "recurring_payments",
  // A row for each payment to a bank account, whose payer goes through checks first.
  "offramps",
  "secret_keys",
  // A row for each account, day and measure, and what is not yet added to them.
  "daily_totals",
  "total_changes",
]);

interface Statement {
  file: string;
  text: string;
}

/** What a migration may not do to a table that can be large, because everybody would wait for it. */
const SLOW: readonly [rule: string, pattern: RegExp][] = [
  ["builds an index without CONCURRENTLY", /^create (?:unique )?index (?!concurrently)\S+ on "(\w+)"/i],
  ["drops an index without CONCURRENTLY", /^drop index (?!concurrently)/i],
  [
    "sets NOT NULL: add a check NOT VALID, validate it, then set it",
    /^alter table "(\w+)" alter column \S+ set not null/i,
  ],
  [
    "adds a NOT NULL column without a default",
    /^alter table "(\w+)" add column (?!.*\bdefault\b).*\bnot null\b/i,
  ],
  [
    "adds a column whose default differs from row to row",
    /^alter table "(\w+)" add column .*\bdefault\b.*(?:random|uuid|clock_timestamp)\w*\(/i,
  ],
  ["changes the type of a column", /^alter table "(\w+)" alter column \S+ set data type/i],
  ["adds a constraint without NOT VALID", /^alter table "(\w+)" add constraint (?!.*not valid)/i],
  ["rewrites rows: do it in steps, by the worker or a command", /^(?:update|delete from) "?(\w+)"?/i],
];

function statementsOf(file: string, text: string): Statement[] {
  return text
    .split("--> statement-breakpoint")
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, "")
        .trim()
        .replace(/\s+/g, " "),
    )
    .filter((part) => part !== "")
    .map((part) => ({ file, text: part }));
}

/** The statements that break a rule, in words. */
function slowOnes(statements: readonly Statement[]): string[] {
  const created = new Set(statements.flatMap(({ text }) => /^create table "(\w+)"/i.exec(text)?.[1] ?? []));
  return statements.flatMap(({ file, text }) =>
    SLOW.flatMap(([rule, pattern]) => {
      const found = pattern.exec(text);
      const table = found?.[1] ?? "";
      return found && !SMALL.has(table) && !created.has(table) ? [`${file} ${rule}: ${text}`] : [];
    }),
  );
}

describe("the migrations", () => {
  const folder = join(import.meta.dirname, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const ruled = files.filter((name) => Number(name.slice(0, 4)) > LAST_WITHOUT_RULES);
  const all = ruled.map((name) => statementsOf(name, readFileSync(join(folder, name), "utf8")));

  test("lock no large table for long", () => {
    expect(all.length).toBeGreaterThan(0);
    expect(all.flatMap(slowOnes)).toEqual([]);
  });

  test("hold nothing else where they build indexes while tables are in use", () => {
    for (const statements of all) {
      const concurrent = statements.filter(({ text }) => CONCURRENT_INDEX.test(text));
      expect([0, statements.length]).toContain(concurrent.length);
    }
  });

  test.each([
    'CREATE INDEX "x" ON "transfers" USING btree ("network")',
    'CREATE UNIQUE INDEX "x" ON "requests" USING btree ("id")',
    'DROP INDEX "transfers_request"',
    'ALTER TABLE "requests" ALTER COLUMN "source" SET NOT NULL',
    'ALTER TABLE "requests" ADD COLUMN "x" text NOT NULL',
    'ALTER TABLE "requests" ADD COLUMN "x" text DEFAULT gen_random_uuid() NOT NULL',
    'ALTER TABLE "transfers" ALTER COLUMN "position" SET DATA TYPE integer',
    'ALTER TABLE "transfers" ADD CONSTRAINT "x" CHECK (amount > 0)',
    'UPDATE "transfers" SET "state" = NULL',
  ])("would be found out with: %s", (text) => {
    expect(slowOnes(statementsOf("x", text))).toHaveLength(1);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY "x" ON "transfers" USING btree ("network")',
    `ALTER TABLE "requests" ADD COLUMN "x" boolean DEFAULT false NOT NULL`,
    'ALTER TABLE "requests" ADD COLUMN "x" text',
    'CREATE TABLE "fresh" ("id" text);--> statement-breakpoint\nCREATE INDEX "x" ON "fresh" USING btree ("id")',
    'UPDATE "platforms" SET "name" = NULL',
  ])("may: %s", (text) => {
    expect(slowOnes(statementsOf("x", text))).toEqual([]);
  });
});

describe("migrating", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Sql;
  let folder: string;
  let entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[];

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { onnotice: () => {} });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "quittance-migrations-"));
    mkdirSync(join(folder, "meta"));
    entries = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Adds a migration that is newer than all before. */
  async function add(text: string): Promise<void> {
    const [row] = await sql<{ at: number }[]>`
      select max(created_at)::float as at from drizzle.__drizzle_migrations`;
    const when = Math.max(row?.at ?? 0, ...entries.map((entry) => entry.when)) + 1;
    const tag = `migration_${when}`;
    entries.push({ idx: entries.length, when, tag, version: "7", breakpoints: true });
    writeFileSync(join(folder, `${tag}.sql`), text);
    writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
  }
  const isValid = async (name: string) => {
    const [row] = await sql<{ indisvalid: boolean }[]>`
      select indisvalid from pg_index where indexrelid = to_regclass(${name})`;
    return row?.indisvalid ?? null;
  };

  test("builds indexes while the table is written, each once, by however many processes ask", async () => {
    await add('CREATE TABLE "growing" ("id" integer);');
    await add('CREATE INDEX CONCURRENTLY "growing_id" ON "growing" USING btree ("id");');
    await add('DROP INDEX CONCURRENTLY "growing_id";');
    await add('CREATE INDEX CONCURRENTLY "growing_again" ON "growing" USING btree ("id");');
    await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })));
    expect([await isValid("growing_id"), await isValid("growing_again")]).toEqual([null, true]);
  });

  test("goes on after an attempt that was cut off, also one that left an index half built", async () => {
    await sql`create table halves (id integer)`;
    await sql`insert into halves values (1), (1)`;
    await expect(sql`create unique index concurrently halves_id on halves (id)`).rejects.toThrow();
    expect(await isValid("halves_id")).toBe(false);
    await sql`delete from halves`;
    await add('CREATE UNIQUE INDEX CONCURRENTLY "halves_id" ON "halves" USING btree ("id");');
    await migrate(database.url, { folder });
    expect(await isValid("halves_id")).toBe(true);
  });

  test("does not stand in the way of a table in use, and gets it when it is free", async () => {
    await sql`create table busy (id integer)`;
    await add('ALTER TABLE "busy" ADD COLUMN "name" text;');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const reader = sql.begin(async (tx) => {
      await tx`select from busy`;
      isHeld();
      await isReleased;
    });
    await held;
    const migrated = migrate(database.url, { folder });
    // It waits, and gives way after a while: others read meanwhile.
    await expect(
      sql.begin(async (tx) => {
        await tx`set local statement_timeout = '60s'`;
        return tx`select from busy`;
      }),
    ).resolves.toHaveLength(0);
    release();
    await Promise.all([reader, migrated]);
    expect(
      await sql`select column_name from information_schema.columns where table_name = 'busy'`,
    ).toHaveLength(2);
  });

  test("makes nothing of a migration that fails half-way", async () => {
    await add('CREATE TABLE "half_way" ("id" integer);--> statement-breakpoint\nSELECT 1 / 0;');
    await expect(migrate(database.url, { folder })).rejects.toThrow(/division by zero/);
    expect(await sql`select to_regclass('half_way') as name`).toEqual([{ name: null }]);
  });
});
