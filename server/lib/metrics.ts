import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of one process in Prometheus' format. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: "quittance_http_request_duration_seconds",
      help: "Duration of API calls",
      labelNames: ["method", "path", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    databaseUp: new Gauge({
      name: "quittance_database_up",
      help: "1 when the database answered this scrape",
      registers,
    }),
    watcherLag: new Gauge({
      name: "quittance_watcher_lag_blocks",
      help: "Blocks between the head of a chain and what the ledger has processed",
      labelNames: ["network"],
      registers,
    }),
    watcherHalted: new Gauge({
      name: "quittance_watcher_halted",
      help: "1 while a chain contradicts what was final and its watcher stands still",
      labelNames: ["network"],
      registers,
    }),
    quarantined: new Gauge({
      name: "quittance_requests_quarantined",
      help: "Requests whose settling failed, left out of every pass until they are tried again",
      labelNames: ["network"],
      registers,
    }),
    requestLogLost: new Counter({
      name: "quittance_request_log_lost_total",
      help: "Calls that are missing from the request log, because there were too many or the database was gone",
      registers,
    }),
    priceTrouble: new Counter({
      name: "quittance_price_source_failures_total",
      help: "Prices that a source did not give, or on which it disagreed with the others",
      labelNames: ["source", "symbol"],
      registers,
    }),
    deliveriesPending: new Gauge({
      name: "quittance_webhook_deliveries_pending",
      help: "Webhook deliveries waiting for an attempt",
      registers,
    }),
    deliveryAttempts: new Counter({
      name: "quittance_webhook_attempts_total",
      help: "Webhook attempts, by outcome",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
