import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { decodeTime, encodeTime } from "ulid";
import { endpointKey } from "@/db/keys";
import { webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import { isRecordId } from "@/server/lib/ids";
import { pagingOf } from "@/server/lib/paging";
import { findWebhook, withinReach } from "@/server/webhooks/endpoints/reach";
import type {
  AllDeliveriesQuery,
  DeliveriesQuery,
  DeliveryList,
  DeliveryRecord,
} from "@/server/webhooks/schema";

type Reading = Pick<Reads, "db" | "caller">;

/** A webhook's deliveries, newest first, with every attempt. Throws 404 outside the caller's reach. */
export async function listDeliveries(
  ctx: Reading,
  webhookId: string,
  query: DeliveriesQuery,
): Promise<DeliveryList> {
  const { endpoint } = await findWebhook(ctx, webhookId);
  const { limit } = pagingOf(query);
  const rows = await deliveries(ctx, and(isTo(sql`${endpoint.id}`), ...filters(query)))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    deliveries: await withAttempts(ctx, page),
    nextCursor: (hasMore && page.at(-1)?.delivery.id) || null,
  };
}

/**
 * Deliveries of all webhooks within the caller's reach, or of one of them, newest first. Takes a page from the log
 * of each endpoint and merges them. Throws 404 for a webhook outside the reach.
 */
export async function listAllDeliveries(
  ctx: Reading,
  { webhookId, ...query }: AllDeliveriesQuery,
): Promise<DeliveryList> {
  if (webhookId !== undefined) return listDeliveries(ctx, webhookId, query);
  const { limit } = pagingOf(query);
  const endpoints = ctx.db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(withinReach(ctx.caller), isNull(webhookEndpoints.deletedAt)));
  const newest = sql`(select newest.id from (${endpoints}) as own cross join lateral (
    select ${webhookDeliveries.id} from ${webhookDeliveries}
    join ${webhookEvents} on ${webhookEvents.id} = ${webhookDeliveries.eventId}
    where ${and(isTo(sql`own.id`), ...filters(query))}
    order by ${webhookDeliveries.id} desc limit ${limit + 1}) as newest
    order by newest.id desc limit ${limit + 1})`;
  const rows = await deliveries(
    ctx,
    and(sql`${webhookDeliveries.id} in ${newest}`, withinReach(ctx.caller)),
  ).orderBy(desc(webhookDeliveries.id));
  const page = rows.slice(0, limit);
  return {
    deliveries: await withAttempts(ctx, page),
    nextCursor: (rows.length > limit && page.at(-1)?.delivery.id) || null,
  };
}

/**
 * One delivery, also of a webhook that has been deleted. Throws the same 404 for unknown and foreign ones and
 * for those outside the selected client ID.
 */
export async function getDelivery(ctx: Reading, id: string): Promise<DeliveryRecord> {
  const rows = isRecordId(id)
    ? await deliveries(ctx, and(eq(webhookDeliveries.id, id), withinReach(ctx.caller)))
    : [];
  const [record] = await withAttempts(ctx, rows);
  if (!record) throw deliveryNotFound();
  return record;
}

export function deliveryNotFound(): ApiError {
  return new ApiError("not_found", "Delivery not found");
}

/** The condition that a delivery goes to this endpoint, in the form that the index of its newest ones serves. */
function isTo(endpointId: SQL): SQL {
  return sql`${endpointKey(webhookDeliveries)} = hashtextextended(${endpointId}, 0)
    and ${webhookDeliveries.endpointId} = ${endpointId}`;
}

function filters({ cursor, state, event, since, until }: DeliveriesQuery): SQL[] {
  const { id } = webhookDeliveries;
  return [
    ...(cursor === undefined ? [] : [lt(id, cursor)]),
    ...(state === undefined ? [] : [eq(webhookDeliveries.state, state)]),
    ...(event === undefined ? [] : [eq(webhookEvents.name, event)]),
    // An ID begins with the time at which it was drawn.
    ...(since === undefined ? [] : [gte(id, idsFrom(since))]),
    ...(until === undefined ? [] : [lt(id, idsFrom(until))]),
  ];
}

function idsFrom(moment: string): string {
  return encodeTime(Math.max(0, Date.parse(moment)), 10);
}

function deliveries({ db }: Reading, condition: SQL | undefined) {
  return db
    .select({
      delivery: webhookDeliveries,
      event: { name: webhookEvents.name, sequence: webhookEvents.sequence, body: webhookEvents.body },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(condition);
}

type Row = Awaited<ReturnType<typeof deliveries>>[number];
type AttemptRow = typeof webhookAttempts.$inferSelect;

async function withAttempts({ db }: Reading, rows: readonly Row[]): Promise<DeliveryRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ delivery }) => delivery.id);
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, ids))
    .orderBy(webhookAttempts.deliveryId, webhookAttempts.number);
  const byDelivery = new Map<string, AttemptRow[]>(ids.map((id) => [id, []]));
  for (const attempt of attempts) byDelivery.get(attempt.deliveryId)?.push(attempt);
  return rows.map((row) => recordOf(row, byDelivery.get(row.delivery.id) ?? []));
}

function recordOf({ delivery, event }: Row, attempts: readonly AttemptRow[]): DeliveryRecord {
  return {
    id: delivery.id,
    webhookId: delivery.endpointId,
    event: event.name,
    sequence: event.sequence === null ? null : Number(event.sequence),
    state: delivery.state,
    isTest: delivery.isTest,
    createdAt: new Date(decodeTime(delivery.id)).toISOString(),
    nextAttemptAt: delivery.state === "pending" ? delivery.dueAt.toISOString() : null,
    error: delivery.error,
    replayOf: delivery.replayOf,
    requestBody: event.body,
    attempts: attempts.map(({ deliveryId, startedAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
    })),
  };
}
