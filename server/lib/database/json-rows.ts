import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * New rows as a query, for `insert(table).select(…)`: one parameter for any number of rows, where `values` takes one
 * for every value, which the query builder writes, the driver describes and the database parses one by one. What a row
 * leaves out is null; defaults of the database do not apply.
 */
export function jsonRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): SQL {
  const columns = Object.entries(getTableColumns(table))
    .filter(([, column]) => !column.generated)
    .map(([key, column]) => {
      const isPlain = column.dataType === "json" || column.dataType === "array";
      return { key, column, name: toSnakeCase(key), isPlain };
    });
  const json = rows.map((row) => {
    const values: Record<string, unknown> = row;
    const written: Record<string, unknown> = {};
    for (const { key, column, name, isPlain } of columns) {
      const value = values[key];
      if (value === null || value === undefined) continue;
      written[name] = isPlain ? value : jsonValue(column.mapToDriverValue(value));
    }
    return written;
  });
  const names = columns.map(({ name }) => sql.identifier(name));
  const types = columns.map(({ column }, i) => sql`${names[i]} ${sql.raw(column.getSQLType())}`);
  return sql`select ${sql.join(names, sql`, `)}
    from json_to_recordset(${JSON.stringify(json)}::text::json) as new_rows(${sql.join(types, sql`, `)})`;
}

/** In the form that the input function of its type reads. */
function jsonValue(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "bigint" ? value.toString() : value;
}
