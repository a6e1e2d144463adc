import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { connect, type Pooling } from "@/db/connecting/connect";
import { repositoryRoot } from "@/repository-root";

/** Any constants shared by all processes of this application: of a whole run, and of one migration. */
const MIGRATION_LOCK = 7_318_402;
const STEP_LOCK = 7_318_405;
const ASK_AGAIN_MS = 200;

/**
 * How long a migration waits for tables in use, in all, and how often it tries. While it waits, everyone else who wants
 * one of its tables waits behind it. Less than the second after which PostgreSQL looks for those who wait for each other:
 * it would end a caller's statement, or the migration.
 */
const WAIT_MS = 500;
const LEAST_WAIT_MS = 20;
const PAUSE_MS = 500;
/** For another process that runs the same step; nobody waits behind that. */
const STEP_TIMEOUT = "3s";
const TRIES = 120;
/** A table stayed in use; somebody else waited for what the migration had, and had what it waited for. */
const BUSY = new Set(["55P03", "40P01"]);

/** Nothing here is asked often enough to be prepared, so that any pooler will do. */
const ANY_POOLER: Pooling = { isPrepared: false, directUrl: null };

/** Where the SQL files are. */
const migrationsFolder = () => join(repositoryRoot(), "db", "migrations");

/** An index that is built while the table is written; such a statement cannot be part of a transaction. */
export const CONCURRENT_INDEX =
  /^(?:\s*--.*\n)*\s*(?:create(?: unique)?|drop) index concurrently (?:if (?:not )?exists )?"(\w+)"/i;

export interface MigrateOptions {
  folder?: string;
  /** Time of the newest migration to apply, as the journal has it; absent, all. */
  upTo?: number;
  /** Hears how many of those that were pending are done. */
  onStep?: (done: number, pending: number) => void;
}

/** The committed migrations, the oldest first. */
export function committedMigrations(
  folder = migrationsFolder(),
): { hash: string; folderMillis: number; sql: string[] }[] {
  return readMigrationFiles({ migrationsFolder: folder });
}

/** The database has a past that this version does not know. */
export class ForeignDatabase extends Error {
  override readonly name = "ForeignDatabase";
}

/**
 * Applies the committed migrations, each in a transaction of its own; those that build indexes concurrently hold
 * nothing else and run without one. Safe to call from several processes at once, and again after one was cut off.
 * Tables and files are those of drizzle-kit; its own migrator knows no concurrent index and runs everything that is
 * pending in one transaction. Throws `ForeignDatabase` for a database of before the first release: its steps were
 * joined into one. One of a later release is left as it is, because web and worker are replaced one by one.
 */
export async function migrate(
  databaseUrl: string,
  { folder = migrationsFolder(), upTo = Number.MAX_SAFE_INTEGER, onStep = () => {} }: MigrateOptions = {},
): Promise<void> {
  const client = connect(databaseUrl, { max: 1, pooling: ANY_POOLER });
  const holder = connect(databaseUrl, { max: 1, pooling: ANY_POOLER });
  try {
    // Of a transaction and not of a session, so that a pooler between us and the database does not lend it to others.
    await holder.begin(async (lock) => {
      await lock`set local idle_in_transaction_session_timeout = 0`;
      // Asked for again and again: a waiting statement would keep a concurrent index from ever being ready.
      while (!(await takeLock(lock))) await delay(ASK_AGAIN_MS);
      await applyPending(client, { folder, upTo, onStep });
    });
  } finally {
    await Promise.all([client, holder].map((pool) => pool.end({ timeout: 5 })));
  }
}

async function applyPending(client: Sql, { folder, upTo, onStep }: Required<MigrateOptions>): Promise<void> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`;
  const applied = await client<{ hash: string; at: string }[]>`
    select hash, created_at::text as at from drizzle.__drizzle_migrations`;
  const committed = readMigrationFiles({ migrationsFolder: folder });
  refuseForeign(applied, committed);
  const last = Math.max(0, ...applied.map(({ at }) => Number(at)));
  const pending = committed.filter(({ folderMillis }) => folderMillis > last && folderMillis <= upTo);
  for (const [index, migration] of pending.entries()) {
    if (migration.sql.some((text) => CONCURRENT_INDEX.test(text))) await buildIndexes(client, migration);
    else await changeTables(client, migration);
    onStep(index + 1, pending.length);
  }
}

function refuseForeign(
  applied: readonly { hash: string; at: string }[],
  committed: readonly MigrationMeta[],
): void {
  const known = new Set(committed.map(({ hash }) => hash));
  const newest = Math.max(...committed.map(({ folderMillis }) => folderMillis));
  if (!applied.some(({ hash, at }) => !known.has(hash) && Number(at) <= newest)) return;
  throw new ForeignDatabase(
    "This database was made before the first release and cannot be taken over: name an empty one in DATABASE_URL, or start with npm start -- --fresh, which empties the data directory.",
  );
}

async function takeLock(lock: TransactionSql): Promise<boolean> {
  // In the simple protocol: the other one keeps a snapshot until the next statement, and a concurrent index waits for it.
  const [row] = await lock
    .unsafe<{ isOurs: boolean }[]>(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as "isOurs"`)
    .simple();
  return row?.isOurs ?? false;
}

async function changeTables(client: Sql, migration: MigrationMeta): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${STEP_TIMEOUT}'`);
        // The connection that holds the lock of the run may be lost while this one goes on.
        await tx`select pg_advisory_xact_lock(${STEP_LOCK})`;
        const [done] = await tx`
          select from drizzle.__drizzle_migrations where created_at = ${migration.folderMillis}`;
        if (done) return;
        const until = performance.now() + WAIT_MS;
        for (const text of migration.sql) {
          const left = Math.max(LEAST_WAIT_MS, Math.ceil(until - performance.now()));
          await tx.unsafe(`set local lock_timeout = '${left}ms'`);
          await tx.unsafe(text);
        }
        await tx`insert into drizzle.__drizzle_migrations ${tx(rowOf(migration))}`;
      });
      return;
    } catch (error) {
      const isBusy = error instanceof postgres.PostgresError && BUSY.has(error.code);
      if (!isBusy || attempt >= TRIES) throw error;
      // Callers who waited behind it go first.
      await delay(PAUSE_MS);
    }
  }
}

async function buildIndexes(client: Sql, migration: MigrationMeta): Promise<void> {
  for (const text of migration.sql) {
    const name = CONCURRENT_INDEX.exec(text)?.[1];
    if (name === undefined)
      throw new Error(`a migration with concurrent indexes holds nothing else: ${text}`);
    // What an attempt that was cut off has left: an index that is kept up to date and serves nobody.
    const [left] = await client`
      select from pg_index where indexrelid = to_regclass(${`public."${name}"`}) and not indisvalid`;
    if (left) await client.unsafe(`drop index concurrently "${name}"`);
    const [exists] = await client`select from pg_class where oid = to_regclass(${`public."${name}"`})`;
    if (/^\s*drop index/im.test(text) === Boolean(exists)) await client.unsafe(text);
  }
  await client`insert into drizzle.__drizzle_migrations ${client(rowOf(migration))}`;
}

function rowOf({ hash, folderMillis }: MigrationMeta) {
  return { hash, created_at: folderMillis };
}
