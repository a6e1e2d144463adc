import postgres, { type Sql } from "postgres";
import { replacedSocket } from "@/db/connecting/database-socket";
import { endTransactionsWithConnections } from "@/db/connecting/ended-transactions";
import { hostsOf, withHost } from "@/db/connecting/hosts";
import { PrimaryFinder } from "@/db/connecting/primary";

/** What there is to know of a pooler that lends a connection for one transaction at a time, as PgBouncer does. */
export interface Pooling {
  /** Whether it keeps prepared statements for its clients: PgBouncer from 1.21 on does, with `max_prepared_statements`. */
  isPrepared: boolean;
  /** The way past it, for what needs a connection of its own; null without one. */
  directUrl: string | null;
}

export interface ConnectOptions {
  max: number;
  applicationName?: string;
  /** Settings of the session. A pooler passes none on, because its connections serve many clients. */
  session?: Record<string, string | number>;
  pooling?: Pooling;
}

/** A server that does not answer for so long is away. */
const CONNECT_SECONDS = 10;

/**
 * A pool of connections to the server of a URL, or to the one of several that takes writes. All pools of the service are
 * made here.
 */
export function connect(url: string, { max, applicationName, session, pooling }: ConnectOptions): Sql {
  const [first, ...others] = hostsOf(url);
  const options = {
    max,
    prepare: pooling ? pooling.isPrepared : true,
    connect_timeout: CONNECT_SECONDS,
    backoff: secondsUntilNextTry,
    connection: {
      ...(applicationName !== undefined && { application_name: applicationName }),
      TimeZone: "UTC",
      ...(pooling ? {} : session),
    },
    onnotice: () => {},
  };
  const replaced = replacedSocket(url);
  if (replaced) return endTransactionsWithConnections(postgres(url, { ...options, ...replaced }));
  if (!first || others.length === 0) return endTransactionsWithConnections(postgres(url, options));
  const finder = new PrimaryFinder(url);
  // The driver's own choice among hosts is not used, and its types do not name `socket`.
  const withSocket = { ...options, socket: () => finder.open() };
  return endTransactionsWithConnections(postgres(withHost(url, first), withSocket));
}

/**
 * How long a connection that was lost waits before it is tried again: the driver's own 20 s would outlast a failover. At
 * most a second, and never the same for two, so that the connections of many processes do not come back at one moment.
 */
function secondsUntilNextTry(failures: number): number {
  return Math.min(1, 0.02 * 2 ** failures) * (0.5 + Math.random() / 2);
}
