import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any constant shared by all processes of this application. */
const MIGRATION_LOCK = 7_318_402;

/** Where the SQL files are: beside this file, or in `db/migrations` of the working directory for the bundle. */
function migrationsFolder(): string {
  return import.meta.url.endsWith(".ts")
    ? fileURLToPath(new URL("./migrations", import.meta.url))
    : `${process.cwd()}/db/migrations`;
}

/**
 * Applies the committed migrations. Safe to call from several processes at once: the migrator itself takes
 * no lock, so an advisory lock on the single connection does.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end({ timeout: 5 });
  }
}
