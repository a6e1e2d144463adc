import { and, count, eq, inArray, isNotNull, min, notInArray, sql } from "drizzle-orm";
import { CHANNEL_KINDS } from "@/db/notification-kinds";
import {
  chainCursors,
  chainObservations,
  MISMATCH_REASONS,
  notificationChannels,
  notificationMessages,
  offramps,
  quarantinedRequests,
  transfers,
  webhookDeliveries,
} from "@/db/schema";
import type { App } from "@/server/boot";
import { NODE_STATES } from "@/server/chains/node-order";
import { EXECUTOR_STATES, executorReports } from "@/server/executor/state";
import { clock } from "@/server/lib/clock";
import { withinTime } from "@/server/lib/within-time";
import type { Metrics } from "@/server/metrics";
import { COUNTED_STATES } from "@/server/payments/state";
import { lagBlocks, WATCHER_STATES, watcherState } from "@/server/payments/watching/watcher-state";
import { SETTLER_STATES, settlerReports } from "@/server/settler/report";
import { oldestUnpublished } from "@/server/webhooks/publishing/lag";

const DATABASE_MS = 2_000;

/**
 * The process's metrics in Prometheus' text format. What concerns all processes is read from the database, so
 * that every process shows it; nothing in here belongs to a tenant.
 */
export async function scrape(app: App): Promise<string> {
  const { metrics, log } = app;
  try {
    await withinTime(
      DATABASE_MS,
      Promise.all([
        showChains(app),
        showExecutors(app),
        showSettlers(app),
        showDeliveries(app),
        showNotifications(app),
        showEventSink(app),
        showUncounted(app),
        showQuarantined(app),
        showOfframps(app),
        showConnections(app),
      ]),
    );
    metrics.databaseUp.set(1);
  } catch (error) {
    log.warn({ err: error }, "cannot read metrics from the database");
    metrics.databaseUp.set(0);
  }
  return metrics.registry.metrics();
}

async function showChains({ database: { db }, metrics, config, chains, now }: App): Promise<void> {
  const [cursors, observations] = await Promise.all([
    db.select().from(chainCursors),
    db.select().from(chainObservations),
  ]);
  const isLive = config.profile === "live";
  const networks = new Set([...cursors, ...observations].map(({ network }) => network));
  for (const { network } of chains.list()) networks.add(network.id);
  for (const network of networks) {
    const cursor = cursors.find((row) => row.network === network);
    const observation = observations.find((row) => row.network === network);
    const { quorum } = chains.find(network) ?? {};
    const { state } = watcherState({ cursor, observation, isLive, quorum }, now());
    oneOf(metrics.watcherState, { network }, WATCHER_STATES, state);
    if (cursor) showWatcher(metrics, cursor, observation, now());
    if (observation) showNodes(metrics, observation, now());
  }
}

type Cursor = typeof chainCursors.$inferSelect;
type Observation = typeof chainObservations.$inferSelect;

function showWatcher(metrics: Metrics, cursor: Cursor, seen: Observation | undefined, now: Date): void {
  const { network } = cursor;
  const lag = lagBlocks(cursor, seen);
  metrics.watcherLag.set({ network }, lag);
  metrics.finalityLag.set({ network }, lag + Number(cursor.nextBlock - 1n - cursor.finalizedBlock));
  metrics.watcherHalted.set({ network }, cursor.haltedReason === null ? 0 : 1);
  if (cursor.lastPassAt) metrics.passAge.set({ network }, secondsBetween(cursor.lastPassAt, now));
}

function showNodes(metrics: Metrics, seen: Observation, now: Date): void {
  const { network } = seen;
  metrics.failedPasses.set({ network }, Number(seen.failedPasses));
  if (seen.headBlock !== null) metrics.headBlock.set({ network }, Number(seen.headBlock));
  if (seen.headTime) metrics.headAge.set({ network }, secondsBetween(seen.headTime, now));
  for (const [i, state] of seen.nodes.entries()) {
    oneOf(metrics.nodeState, { network, node: String(i + 1) }, NODE_STATES, state);
  }
}

async function showExecutors({ database: { db }, metrics, config, now }: App): Promise<void> {
  const reports = await executorReports({ db, now }, Object.keys(config.executors));
  for (const { network, state, executionsLeft, pendingSince, failedInstalments } of reports) {
    oneOf(metrics.executorState, { network }, [...EXECUTOR_STATES, "unknown"], state);
    if (executionsLeft !== null) metrics.executorExecutionsLeft.set({ network }, executionsLeft);
    metrics.executorPending.set({ network }, pendingSince ? secondsBetween(pendingSince, now()) : 0);
    metrics.executorFailures.set({ network }, failedInstalments);
  }
}

async function showSettlers({ database: { db }, metrics, config, now }: App): Promise<void> {
  for (const { network, state, pendingSince } of await settlerReports(
    { db, now },
    Object.keys(config.settlers),
  )) {
    oneOf(metrics.settlerState, { network }, [...SETTLER_STATES, "unknown"], state);
    metrics.settlerPending.set({ network }, pendingSince ? secondsBetween(pendingSince, now()) : 0);
  }
}

