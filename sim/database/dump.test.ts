import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dumpOf, putBack } from "@/sim/database/dump";
import { migratedImage } from "@/sim/database/image";

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database?.close());
beforeEach(() =>
  database.exec(`
    drop schema if exists public cascade; create schema public;
    drop schema if exists "Other one" cascade; create schema "Other one";
    create type mood as enum ('calm', 'busy');
    create table kinds (
      id bigint generated always as identity (start with 5) primary key,
      bytes bytea, amount numeric, price numeric(40, 18), ratio double precision, at timestamptz, day date,
      lasts interval, names text[], codes bytea[], sums numeric[], said jsonb, meant json, "Odd ""name" text, mood mood,
      gone text, kept boolean, note text not null default 'given',
      doubled numeric generated always as (amount * 2) stored,
      halved numeric generated always as (amount / 2) virtual
    );
    alter table kinds drop column gone;
    create table "Other one".parts (of_kind bigint not null references kinds, place int not null, word text) partition by range (place);
    create table "Other one".parts_low (word text, place int not null, of_kind bigint not null);
    alter table "Other one".parts attach partition "Other one".parts_low for values from (0) to (10);
    create table "Other one".parts_rest partition of "Other one".parts default;
    create table log (line text);
    create table counted (n int);
    insert into counted values (0);
    create function count_lines() returns trigger language plpgsql as $$ begin update counted set n = n + 1; return null; end $$;
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$;
    create trigger counts after insert on log for each row execute function count_lines();
    create trigger stays before truncate or delete or update on log for each statement execute function refuse();
    create sequence drawn;
    create sequence untouched start with 40;
    insert into kinds (bytes, amount, price, ratio, at, day, lasts, names, codes, sums, said, meant, "Odd ""name", mood, kept) values
      ('\\x00ff5c27', 1.2300, 0.000000000000000001, 0.1, '2026-11-29 23:59:59.123456+00', '2026-02-28', '1 mon 2 days 00:00:00.000001',
       '{a,"b, c",NULL,"","NULL","\\"\\\\"}', '{"\\\\x00","\\\\xff"}', '{1.10,NaN}', '{"a": [1.50, null, "\\u00e4"]}', '{"b" :  1, "b": 2}', E'tab\\t, "quote" and\\nline', 'busy', true),
      ('', 'NaN', null, 'infinity', '-infinity', null, null, '{}', '{{"\\\\x01"},{"\\\\x02"}}', null, 'null', 'null', '', null, false),
      (null, 99999999999999999999999999999999999999999999.5, null, -0.0, null, null, null, null, null, null, null, null, null, null, null);
    insert into "Other one".parts values (5, 1, 'low'), (6, 30, 'rest');
    insert into log values ('first'), ('second');
    select nextval('drawn'), nextval('drawn')`),
);

/** Each row as the text and as the bytes that PostgreSQL sends of it, and where it lies. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = [
    "kinds",
    '"Other one".parts',
    '"Other one".parts_low',
    '"Other one".parts_rest',
    "log",
    "counted",
  ];
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await database.query(
      `select tableoid::regclass::text as place, t::text as said, encode(record_send(t), 'hex') as sent from ${table} t`,
    );
    all[table] = rows;
  }
  return all;
}

const lengthOf = async (table: string) => (await database.query(`select from ${table}`)).rows.length;

test("a dump puts every row of every table back as it was, of whatever type, and nothing runs because of it", async () => {
  const before = await everything();
  expect(before.kinds).toHaveLength(3);
  const dump = await dumpOf(database);
  await database.exec(`
    alter table log disable trigger user;
    delete from log where line = 'first'; update log set line = 'other'; insert into log values ('third');
    alter table log enable trigger user;
    update counted set n = 7;
    delete from "Other one".parts where place = 1;
    update "Other one".parts set place = 2, word = 'moved';
    insert into kinds (amount, note) values (1, 'new');
    delete from kinds where id = 5;
    update kinds set bytes = '\\x01', amount = 1.23, at = now(), names = '{x}', said = '{}', mood = 'calm', kept = null, note = ''`);
  expect(await everything()).not.toEqual(before);
  await putBack(database, dump);
  expect(await everything()).toEqual(before);
  expect(await dumpOf(database)).toEqual(dump);
});

test("afterwards triggers run, references are compared, and numbers go on where they were", async () => {
  const dump = await dumpOf(database);
  await database.exec("insert into kinds (amount) values (1); select nextval('drawn'), nextval('untouched')");
  await putBack(database, dump);
  const { rows } = await database.query(
    "insert into kinds (amount) values (4) returning id::int, doubled::text, nextval('drawn')::int as drawn, nextval('untouched')::int as untouched",
  );
  expect(rows).toEqual([{ id: 8, doubled: "8", drawn: 3, untouched: 40 }]);
  await database.exec("insert into log values ('counted')");
  expect((await database.query("select n from counted")).rows).toEqual([{ n: 3 }]);
  await expect(database.exec("delete from log")).rejects.toThrow("append-only");
  await expect(database.exec(`insert into "Other one".parts values (99, 1, 'x')`)).rejects.toThrow(
    /foreign key/,
  );
});

test("a table that is left out keeps what it has, and a dump that does not fit changes nothing", async () => {
  const dump = await dumpOf(database, { but: ["public.counted"] });
  await database.exec("update counted set n = 7; insert into log values ('third')");
  const tables = dump.tables.map((one) =>
    one.name === "public.log" ? { ...one, columns: ["line", "none"] } : one,
  );
  await expect(putBack(database, { ...dump, tables })).rejects.toThrow(/none/);
  expect(await lengthOf("log")).toBe(3);
  await putBack(database, dump);
  expect(await lengthOf("log")).toBe(2);
  expect((await database.query("select n from counted")).rows).toEqual([{ n: 8 }]);
});

test("of the service every table is in it, also those that nobody may change", async () => {
  const product = (await migratedImage()).fresh();
  await product.exec(`
    insert into platforms (id, name, created_at) values ('1', 'Shop', '2026-01-05 12:00:00.000001+00');
    insert into audit_log (id, platform_id, at, action, subject, actor_kind, actor_platform_id, credential_id, request_id, details)
    values ('1', '1', now(), 'x', 'y', 'system', '1', 'z', 'r', '{"a": null}')`);
  const dump = await dumpOf(product);
  const { rows } = await product.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const partitions = new Set([
    "request_log_first",
    "request_log_default",
    "webhook_attempts_first",
    "webhook_attempts_default",
  ]);
  expect(dump.tables.map(({ name }) => name).sort()).toEqual(
    rows
      .map(({ name }) => `public.${name}`)
      .filter((name) => !partitions.has(name.slice(7)))
      .sort(),
  );
  expect(dump.sequences).toContainEqual({
    name: "public.ledger_entries_sequence_seq",
    at: "1",
    wasDrawn: false,
  });
  await product.exec(
    "update platforms set name = 'Other', webhook_sequence = 9; insert into platforms (id, name, created_at) values ('2', 'New', now())",
  );
  await putBack(product, dump);
  expect(await dumpOf(product)).toEqual(dump);
  expect((await product.query("select name, webhook_sequence::int as n from platforms")).rows).toEqual([
    { name: "Shop", n: 0 },
  ]);
  await expect(product.exec("delete from audit_log")).rejects.toThrow(/append-only/);
});
