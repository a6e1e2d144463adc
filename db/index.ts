import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { type ConnectOptions, connect, type Pooling } from "@/db/connecting/connect";

export type Database = PostgresJsDatabase;

export interface DatabaseHandle {
  /** Query builder on its own pool. */
  db: Database;
  /** The client of that pool: it gives values as the builder expects them. */
  builder: Sql;
  /**
   * Raw client for prepared hot statements. A separate pool, because Drizzle replaces the JSON and date serialisers of
   * the client it is given.
   */
  sql: Sql;
  /**
   * For counters that may lose their last moments in a crash: their commits do not wait for the disk, but for those
   * through a pooler. Opens no connection before it is used.
   */
  counters: Sql;
  /** Where NOTIFY and LISTEN reach other processes; null through a pooler without a way past it. */
  notices: Sql | null;
  close(): Promise<void>;
}

const COUNTER_CONNECTIONS = 4;

export interface DatabaseOptions {
  poolSize?: number;
  applicationName?: string;
  /** After which a statement, or a transaction that stands idle, is broken off; 0 never. The pooler's matter behind one. */
  statementTimeoutMs?: number;
  /** Set where the URL is that of a pooler. */
  pooling?: Pooling;
}

/** Opens the pools of one process. `poolSize` counts for each of the first two. */
export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { pooling, poolSize = 10, applicationName = "quittance", statementTimeoutMs = 0 } = options;
  const common: ConnectOptions = {
    max: poolSize,
    pooling,
    applicationName,
    session: {
      statement_timeout: statementTimeoutMs,
      // A transaction that does nothing holds its locks and keeps dead rows from being removed.
      idle_in_transaction_session_timeout: statementTimeoutMs,
    },
  };
  const builder = connect(url, common);
  const sql = connect(url, common);
  const counters = connect(url, {
    ...common,
    max: COUNTER_CONNECTIONS,
    session: { ...common.session, synchronous_commit: "off" },
  });
  const past = pooling?.directUrl ? connect(pooling.directUrl, { max: 1, applicationName }) : null;
  return {
    // Without the schema: for each transaction Drizzle would make an object of every table, which nobody uses.
    db: drizzle(builder, { casing: "snake_case" }),
    builder,
    sql,
    counters,
    notices: pooling ? past : sql,
    close: async () => {
      const pools = [builder, sql, counters, ...(past ? [past] : [])];
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

/**
 * A small pool for a queue's prepared statements. They are planned once, often while the tables are still
 * empty, and would go on reading whole tables when those have grown; here they may only use indexes. Through a pooler
 * they are planned each time instead.
 */
export function openQueueConnections(
  url: string,
  options: { poolSize: number; applicationName: string; pooling?: Pooling },
): Sql {
  return connect(url, {
    max: options.poolSize,
    applicationName: options.applicationName,
    pooling: options.pooling && { ...options.pooling, isPrepared: false },
    session: { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" },
  });
}
