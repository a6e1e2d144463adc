import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Sql, TransactionSql } from "postgres";
import { BackupError, BackupManifest, type BackupTable, fileOf, MANIFEST } from "@/db/backup-format";
import { connect } from "@/db/connecting/connect";
import { committedMigrations, type MigrateOptions, migrate } from "@/db/migrate";

/**
 * Fills an empty database with a backup and brings it to the schema of this version, which may be newer than the one
 * that made the backup. All rows arrive in one transaction, or none. Throws `BackupError` for a database that is not
 * empty, for files that are not those that were written, and for a backup of a version that this one does not know.
 */
export async function restore(
  databaseUrl: string,
  directory: string,
  { folder }: Pick<MigrateOptions, "folder"> = {},
): Promise<BackupManifest> {
  const manifest = readManifest(directory);
  for (const { name, sha256 } of manifest.tables) {
    if ((await hashOf(join(directory, fileOf(name)))) !== sha256) {
      throw new BackupError(`${fileOf(name)} is not the file that was written`);
    }
  }
  const newest = newestKnown(manifest, folder);
  const sql = connect(databaseUrl, { max: 1, session: { statement_timeout: "0" } });
  try {
    await refuseUnlessEmpty(sql);
    await migrate(databaseUrl, { folder, upTo: newest });
    await sql.begin(async (tx) => {
      // Nobody else writes meanwhile: not even a service that was left running.
      for (const { name } of manifest.tables)
        await tx.unsafe(`lock table "${name}" in access exclusive mode`);
      for (const table of manifest.tables) await copyIn(tx, table, join(directory, fileOf(table.name)));
    });
    await sql`analyze`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  await migrate(databaseUrl, { folder });
  return manifest;
}

function readManifest(directory: string): BackupManifest {
  const file = join(directory, MANIFEST);
  if (!existsSync(file))
    throw new BackupError(`${directory} holds no complete backup: ${MANIFEST} is missing`);
  const parsed = BackupManifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) throw new BackupError(`${file} is not the description of a backup`);
  return parsed.data;
}

/** Time of the backup's newest migration. */
function newestKnown({ migrations }: BackupManifest, folder: string | undefined): number {
  const known = new Set(committedMigrations(folder).map(({ hash }) => hash));
  if (migrations.some(({ hash }) => !known.has(hash))) {
    throw new BackupError("this backup is of a newer or another version: restore it with that one");
  }
  return Math.max(...migrations.map(({ at }) => at));
}

async function hashOf(file: string): Promise<string | null> {
  if (!existsSync(file)) return null;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function refuseUnlessEmpty(sql: Sql): Promise<void> {
  const [found] = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') limit 1`;
  const [migrated] = await sql`select from pg_namespace where nspname = 'drizzle'`;
  if (found || migrated) throw new BackupError("the database is not empty: a backup goes into an empty one");
}

async function copyIn(tx: TransactionSql, table: BackupTable, file: string): Promise<void> {
  const { name, columns, rows } = table;
  // What triggers add up is in the backup already.
  await tx.unsafe(`alter table "${name}" disable trigger user`);
  const names = columns.map((column) => `"${column}"`).join(", ");
  const target = await tx.unsafe(`copy "${name}" (${names}) from stdin`).writable();
  await pipeline(createReadStream(file), createGunzip(), target);
  const [counted] = await tx.unsafe<{ rows: number }[]>(`select count(*)::float as rows from "${name}"`);
  if (counted?.rows !== rows) throw new BackupError(`${name} has ${counted?.rows} rows, not ${rows}`);
  await tx.unsafe(`alter table "${name}" enable trigger user`);
  await countOn(tx, name);
}

/** Numbers that the database draws go on after those of the rows that came. */
async function countOn(tx: TransactionSql, table: string): Promise<void> {
  const drawn = await tx<{ column: string }[]>`
    select attname as column from pg_attribute where attrelid = ${table}::regclass and attidentity <> ''`;
  for (const { column } of drawn) {
    await tx.unsafe(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), max("${column}")) from "${table}"`,
    );
  }
}
