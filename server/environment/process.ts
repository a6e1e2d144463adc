import { z } from "zod";
import { listOf, port, secretKey, url } from "@/server/environment/formats";

/** What one process needs: the database, its ports, its log, where it is reached, and how long rows are kept. */
export const ProcessEnvironment = {
  DATABASE_URL: z.string().min(1).meta({
    description:
      "where everything is stored; of several servers, separated by commas, the one that takes writes is used",
    unset: "embedded PostgreSQL",
  }),
  DATABASE_MODE: z.enum(["direct", "pooled"]).default("direct").meta({
    description:
      "`pooled` where `DATABASE_URL` is a pooler that lends a connection for one transaction, such as PgBouncer in transaction mode",
  }),
  DATABASE_DIRECT_URL: z.string().min(1).optional().meta({
    description:
      "the way past the pooler: for telling other processes at once, for migrations, backup and restore",
    unset: "`DATABASE_URL`; where that is a pooler, processes look twice a second whether there is work",
  }),
  DATABASE_PREPARED_STATEMENTS: z.enum(["on", "off"]).optional().meta({
    description:
      "`on` where a pooler keeps prepared statements of its clients: PgBouncer from 1.21 on, with `max_prepared_statements`",
    unset: "`off` through a pooler, otherwise `on`",
  }),
  DATABASE_READ_URL: z.string().min(1).optional().meta({
    description:
      "a streaming replica, from which web reads lists, searches, the overview, exports and the audit log",
    unset: "all is read from the primary",
  }),
  DATABASE_READ_MAX_LAG_MS: z.coerce.number().int().min(100).max(600_000).default(5_000).meta({
    description: "a replica that lags further behind is left until it has caught up, milliseconds",
  }),
  DATABASE_POOL_SIZE: z.coerce.number().int().positive().default(10).meta({
    description: "connections per pool; a process has two pools",
  }),
  STATEMENT_TIMEOUT_WEB_SECONDS: z.coerce.number().int().min(1).default(30).meta({
    description: "after so many seconds the database cancels a statement of a web process",
  }),
  STATEMENT_TIMEOUT_WORKER_SECONDS: z.coerce.number().int().min(1).default(300).meta({
    description: "the same of a worker; commands have no limit",
  }),
  WEBHOOK_LOG_DAYS: z
    .union([z.literal("forever").transform(() => null), z.coerce.number().int().min(1).max(36_500)])
    .default(90)
    .meta({
      description:
        "days for which finished webhook deliveries are kept, their attempts up to a month longer, or `forever`",
    }),
  REQUEST_LOG_DAYS: z.coerce.number().int().min(0).max(3_650).default(7).meta({
    description:
      "days for which the calls of an account stay in its request log, and up to a day longer; `0` keeps none",
  }),
  APPROVAL_DAYS: z.coerce.number().int().min(1).max(365).default(7).meta({
    description: "days for which a change waits for the approval of a second person",
  }),
  PORT: port.default(3000).meta({
    description: "of the web process",
    unset: "`3000`, or the next free one",
  }),
  METRICS_PORT: port.optional().meta({
    description: "where the web process answers `GET /metrics`, which its public port then does not",
  }),
  WORKER_METRICS_PORT: port.optional().meta({
    description:
      "where a worker answers `GET /metrics`, with what only it counts; one per worker on a machine",
  }),
  SECRET_KEY: secretKey.meta({
    description:
      "64 hex characters; encrypts webhook secrets and stored answers, and signs quittances. One that does not belong to the database ends every process at its start",
    unset: "made in the data directory",
  }),
  SECRET_KEYS_OLD: listOf(secretKey).meta({
    description:
      "keys that `SECRET_KEY` has replaced, separated by commas; they open what they have sealed until `quittance reseal` has finished",
    unset: "none",
  }),
  API_URL: url.optional().meta({
    description: "where the world reaches the API",
    unset: "`http://127.0.0.1:<PORT>`",
  }),
  AUTH_URL: url.optional().meta({ description: "where signing in is, if elsewhere", unset: "`API_URL`" }),
  PAY_URL: url.optional().meta({
    description: "where the payer's page is, if elsewhere",
    unset: "`/pay` below `API_URL`",
  }),
  DASHBOARD_URL: url.optional().meta({
    description: "where the dashboard is, if elsewhere",
    unset: "`/dashboard` below `API_URL`",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({ description: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`" }),
  NODE_ENV: z.string().optional().meta({
    description: "`development` lets pages show more of what went wrong",
    unset: "`production` with `npm start`",
  }),
};
