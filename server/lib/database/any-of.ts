import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * As `inArray` for texts, with one parameter for any number of them: a parameter for each of thousands costs the query
 * builder, the driver and the database more than looking them up.
 */
export function isAnyOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(array(select json_array_elements_text(${JSON.stringify(values)}::text::json)))`;
}
