import { sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { isCounted, transfers, webhookAttempts, webhookDeliveries, webhookEvents } from "@/db/schema";
import type { Ctx } from "@/server/context";
import type { Status } from "@/server/status-page/schema";

/** The last hours that figures are of. */
export const FIGURE_HOURS = 6;
/** No more than the newest deliveries are looked at, however many there were. */
const MOST_DELIVERIES = 2_000;
/** Of fewer nothing is said: a figure of one payment would tell of one account. */
const FEWEST = 20;

const HOUR_MS = 3_600_000;

/**
 * What became of the newest deliveries, and how long it took from a payment's block to the first attempt. Tests and
 * replays do not count. Reads a bounded number of rows, by their keys.
 */
export async function readFigures({
  db,
  now,
}: Pick<Ctx, "db" | "now">): Promise<Pick<Status, "blockToWebhook" | "deliveries">> {
  const since = encodeTime(Math.max(0, now().getTime() - FIGURE_HOURS * HOUR_MS), 10);
  const newest = db
    .select({
      id: webhookDeliveries.id,
      state: webhookDeliveries.state,
      attempts: webhookDeliveries.attempts,
      eventId: webhookDeliveries.eventId,
    })
    .from(webhookDeliveries)
    .where(
      // An ID begins with the time at which it was drawn.
      sql`${webhookDeliveries.id} >= ${since} and not ${webhookDeliveries.isTest}
        and ${webhookDeliveries.replayOf} is null`,
    )
    .orderBy(sql`${webhookDeliveries.id} desc`)
    .limit(MOST_DELIVERIES)
    .as("newest");
  const delay = sql<number | null>`case when ${webhookEvents.name} = 'payment.confirmed' then
    extract(epoch from ${webhookAttempts.startedAt} - (
      select max(${transfers.blockTime}) from ${transfers}
      where ${transfers.requestId} = split_part(${webhookEvents.dedupeKey}, ':', 1)
        and ${isCounted(transfers)} and ${transfers.recordedAt} <= ${webhookAttempts.startedAt})) end`;
  const looked = db
    .select({ state: newest.state, attempts: newest.attempts, delay: delay.as("delay") })
    .from(newest)
    .innerJoin(webhookEvents, sql`${webhookEvents.id} = ${newest.eventId}`)
    .leftJoin(
      webhookAttempts,
      sql`${webhookAttempts.deliveryId} = ${newest.id} and ${webhookAttempts.number} = 1`,
    )
    .as("looked");
  const of = (share: number) =>
    sql<number | null>`percentile_cont(${share}::float8) within group (order by ${looked.delay})::float8`;
  const [row] = await db
    .select({
      ended: sql<number>`count(*) filter (where ${looked.state} <> 'pending')::int`,
      delivered: sql<number>`count(*) filter (where ${looked.state} = 'succeeded')::int`,
      tried: sql<number>`count(*) filter (where ${looked.attempts} > 0)::int`,
      retried: sql<number>`count(*) filter (where ${looked.attempts} > 1)::int`,
      payments: sql<number>`count(${looked.delay})::int`,
      p50: of(0.5),
      p95: of(0.95),
    })
    .from(looked);
  const share = (part: number, whole: number) =>
    whole < FEWEST ? null : Math.round((part / whole) * 1000) / 1000;
  const delayOf = (value: number | null) =>
    !row || row.payments < FEWEST || value === null ? null : Math.max(0, Math.round(value * 10) / 10);
  return {
    blockToWebhook: { p50Seconds: delayOf(row?.p50 ?? null), p95Seconds: delayOf(row?.p95 ?? null) },
    deliveries: {
      delivered: share(row?.delivered ?? 0, row?.ended ?? 0),
      retried: share(row?.retried ?? 0, row?.tried ?? 0),
    },
  };
}
