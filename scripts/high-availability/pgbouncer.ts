/** Connections of a pooler to the primary. */
export const POOLED = 20;

/** What lets callers live with a failover: they hear of it within seconds, and the pooler is there for the next primary at once. */
export const BEFORE_A_CLUSTER = [
  "query_wait_timeout = 5",
  "server_login_retry = 1",
  "server_connect_timeout = 3",
  "ignore_startup_parameters = extra_float_digits",
];

export interface PoolerSettings {
  /** As a line of `[databases]`. */
  database: string;
  listen: { host: string; port: number };
  /** Lines about who may connect. */
  auth: readonly string[];
  poolSize: number;
  more: readonly string[];
}

/** `pgbouncer.ini` of a PgBouncer in transaction mode. */
export function pgbouncerSettings({ database, listen, auth, poolSize, more }: PoolerSettings): string {
  return `${[
    "[databases]",
    database,
    "[pgbouncer]",
    `listen_addr = ${listen.host}`,
    `listen_port = ${listen.port}`,
    "unix_socket_dir =",
    ...auth,
    "pool_mode = transaction",
    "max_client_conn = 1000",
    `default_pool_size = ${poolSize}`,
    ...more,
  ].join("\n")}\n`;
}
