import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "@/server/testing/postgres/database";

describe("a test database", () => {
  test("is migrated, and nothing written to it shows in another", async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [a, b] = [postgres(first.url, { max: 1 }), postgres(second.url, { max: 1 })];
    const applied = await a`select count(*)::int as n from drizzle.__drizzle_migrations`;
    expect(applied[0]?.n).toBeGreaterThan(0);
    await a`create table only_here (id int)`;
    await expect(b`select * from only_here`).rejects.toThrow(/does not exist/);
    await Promise.all([a.end(), b.end()]);
    await Promise.all([first.drop(), second.drop()]);
  });

  test("is gone after drop, also under an open connection", async () => {
    const { url, drop } = await createTestDatabase();
    const open = postgres(url, { max: 1, onnotice: () => {} });
    await open`select 1`;
    await drop();
    await expect(postgres(url, { max: 1 })`select 1`).rejects.toThrow(/does not exist/);
    await open.end({ timeout: 0 });
  });

  test("eight made at once do not refuse each other", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, createTestDatabase));
    expect(new Set(made.map(({ url }) => url)).size).toBe(8);
    await Promise.all(made.map(({ drop }) => drop()));
  });
});
