import type { Reader } from "@/server/context";

/**
 * A query that is written once for each pool and planned once for each connection: the query builder takes longer to
 * write a query than the database to answer it. `build` ends with `prepare(name)` and leaves placeholders for what
 * differs from call to call. Inside a transaction it is written anew.
 */
export function prepared<Query>(build: (db: Reader) => Query): (db: Reader) => Query {
  const queries = new WeakMap<Reader, Query>();
  return (db) => {
    const known = queries.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    queries.set(db, query);
    return query;
  };
}
