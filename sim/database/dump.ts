import type { PGlite, Transaction } from "@electric-sql/pglite";

/** All rows of a table, each as the text that PostgreSQL itself writes and reads of a row, in one JSON array. */
interface KeptTable {
  name: string;
  /** Those that are stored; what is generated follows from them. */
  columns: readonly string[];
  rows: string;
}

/** Where numbers that the database draws are. */
interface KeptSequence {
  name: string;
  /** The last one that was drawn; the first one to be drawn where none was. */
  at: string;
  wasDrawn: boolean;
}

/** Everything that the tables of a database hold at one moment, as an operator's dump has it. */
export interface Dump {
  tables: readonly KeptTable[];
  sequences: readonly KeptSequence[];
}

/** Schemas of the database's own. */
const FOREIGN = "nspname !~ '^pg_' and nspname <> 'information_schema'";
/** Rows of partitions are those of their table. */
const TABLES = `
  select format('%I.%I', nspname, relname) as name,
    to_json(array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where ${FOREIGN} and relkind in ('r', 'p') and not relispartition
  order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as at,
    last_value is not null as "wasDrawn"
  from pg_sequences
  order by 1`;

/**
 * Reads every row of every table, without those of the tables in `but`, and where sequences are. No transaction may be
 * open: it would read what is not committed.
 */
export async function dumpOf(
  database: PGlite,
  { but = [] }: { but?: readonly string[] } = {},
): Promise<Dump> {
  const { rows: found } = await database.query<Omit<KeptTable, "rows">>(TABLES);
  const tables: KeptTable[] = [];
  for (const { name, columns } of found) {
    if (but.includes(name)) continue;
    const { rows } = await database.query<{ rows: string }>(
      `select coalesce(json_agg(whole_row::text), '[]')::text as rows from ${name} whole_row`,
    );
    tables.push({ name, columns, rows: rows[0]?.rows ?? "[]" });
  }
  const { rows: sequences } = await database.query<KeptSequence>(SEQUENCES);
  return { tables, sequences };
}

/**
 * Puts all rows back in one transaction, in the place of what their tables hold; other tables stay as they are. No trigger
 * runs and no reference is compared: what they would add is in the dump. No transaction may be open.
 */
export async function putBack(database: PGlite, { tables, sequences }: Dump): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.exec("set local session_replication_role = replica");
    await tx.exec(`truncate ${tables.map(({ name }) => name).join(", ")}`);
    for (const table of tables) await fill(tx, table);
    for (const { name, at, wasDrawn } of sequences) {
      await tx.query("select setval($1::text::regclass, $2::text::bigint, $3)", [name, at, wasDrawn]);
    }
  });
}

async function fill(tx: Transaction, { name, columns, rows }: KeptTable): Promise<void> {
  if (rows === "[]") return;
  // Sorted, so that the text of each row is read once and not once for each of its columns.
  await tx.query(
    `insert into ${name} (${columns.join(", ")}) overriding system value
     select ${columns.map((column) => `(one).${column}`).join(", ")}
     from (select line::${name} as one from json_array_elements_text($1::text::json) with ordinality as t(line, place)
       order by place) read`,
    [rows],
  );
}
