import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import * as schema from "@/db/schema";

export type Database = PostgresJsDatabase<typeof schema>;

export interface DatabaseHandle {
  /** Query builder on its own pool. */
  db: Database;
  /**
   * Raw client for prepared hot statements and LISTEN. A separate pool, because Drizzle replaces the
   * JSON and date serialisers of the client it is given.
   */
  sql: Sql;
  /**
   * For counters that may lose their last moments in a crash: their commits do not wait for the disk. Opens
   * no connection before it is used.
   */
  counters: Sql;
  close(): Promise<void>;
}

const COUNTER_CONNECTIONS = 4;

/**
 * Opens the pools of one process. `poolSize` counts for each of the first two. `statementTimeoutMs` is after which a
 * statement, or a transaction that stands idle, is broken off; 0 never.
 */
export function openDatabase(
  url: string,
  options: { poolSize?: number; applicationName?: string; statementTimeoutMs?: number } = {},
): DatabaseHandle {
  const common = {
    max: options.poolSize ?? 10,
    connection: {
      application_name: options.applicationName ?? "quittance",
      TimeZone: "UTC",
      statement_timeout: options.statementTimeoutMs ?? 0,
      // A transaction that does nothing holds its locks and keeps dead rows from being removed.
      idle_in_transaction_session_timeout: options.statementTimeoutMs ?? 0,
    },
    onnotice: () => {},
  };
  const builder = postgres(url, common);
  const sql = postgres(url, common);
  const counters = postgres(url, {
    ...common,
    max: COUNTER_CONNECTIONS,
    connection: { ...common.connection, synchronous_commit: "off" },
  });
  return {
    db: drizzle(builder, { schema, casing: "snake_case" }),
    sql,
    counters,
    close: async () => {
      await Promise.all([builder, sql, counters].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

/**
 * A small pool for a queue's prepared statements. They are planned once, often while the tables are still
 * empty, and would go on reading whole tables when those have grown; here they may only use indexes.
 */
export function openQueueConnections(
  url: string,
  options: { poolSize: number; applicationName: string },
): Sql {
  return postgres(url, {
    max: options.poolSize,
    connection: {
      application_name: options.applicationName,
      TimeZone: "UTC",
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
    },
    onnotice: () => {},
  });
}
