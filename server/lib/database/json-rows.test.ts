import { bigint, boolean, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baseUnits, hex, moment } from "@/db/columns";
import { jsonRows } from "@/server/lib/database/json-rows";
import { createTestDatabase } from "@/server/testing/postgres/database";

const samples = pgTable("samples", {
  rowId: text().primaryKey(),
  amount: baseUnits().notNull(),
  hash: hex().notNull(),
  at: moment().notNull(),
  blockNumber: bigint({ mode: "bigint" }).notNull(),
  position: smallint().notNull(),
  isOpen: boolean().notNull(),
  sources: jsonb(),
  words: text().array(),
  note: text(),
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: postgres.Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  client = postgres(database.url, { max: 1 });
  await client`create table samples (row_id text primary key, amount numeric(78, 0) not null, hash bytea not null,
    at timestamp(3) with time zone not null, block_number bigint not null, position smallint not null,
    is_open boolean not null, sources jsonb, words text[], note text)`;
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test("rows of every kind of column are stored as they are given, absent values as null", async () => {
  const db = drizzle(client, { casing: "snake_case" });
  const whole = {
    rowId: "1",
    amount: 2n ** 256n - 1n,
    hash: `0x00ff${"ab".repeat(30)}`,
    at: new Date("2026-01-02T03:04:05.678Z"),
    blockNumber: 2n ** 62n,
    position: 7,
    isOpen: false,
    sources: [{ name: 'a "quoted" \\ name', price: "1.0" }],
    words: ["a,b", '"c"', "{d}"],
    note: "line\nbreak",
  };
  const { sources, words, note, ...required } = whole;
  const stored = await db
    .insert(samples)
    .select(jsonRows(samples, [whole, { ...required, rowId: "2" }]))
    .returning();
  expect(stored).toEqual([whole, { ...required, rowId: "2", sources: null, words: null, note: null }]);
});
