import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { connect, type Pooling } from "@/db/connecting/connect";

/** Connections to a replica. */
export interface ReplicaConnections {
  /** For the reads of calls. */
  reads: Sql;
  /** One connection of its own for looking at the replica: reads that take long do not hold it up. */
  checks: Sql;
}

export interface ReplicaOptions {
  poolSize: number;
  applicationName: string;
  statementTimeoutMs: number;
  pooling: Pooling | undefined;
}

/** Opens connections to a replica. Nothing is sent before they are used. */
export function openReplica(url: string, options: ReplicaOptions): ReplicaConnections {
  const { pooling, applicationName, statementTimeoutMs } = options;
  const session = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
  const reads = connect(url, { max: options.poolSize, applicationName, session, pooling });
  // Has the driver give values as the builder expects them.
  drizzle(reads);
  return { reads, checks: connect(url, { max: 1, applicationName, session, pooling }) };
}
