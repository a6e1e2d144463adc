import type { Sql } from "postgres";

/** Keeps a copy of every table, as a backup would. Returns what puts the database back into that state. */
export async function takeBackup(sql: Sql): Promise<() => Promise<void>> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  await sql.unsafe("create schema backup");
  for (const { name } of tables) await sql.unsafe(`create table backup.${name} as table public.${name}`);
  return async () => {
    await sql.begin(async (tx) => {
      // As pg_restore does: the copy is whole, so neither triggers nor foreign keys have a say.
      await tx.unsafe("set local session_replication_role = replica");
      for (const { name } of tables) {
        await tx.unsafe(`delete from public.${name}`);
        await tx.unsafe(`insert into public.${name} overriding system value select * from backup.${name}`);
      }
    });
    await sql.unsafe("drop schema backup cascade");
  };
}
