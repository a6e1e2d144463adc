import type { Sql } from "postgres";
import { Batcher } from "@/server/lib/database/batcher";

/**
 * A statement that inserts many independent rows at once. `text` takes one JSON array as `$1` and returns
 * one row per inserted element with its `ord` (position in the array, from 0).
 */
export interface AppendStatement<Row> {
  name: string;
  text: string;
  /** The element of the JSON array for one row. */
  encode(row: Row): Record<string, unknown>;
}

/** Resolves to whether this row was inserted (false: a unique key was taken); rejects with its own error. */
export type Append = <Row>(statement: AppendStatement<Row>, row: Row) => Promise<boolean>;

/** Single-row inserts that share a commit with those of the same statement that arrive at the same time. */
export function createGroupCommit(sql: Sql): Append {
  const batchers = new Map<string, Batcher<Record<string, unknown>, boolean>>();
  return (statement, row) => {
    let batcher = batchers.get(statement.name);
    if (!batcher) {
      batcher = new Batcher({ write: (elements) => insert(sql, statement.text, elements) });
      batchers.set(statement.name, batcher);
    }
    return batcher.add(statement.encode(row));
  };
}

async function insert(
  sql: Sql,
  text: string,
  elements: readonly Record<string, unknown>[],
): Promise<boolean[]> {
  const json = JSON.stringify(elements.map((element, ord) => ({ ...element, ord })));
  const rows = await sql.unsafe<{ ord: number }[]>(text, [json], { prepare: true });
  const inserted = new Set(rows.map(({ ord }) => ord));
  return elements.map((_, ord) => inserted.has(ord));
}
