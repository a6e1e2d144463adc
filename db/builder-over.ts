import { PgDialect } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type { Sql, TransactionSql } from "postgres";
import type { Database } from "@/db";

/** A connection on which statements run: a pool, or one transaction. */
export type Connection = Sql | TransactionSql;
/** Runs reads on some connection, and where that one fails perhaps once more on another. */
export type RunReading = <T>(work: (sql: Connection) => Promise<T>) => Promise<T>;

/** Remembers the names of columns, so all builders share it. */
const dialect = new PgDialect({ casing: "snake_case" });

/**
 * The query builder over one connection of a pool that `openDatabase` or `openReplica` has opened: only there the driver
 * gives values as the builder expects them.
 */
export function builderOver(sql: Connection): Database {
  const session = new PostgresJsSession<Sql, Record<string, unknown>, Record<string, never>>(
    sql as Sql,
    dialect,
    undefined,
  );
  return new PostgresJsDatabase(dialect, session, undefined);
}

/** The query builder whose statements are each run by `run`. It can do no transactions. */
export function builderThrough(run: RunReading): Database {
  const unsafe: Unsafe = (...statement) => new Statement(run, statement);
  return builderOver({ unsafe } as unknown as Sql);
}

/** Work in one transaction of a pool; `options` as those of `begin` in SQL. */
export async function inTransactionOf<T>(
  sql: Sql,
  work: (sql: Connection) => Promise<T>,
  options = "",
): Promise<T> {
  // The driver's type would wait for each element of a list.
  return (await sql.begin(options, work)) as T;
}

type Unsafe = (...statement: Parameters<Sql["unsafe"]>) => Statement;

/** A statement as the builder knows it of the driver: it runs when it is waited for, with rows as objects or as lists. */
class Statement implements PromiseLike<unknown> {
  readonly #run: RunReading;
  readonly #statement: Parameters<Sql["unsafe"]>;

  constructor(run: RunReading, statement: Parameters<Sql["unsafe"]>) {
    this.#run = run;
    this.#statement = statement;
  }

  values(): Promise<unknown> {
    return this.#run(async (sql) => await sql.unsafe(...this.#statement).values());
  }

  // biome-ignore lint/suspicious/noThenProperty: the driver's statements are waited for like this
  then<A, B>(
    done?: ((rows: unknown) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run<unknown>(async (sql) => await sql.unsafe(...this.#statement)).then(
      done,
      failed,
    ) as Promise<A | B>;
  }
}
