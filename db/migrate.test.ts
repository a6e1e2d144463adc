import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CONCURRENT_INDEX, migrate } from "@/db/migrate";
import { repositoryRoot } from "@/repository-root";
import { createTestDatabase } from "@/server/testing/postgres/database";

/** Makes an empty database: there is nothing to lock, and no release that runs beside it. */
const FIRST = "0000_init.sql";

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

/** Migrations that change a table of a release that is not out: nobody has rows in it. */
const YOUNG: Readonly<Record<string, string>> = {
  "0025_ledger_sequence.sql": "ledger_entries",
  "0030_ledger_accounts.sql": "ledger_entries",
};

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
      const isKnown = SMALL.has(table) || created.has(table) || YOUNG[file] === table;
      return found && !isKnown ? [`${file} ${rule}: ${text}`] : [];
    }),
  );
}

/** What takes something away that code of the release before may read, or asks it for what it does not give. */
const CONTRACTS =
  /^(?:drop table|alter table \S+ (?:drop (?:column|constraint)|rename|alter column \S+ (?:set not null|drop default|set data type)|add column (?!.*\b(?:default|generated)\b).*\bnot null\b))/i;

/**
 * Statements that take something away too early. Web and worker are replaced one by one, so that the release before
 * runs on the new schema for a while: a first release does without a column, and a later one may drop it, saying since
 * which release it is unused.
 */
function takenTooEarly(file: string, text: string, released: string): string[] {
  const [, since] = /^-- contract: unused since (\d+\.\d+\.\d+)$/m.exec(text) ?? [];
  const isOut = since !== undefined && !comesAfter(since, released);
  return isOut ? [] : statementsOf(file, text).flatMap((one) => (CONTRACTS.test(one.text) ? [one.text] : []));
}

function comesAfter(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split(".").map(Number));
  const difference = a?.map((number, i) => number - (b?.[i] ?? 0)).find((one) => one !== 0);
  return difference !== undefined && difference > 0;
}

describe("the migrations", () => {
  const folder = join(import.meta.dirname, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const ruled = files.filter((name) => name !== FIRST);
  const all = ruled.map((name) => statementsOf(name, readFileSync(join(folder, name), "utf8")));

  test("lock no large table for long", () => {
    expect(files).toContain(FIRST);
    expect(all.flatMap(slowOnes)).toEqual([]);
  });

  test("take nothing away that a release still uses", () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot(), "package.json"), "utf8"));
    const texts = ruled.map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
    expect(texts.flatMap(([name, text]) => takenTooEarly(name, text, version))).toEqual([]);
  });

  const DROP = 'ALTER TABLE "requests" DROP COLUMN "source";';
  test.each([
    ["without a word about releases", DROP],
    ["that the newest release still uses", `-- contract: unused since 0.4.0\n${DROP}`],
    ["under another name", 'ALTER TABLE "requests" RENAME COLUMN "source" TO "origin";'],
    ["with everything in it", 'DROP TABLE "requests" CASCADE;'],
    [
      "of which a release does not know that it must be given",
      'ALTER TABLE "platforms" ALTER COLUMN "x" SET NOT NULL;',
    ],
    [
      "in favour of one that a release does not fill",
      'ALTER TABLE "platforms" ADD COLUMN "x" text NOT NULL;',
    ],
    ["in the form that a release reads", 'ALTER TABLE "platforms" ALTER COLUMN "x" SET DATA TYPE bigint;'],
  ])("would be found out with a column that is taken away %s", (_, text) => {
    expect(takenTooEarly("x", text, "0.3.2")).toHaveLength(1);
  });

  test("may take away what no release has used for one release", () => {
    const text = `-- contract: unused since 0.3.0\n${DROP}`;
    expect(takenTooEarly("x", text, "0.3.2")).toEqual([]);
    expect(takenTooEarly("x", 'ALTER TABLE "requests" ADD COLUMN "y" text;', "0.3.2")).toEqual([]);
    const filled = 'ALTER TABLE "requests" ADD COLUMN "y" boolean DEFAULT false NOT NULL;';
    expect(takenTooEarly("x", filled, "0.3.2")).toEqual([]);
  });

  test("have one snapshot, that of the newest, on one line: what lies behind it is in the schema", () => {
    const meta = join(folder, "meta");
    const newest = files.sort().at(-1)?.slice(0, 4);
    const snapshots = readdirSync(meta).filter((name) => name !== "_journal.json");
    expect(snapshots).toEqual([`${newest}_snapshot.json`]);
    expect(readFileSync(join(meta, snapshots[0] ?? ""), "utf8").trim()).not.toContain("\n");
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

  beforeEach(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { onnotice: () => {} });
    folder = mkdtempSync(join(tmpdir(), "quittance-migrations-"));
    // What the test database has been through already.
    cpSync(join(import.meta.dirname, "migrations"), folder, { recursive: true });
    entries = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")).entries;
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await sql.end();
    await database.drop();
  });

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

  test("gives way to a writer who has one of its tables and wants another one", async () => {
    await sql`create table one (id integer)`;
    await sql`create table two (id integer)`;
    await add(
      'ALTER TABLE "one" ADD COLUMN "name" text;--> statement-breakpoint\nALTER TABLE "two" ADD COLUMN "name" text;',
    );
    const isWaitedFor = async (table: string) => {
      const [row] = await sql`select from pg_locks where relation = ${table}::regclass and not granted`;
      return row !== undefined;
    };
    let migrated: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await tx`insert into two values (1)`;
      migrated = migrate(database.url, { folder });
      await expect.poll(() => isWaitedFor("two")).toBe(true);
      await tx`insert into one values (1)`;
    });
    await migrated;
    expect(
      await sql`select table_name from information_schema.columns where column_name = 'name' and table_name in ('one', 'two')`,
    ).toHaveLength(2);
  });

  test("refuses a database of before the first release in one sentence, and changes nothing", async () => {
    const old = await createTestDatabase();
    const within = postgres(old.url, { max: 1, onnotice: () => {} });
    await within`update drizzle.__drizzle_migrations set hash = 'of before'`;
    await add('CREATE TABLE "never" ("id" integer);');
    await expect(migrate(old.url, { folder })).rejects.toThrow(
      /^This database was made before the first release and cannot be taken over: .* --fresh/,
    );
    expect(await within`select to_regclass('never') as name`).toEqual([{ name: null }]);
    await within.end();
    await old.drop();
  });

  test("leaves a database of a later release as it is", async () => {
    await add('CREATE TABLE "later" ("id" integer);');
    await migrate(database.url, { folder });
    await migrate(database.url);
    expect(await sql`select to_regclass('later')::text as name`).toEqual([{ name: "later" }]);
  });

  test("makes nothing of a migration that fails half-way", async () => {
    await add('CREATE TABLE "half_way" ("id" integer);--> statement-breakpoint\nSELECT 1 / 0;');
    await expect(migrate(database.url, { folder })).rejects.toThrow(/division by zero/);
    expect(await sql`select to_regclass('half_way') as name`).toEqual([{ name: null }]);
  });
});
