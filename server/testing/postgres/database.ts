import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { TEMPLATE_DATABASE, withDatabase } from "@/server/testing/postgres/template";

/** PostgreSQL refuses a copy while another session holds the template, so copies queue here. */
const CLONE_LOCK = 7_318_403;

export interface TestDatabase {
  url: string;
  /** Removes the database, ending the sessions that are still on it. */
  drop(): Promise<void>;
}

/** A migrated, empty database of its own for one test file: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asAdmin(adminUrl, async (sql) => {
    await sql`select pg_advisory_lock(${CLONE_LOCK})`;
    await sql.unsafe(`create database ${name} template ${TEMPLATE_DATABASE}`);
  });
  return {
    url: withDatabase(adminUrl, name),
    drop: () =>
      asAdmin(adminUrl, async (sql) => void (await sql.unsafe(`drop database ${name} with (force)`))),
  };
}

async function asAdmin(adminUrl: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
