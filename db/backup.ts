import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { TransactionSql } from "postgres";
import { BackupError, type BackupManifest, type BackupTable, fileOf, MANIFEST } from "@/db/backup-format";
import { connect } from "@/db/connecting/connect";

/**
 * Writes everything a database holds into a new directory, as of one moment, while the service runs: one snapshot,
 * which locks nothing but changes of the schema. The directory appears when it is complete. Throws `BackupError`
 * when it exists already.
 */
export async function backUp(databaseUrl: string, directory: string): Promise<BackupManifest> {
  if (existsSync(directory)) throw new BackupError(`${directory} exists already: a backup is made anew`);
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const sql = connect(databaseUrl, { max: 1, session: { statement_timeout: "0" } });
  try {
    const copied = await sql.begin("isolation level repeatable read read only", async (tx) => {
      const migrations = await tx<{ hash: string; at: number }[]>`
        select hash, created_at::float as at from drizzle.__drizzle_migrations order by created_at`;
      const tables: BackupTable[] = [];
      for (const { name, columns } of await tablesOf(tx)) {
        tables.push({ name, columns, ...(await copyOut(tx, name, columns, join(unfinished, fileOf(name)))) });
      }
      return { migrations: migrations.map(({ hash, at }) => ({ hash, at })), tables };
    });
    const manifest: BackupManifest = { format: 1, madeAt: new Date().toISOString(), ...copied };
    writeFileSync(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    renameSync(unfinished, directory);
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Tables in an order in which each comes after those it refers to, with the rows of their partitions. Throws when they refer to each other in a circle. */
async function tablesOf(tx: TransactionSql): Promise<{ name: string; columns: string[] }[]> {
  const tables = await tx<{ name: string; columns: string[]; refersTo: string[] }[]>`
    select c.relname as name,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select coalesce(pg_partition_root(f.confrelid), f.confrelid)::regclass::text from pg_constraint f
        where f.contype = 'f' and f.confrelid <> c.oid
          and (f.conrelid = c.oid or f.conrelid in (select relid from pg_partition_tree(c.oid)))) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
  const sorted: { name: string; columns: string[] }[] = [];
  const isDone = (name: string) => sorted.some((table) => table.name === name);
  while (sorted.length < tables.length) {
    const next = tables.find(({ name, refersTo }) => !isDone(name) && refersTo.every(isDone));
    if (!next) throw new BackupError("tables refer to each other in a circle");
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

async function copyOut(
  tx: TransactionSql,
  table: string,
  columns: readonly string[],
  file: string,
): Promise<{ rows: number; sha256: string }> {
  const names = columns.map((column) => `"${column}"`).join(", ");
  // As a query, because a table with partitions cannot be copied by itself.
  const source = await tx.unsafe(`copy (select ${names} from "${table}") to stdout`).readable();
  let rows = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // In this form a line is a row: line breaks inside of values are written as \\n.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
      done(null, chunk);
    },
  });
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, count, createGzip({ level: 6 }), hashing, createWriteStream(file, { mode: 0o600 }));
  // The driver (postgres 3.4) leaves its socket paused when the last rows fill the stream, and would wait for ever.
  source._read(0);
  return { rows, sha256: hash.digest("hex") };
}
