import type { Logger } from "pino";
import { type DatabaseHandle, openDatabase } from "@/db";
import { openReplica } from "@/db/replica";
import { DELIVERY_STATES } from "@/db/schema";
import type { Chains } from "@/server/chains/adapter";
import { connectChains } from "@/server/chains/connect";
import { DOUBTS } from "@/server/chains/evidence";
import { providersOrHosts } from "@/server/chains/quorum";
import { type Config, readConfig } from "@/server/config";
import type { Begin, Caller, Ctx, IdempotencyClaim, Providers, WakeChannel } from "@/server/context";
import { clock } from "@/server/lib/clock";
import { keepComparingClocks } from "@/server/lib/database/compared-clocks";
import { type Append, createGroupCommit } from "@/server/lib/database/group-commit";
import type { MustSee } from "@/server/lib/database/replica/reads-of-call";
import { Replica } from "@/server/lib/database/replica/replica";
import { sqlState } from "@/server/lib/database/sql-state";
import { WakeUp } from "@/server/lib/database/wake-up";
import { createLogger } from "@/server/lib/logging/log";
import { newUuid } from "@/server/lib/random";
import type { Tracing } from "@/server/lib/tracing/span";
import { tracedWrites } from "@/server/lib/tracing/traced-writes";
import type { TraceContext } from "@/server/lib/tracing/traceparent";
import { Tracer } from "@/server/lib/tracing/tracer";
import { createMetrics, type Metrics } from "@/server/metrics";
import { GatheredDisagreements } from "@/server/payments/node-disagreements/gathered";
import { connectPrices } from "@/server/prices/connect";
import { connectBridges } from "@/server/providers/crosschain/connect";
import { connectScreening } from "@/server/providers/kyt/connect";
import { connectOfframp } from "@/server/providers/offramp/connect";
import { HttpSafeService } from "@/server/providers/safe-service/http-service";
import { RequestLogWriter } from "@/server/request-log/write";
import { EventWatch } from "@/server/webhooks/pulling/event-watch";

/** Everything one process shares between its requests or passes. */
export interface App {
  config: Config;
  database: DatabaseHandle;
  /** What lists are read from; null where all is read from the primary. */
  replica: Replica | null;
  chains: Chains;
  providers: Providers;
  log: Logger;
  metrics: Metrics;
  wakeUp: WakeUp;
  eventWatch: EventWatch;
  now(): Date;
  begin: Begin;
  append: Append;
  requestLog: RequestLogWriter;
  /** Null where no traces are made. */
  tracer: Tracer | null;
  /** What nodes contradicted each other about, until the worker writes it down. */
  disagreements: GatheredDisagreements;
  /** A context for one call or one pass. */
  context(
    caller: Caller,
    options?: {
      requestId?: string;
      idempotency?: IdempotencyClaim | null;
      log?: Logger;
      /** The span of a call that is traced. */
      parent?: TraceContext | undefined;
      /** Set for what is read from the replica, where there is one. */
      reads?: MustSee | undefined;
    },
  ): Ctx;
  close(): Promise<void>;
}

/** Builds clients and adapters from configuration. `overrides` let tests control time, chains and providers. */
export function boot(
  config: Config,
  component: string,
  overrides: { now?: () => Date; chains?: Chains; providers?: Partial<Providers>; log?: Logger } = {},
): App {
  const log = overrides.log ?? createLogger(config.logLevel, component);
  const database = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    pooling: config.databasePooling,
    applicationName: `quittance-${component}`,
    statementTimeoutMs: 1_000 * statementTimeoutOf(config, component),
  });
  const metrics = createMetrics();
  const disagreements = new GatheredDisagreements();
  const chains =
    overrides.chains ??
    connectChains(config, {
      onFailure: ({ network, node, method }) =>
        metrics.rpcFailures.inc({ network, node: String(node), method }),
      onDoubt: ({ network, problem, ...about }) => {
        metrics.chainDoubts.inc({ network, problem });
        log.warn({ network, problem, ...about }, "a node was not taken at its word");
        const settings = config.networks[network];
        disagreements.note({ network, problem, ...about }, settings ? providersOrHosts(settings) : []);
      },
    });
  countFromZero(metrics, chains);
  const now = overrides.now ?? clock.now;
  const providers = {
    bridges: connectBridges(config.bridges, now, (fault) => {
      metrics.bridgeFaults.inc({ provider: config.bridges.provider });
      log.warn({ err: fault, provider: config.bridges.provider }, "the bridge's provider gave no quote");
    }),
    kyt: connectScreening(config.screening, chains, log, (failure) => metrics.screeningFailures.inc(failure)),
    safeService: config.safeService && new HttpSafeService(config.safeService),
    offramp: connectOfframp(config.offramp, {
      db: database.db,
      chains,
      pagesUrl: config.urls.api,
      onFailure: (provider) => metrics.offrampFailures.inc({ provider }),
    }),
    ...overrides.providers,
  };
  const wakeUp = new WakeUp(database);
  const eventWatch = new EventWatch(database.db, wakeUp, (error) => {
    log.warn({ err: error }, "could not look for new events");
  });
  const prices = connectPrices(config.prices, {
    profile: config.profile,
    chains,
    now,
    onTrouble: ({ source, symbol, reason }) => {
      metrics.priceTrouble.inc({ source, symbol });
      log.warn({ source, symbol, reason }, "a price source was left aside");
    },
  });
  const begin = transactions(database, wakeUp);
  const append = createGroupCommit(database.sql);
  const requestLog = new RequestLogWriter(database.counters, (rows, error) => {
    metrics.requestLogLost.inc(rows);
    if (error) log.warn({ err: error, rows }, "calls were not written to the request log");
  });
  const replica = replicaOf(config, component, { database, metrics, log });
  const tracer = config.tracing && new Tracer(config.tracing, component, log);
  return {
    config,
    database,
    replica,
    chains,
    providers,
    log,
    metrics,
    wakeUp,
    eventWatch,
    now,
    begin,
    append,
    requestLog,
    tracer,
    disagreements,
    context: (caller, options = {}) => {
      const { parent = null } = options;
      const writes = tracer && parent ? tracedWrites({ begin, append }, tracer, parent) : { begin, append };
      const reads = options.reads && replica?.readsOfCall(options.reads);
      return {
        caller,
        requestId: options.requestId ?? newUuid(),
        now,
        db: database.db,
        ...writes,
        ...reads?.with(writes),
        chains,
        prices,
        providers,
        config,
        eventWatch,
        log: options.log ?? log,
        idempotency: options.idempotency ?? null,
        ...(tracer ? tracingOf(tracer, parent) : {}),
      };
    },
    close: async () => {
      eventWatch.close();
      await requestLog.flush();
      await tracer?.close();
      await wakeUp.close();
      await replica?.close();
      await database.close();
    },
  };
}