interface StateGauge {
  set(labels: { network: string; node?: string; state: string }, value: number): void;
}

/** 1 for the state that holds, 0 for all others, so that none stays behind. */
function oneOf(
  gauge: StateGauge,
  labels: { network: string; node?: string },
  states: readonly string[],
  current: string,
): void {
  for (const state of states) gauge.set({ ...labels, state }, state === current ? 1 : 0);
}

async function showDeliveries({ database: { db }, metrics, now }: App): Promise<void> {
  const [pending] = await db
    .select({ count: count(), oldest: min(webhookDeliveries.dueAt) })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, "pending"));
  metrics.deliveriesPending.set(pending?.count ?? 0);
  metrics.oldestDelivery.set(pending?.oldest ? secondsBetween(pending.oldest, now()) : 0);
}

async function showEventSink({ database: { db }, metrics, now, config }: App): Promise<void> {
  const oldest = config.eventSink && (await oldestUnpublished(db));
  metrics.oldestUnpublished.set(oldest ? secondsBetween(oldest, now()) : 0);
}

async function showNotifications({ database: { db }, metrics }: App): Promise<void> {
  const { kind } = notificationChannels;
  const waiting = await db
    .select({ kind, count: count() })
    .from(notificationMessages)
    .innerJoin(notificationChannels, eq(notificationChannels.id, notificationMessages.channelId))
    .where(eq(notificationMessages.state, "waiting"))
    .groupBy(kind);
  const failing = await db
    .select({ kind, count: count() })
    .from(notificationChannels)
    .where(and(eq(notificationChannels.state, "active"), isNotNull(notificationChannels.failingSince)))
    .groupBy(kind);
  for (const one of CHANNEL_KINDS) {
    metrics.notificationsWaiting.set({ kind: one }, waiting.find((row) => row.kind === one)?.count ?? 0);
    metrics.notificationChannelsFailing.set(
      { kind: one },
      failing.find((row) => row.kind === one)?.count ?? 0,
    );
  }
}

/** With zeros: Prometheus sees that one more arrived only against a value before. */
async function showUncounted({ database: { db }, metrics, chains }: App): Promise<void> {
  const rows = await db
    .select({ network: transfers.network, reason: transfers.mismatch, count: count() })
    .from(transfers)
    .where(and(isNotNull(transfers.mismatch), inArray(transfers.state, [...COUNTED_STATES])))
    .groupBy(transfers.network, transfers.mismatch);
  metrics.uncountedTransfers.reset();
  for (const { network } of chains.list()) {
    for (const reason of MISMATCH_REASONS) metrics.uncountedTransfers.set({ network: network.id, reason }, 0);
  }
  for (const { network, reason, count } of rows) {
    if (reason !== null) metrics.uncountedTransfers.set({ network, reason }, count);
  }
}

async function showQuarantined({ database: { db }, metrics, chains }: App): Promise<void> {
  const rows = await db
    .select({ network: quarantinedRequests.network, requests: count() })
    .from(quarantinedRequests)
    .groupBy(quarantinedRequests.network);
  for (const { network } of chains.list()) metrics.quarantined.set({ network: network.id }, 0);
  for (const { network, requests } of rows) metrics.quarantined.set({ network }, requests);
}

/** Those on whose way money is, which the provider is asked about: they have an index of their own. */
async function showOfframps({ database: { db }, metrics, now }: App): Promise<void> {
  const { provider, status } = offramps;
  const rows = await db
    .select({ provider, status, count: count(), since: min(offramps.changedAt) })
    .from(offramps)
    .where(and(isNotNull(offramps.nextPollAt), notInArray(status, ["awaiting_funds", "fiat_sent", "failed"])))
    .groupBy(provider, status);
  metrics.offramps.reset();
  metrics.oldestOfframp.reset();
  for (const row of rows) {
    const labels = { provider: row.provider, state: row.status };
    metrics.offramps.set(labels, row.count);
    metrics.oldestOfframp.set(labels, row.since ? secondsBetween(row.since, now()) : 0);
  }
}

async function showConnections({ database: { db }, metrics }: App): Promise<void> {
  const askedAt = clock.elapsedMs();
  const rows = await db.execute<{ program: string; state: string; count: number; limit: number }>(sql`
    select application_name as program, coalesce(state, 'unknown') as state, count(*)::int as count,
      current_setting('max_connections')::int as limit
    from pg_stat_activity where application_name like 'quittance-%' group by 1, 2`);
  metrics.databaseWait.set((clock.elapsedMs() - askedAt) / 1000);
  metrics.databaseConnections.reset();
  for (const { program, state, count, limit } of rows) {
    metrics.databaseConnections.set({ program, state }, count);
    metrics.databaseConnectionLimit.set(limit);
  }
}

/** Never less than nothing: clocks of two machines differ. */
function secondsBetween(earlier: Date, later: Date): number {
  return Math.max(0, (later.getTime() - earlier.getTime()) / 1000);
}
