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
    finalityLag: new Gauge({
      name: "quittance_watcher_finality_lag_blocks",
      help: "Blocks between the head of a chain and the newest one that was compared again as final",
      labelNames: ["network"],
      registers,
    }),
    watcherState: new Gauge({
      name: "quittance_watcher_state",
      help: "1 for the state of a chain's watcher, as /v2/ready tells it, 0 for the others",
      labelNames: ["network", "state"],
      registers,
    }),
    passAge: new Gauge({
      name: "quittance_watcher_pass_age_seconds",
      help: "Time since a pass over a chain last ended well",
      labelNames: ["network"],
      registers,
    }),
    failedPasses: new Gauge({
      name: "quittance_watcher_failed_passes",
      help: "Passes over a chain that failed, all workers together; only ever grows",
      labelNames: ["network"],
      registers,
    }),
    headBlock: new Gauge({
      name: "quittance_chain_head_block",
      help: "Newest block of any configured node",
      labelNames: ["network"],
      registers,
    }),
    headAge: new Gauge({
      name: "quittance_chain_head_age_seconds",
      help: "Time since the newest block of any configured node was made",
      labelNames: ["network"],
      registers,
    }),
    nodeState: new Gauge({
      name: "quittance_node_state",
      help: "1 for the state of a node, counted from 1 in the order of the configuration, 0 for the others",
      labelNames: ["network", "node", "state"],
      registers,
    }),
    rpcFailures: new Counter({
      name: "quittance_rpc_failures_total",
      help: "Calls that a node did not answer, of this process",
      labelNames: ["network", "node", "method"],
      registers,
    }),
    screeningFailures: new Counter({
      name: "quittance_screening_failures_total",
      help: "Screenings to which the provider gave no answer, of this process",
      labelNames: ["provider"],
      registers,
    }),
    offrampFailures: new Counter({
      name: "quittance_offramp_failures_total",
      help: "Calls to which the provider of payments to bank accounts gave no answer, of this process",
      labelNames: ["provider"],
      registers,
    }),
    offramps: new Gauge({
      name: "quittance_offramps",
      help: "Payments to bank accounts whose money the provider has, by the state they are in",
      labelNames: ["provider", "state"],
      registers,
    }),
    oldestOfframp: new Gauge({
      name: "quittance_offramp_oldest_seconds",
      help: "How long the one that has not moved for longest has been in its state",
      labelNames: ["provider", "state"],
      registers,
    }),
    bridgeFaults: new Counter({
      name: "quittance_bridge_faults_total",
      help: "Quotes that the bridge's provider did not give, those refused while it is left alone included, of this process",
      labelNames: ["provider"],
      registers,
    }),
    passFailures: new Counter({
      name: "quittance_loop_failures_total",
      help: "Passes of the worker's loops that failed, of this process",
      labelNames: ["loop"],
      registers,
    }),
    uncountedTransfers: new Gauge({
      name: "quittance_payments_uncounted",
      help: "Payments with a known reference that count for nothing, by reason: payer_not_approved is held money",
      labelNames: ["network", "reason"],
      registers,
    }),
    databaseWait: new Gauge({
      name: "quittance_database_wait_seconds",
      help: "How long the smallest query of this process took just now, its wait for a connection included",
      registers,
    }),
    databaseConnections: new Gauge({
      name: "quittance_database_connections",
      help: "Connections to the database by program and state, all processes together",
      labelNames: ["program", "state"],
      registers,
    }),
    databaseConnectionLimit: new Gauge({
      name: "quittance_database_connection_limit",
      help: "Connections that the database takes from everybody together",
      registers,
    }),
    clockDifference: new Gauge({
      name: "quittance_database_clock_difference_seconds",
      help: "How far the clock of the database is ahead of that of this process, negative where it is behind; 0 before they were compared",
      registers,
    }),
    readLag: new Gauge({
      name: "quittance_database_read_lag_seconds",
      help: "Age of the newest commit that the read replica is known to show, of this process; 0 where there is none",
      registers,
    }),
    readServer: new Gauge({
      name: "quittance_database_read_server",
      help: "1 for the server that lists are read from, 0 for the other; nothing where there is no replica",
      labelNames: ["server"],
      registers,
    }),
    reads: new Counter({
      name: "quittance_database_reads_total",
      help: "Reads of lists by the server that answered, of this process; nothing where there is no replica",
      labelNames: ["server"],
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
    chainDoubts: new Counter({
      name: "quittance_chain_doubts_total",
      help: "Times a node was not taken at its word about a payment, by what was found",
      labelNames: ["network", "problem"],
      registers,
    }),
    executorState: new Gauge({
      name: "quittance_executor_state",
      help: "1 for the state of a network's executor of recurring payouts, as /v2/ready tells it, 0 for the others",
      labelNames: ["network", "state"],
      registers,
    }),
    executorExecutionsLeft: new Gauge({
      name: "quittance_executor_executions_left",
      help: "Instalments that the executor's balance pays for at the present price of gas",
      labelNames: ["network"],
      registers,
    }),
    executorPending: new Gauge({
      name: "quittance_executor_pending_seconds",
      help: "How long the executor's oldest transaction has waited to be mined; 0 when none waits",
      labelNames: ["network"],
      registers,
    }),
    executorFailures: new Gauge({
      name: "quittance_executor_failed_instalments",
      help: "Attempts to pay an instalment that failed, all workers together; only ever grows",
      labelNames: ["network"],
      registers,
    }),
    settlerState: new Gauge({
      name: "quittance_settler_state",
      help: "1 for the state of a network's settler of deposits, 0 for the others; nothing where none is set",
      labelNames: ["network", "state"],
      registers,
    }),
    settlerPending: new Gauge({
      name: "quittance_settler_pending_seconds",
      help: "How long the settler's oldest transaction has waited to be mined; 0 when none waits",
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
    oldestDelivery: new Gauge({
      name: "quittance_webhook_oldest_due_seconds",
      help: "How long the delivery that is due longest has been due",
      registers,
    }),
    oldestUnpublished: new Gauge({
      name: "quittance_event_sink_oldest_seconds",
      help: "How long the oldest event has waited that the bus of EVENT_SINK has not got; 0 where it has all",
      registers,
    }),
    notificationsWaiting: new Gauge({
      name: "quittance_notifications_waiting",
      help: "Messages to members that wait to be sent, digests that are not due yet included",
      labelNames: ["kind"],
      registers,
    }),
    notificationChannelsFailing: new Gauge({
      name: "quittance_notification_channels_failing",
      help: "Channels of members whose last attempt failed",
      labelNames: ["kind"],
      registers,
    }),
    notificationAttempts: new Counter({
      name: "quittance_notification_attempts_total",
      help: "Attempts to tell members something, by what came of them, of this process",
      labelNames: ["kind", "outcome"],
      registers,
    }),
    invoiceMailAttempts: new Counter({
      name: "quittance_invoice_mail_attempts_total",
      help: "Attempts to mail an invoice to its customer, by what came of them, of this process",
      labelNames: ["outcome"],
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