/** Keeps the clock of this process beside the database's, and shows the difference. Resolves after the first time, to what ends it. */
export function compareClocks({
  database,
  log,
  metrics,
}: Pick<App, "database" | "log" | "metrics">): Promise<() => void> {
  return keepComparingClocks(database.db, log, (ms) => metrics.clockDifference.set(ms / 1_000));
}

/** How the call or pass with this span, or with none, tells what it does. */
function tracingOf(tracer: Tracer, parent: TraceContext | null): { tracing: Tracing } {
  return { tracing: { parent, record: (span) => tracer.record(span) } };
}

/** The replica of this process; workers and commands have none. */
function replicaOf(
  config: Config,
  component: string,
  { database, metrics, log }: Pick<App, "database" | "metrics" | "log">,
): Replica | null {
  const { databaseRead } = config;
  if (!databaseRead || !READING_COMPONENTS.has(component)) return null;
  return new Replica({
    primary: { sql: database.sql, builder: database.builder },
    open: () =>
      openReplica(databaseRead.url, {
        poolSize: config.databasePoolSize,
        pooling: config.databasePooling,
        applicationName: `quittance-${component}`,
        statementTimeoutMs: 1_000 * statementTimeoutOf(config, component),
      }),
    maxLagMs: databaseRead.maxLagMs,
    log,
    onLook: (lagMs, isUsed) => {
      metrics.readLag.set(lagMs / 1_000);
      metrics.readServer.set({ server: "replica" }, isUsed ? 1 : 0);
      metrics.readServer.set({ server: "primary" }, isUsed ? 0 : 1);
    },
    onRead: (server) => metrics.reads.inc({ server }),
  });
}

/** Seconds; 0 is no limit. An operator's command may take as long as it takes. */
function statementTimeoutOf({ statementTimeoutSeconds: { web, worker } }: Config, component: string): number {
  if (component === "web") return web;
  return component === "worker" ? worker : 0;
}

/** Those that answer calls. */
const READING_COMPONENTS = new Set(["web", "test"]);

/** SQLSTATEs after which the same transaction may succeed: serialisation failure and deadlock. */
const RETRYABLE = new Set(["40001", "40P01"]);
const MAX_TRIES = 5;

function transactions(database: DatabaseHandle, wakeUp: WakeUp): Begin {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      const woken = new Set<WakeChannel>();
      try {
        const result = await database.db.transaction((db) => work(db, (channel) => woken.add(channel)));
        for (const channel of woken) wakeUp.wake(channel);
        return result;
      } catch (error) {
        if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error))) throw error;
      }
    }
  };
}

// Next bundles route modules apart from the production front door; both must share pools and caches.
const shared: typeof globalThis & { __quittance?: App } = globalThis;

/** The process's own app, built from `process.env` on first use. */
export function app(): App {
  shared.__quittance ??= boot(readConfig(process.env), "web");
  return shared.__quittance;
}

/** Replaces the process's app; tests point handlers at their own database this way. */
export function replaceApp(next: App): void {
  shared.__quittance = next;
}

/** Prometheus sees that a counter grew only against a value before: without a 0, an alert would miss the first time. */
function countFromZero({ chainDoubts, deliveryAttempts }: Metrics, chains: Chains): void {
  for (const { network } of chains.list()) {
    for (const problem of DOUBTS) chainDoubts.inc({ network: network.id, problem }, 0);
  }
  for (const outcome of DELIVERY_STATES) deliveryAttempts.inc({ outcome }, 0);
}
