import { rmSync } from "node:fs";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/local/postgres/postgres";
import { sweepAbandoned } from "@/server/testing/postgres/abandoned";
import { makeTestDirectory, writeOwner } from "@/server/testing/postgres/directory";
import { testDatabaseMode } from "@/server/testing/postgres/mode";
import { startPgbouncer } from "@/server/testing/postgres/pgbouncer";
import { TEMPLATE_DATABASE, withDatabase } from "@/server/testing/postgres/template";
import { noteSeconds } from "@/server/testing/processor-time/note";
import { canMeasure, secondsOfTree } from "@/server/testing/processor-time/process-tree";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's URL of the maintenance database on this run's server. */
    postgresAdminUrl: string;
    /** Of the PgBouncer before that server, where the run was asked for one. */
    pgbouncerPort: number;
  }
}

/** One PostgreSQL server for the whole run, thrown away with its directory afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepAbandoned();
  const directory = makeTestDirectory("postgres");
  const server = await startPostgres({
    dataDir: directory,
    log: (line) => process.stderr.write(`${line}\n`),
    // These data never outlive the run and the machine is not switched off under it, so waiting for the disk
    // would protect nothing. Commit order and visibility, which the tests do rely on, stay as in production.
    settings: { fsync: "off", full_page_writes: "off", autovacuum_naptime: "1h" },
  });
  writeOwner(directory, server.pid);
  const adminUrl = withDatabase(server.url, "postgres");
  await createTemplate(adminUrl);
  project.provide("postgresAdminUrl", adminUrl);
  // Few connections for a whole run, so that its clients meet what others have left on them.
  const pgbouncer = testDatabaseMode() === "pgbouncer" ? await startPgbouncer(adminUrl, directory) : null;
  if (pgbouncer) project.provide("pgbouncerPort", pgbouncer.port);
  return async () => {
    await pgbouncer?.stop();
    if (canMeasure()) noteSeconds("PostgreSQL", secondsOfTree(server.pid));
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await migrate(withDatabase(adminUrl, TEMPLATE_DATABASE));
    await admin.unsafe(`alter database ${TEMPLATE_DATABASE} with is_template true allow_connections false`);
  } finally {
    await admin.end({ timeout: 1 });
  }
}
