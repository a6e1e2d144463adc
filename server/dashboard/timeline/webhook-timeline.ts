import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  accessRejections,
  isCounted,
  offramps,
  transfers,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "@/db/schema";
import type { Reads } from "@/server/context";
import type { TimelineEntry, WebhookSeen } from "@/server/dashboard/detail-schema";
import type { RequestRow } from "@/server/requests/draft";

type Reading = Pick<Reads, "db" | "caller">;

const MAX_DELIVERIES = 200;
/** Of the transfers that count, and of those that the chain took back. */
const MAX_TRANSFERS = 100;
const VARIANTS = ["", ":client_id", ":checkout"];

/** Deliveries of everything that was announced about a request and its links, oldest first. */
export async function webhookTimeline(
  ctx: Reading,
  request: RequestRow,
  linkIds: readonly string[],
): Promise<{ entries: TimelineEntry[]; webhooks: WebhookSeen[] }> {
  const events = await eventIds(ctx, request, linkIds);
  const rows = await deliveriesOf(ctx, events);
  const lastAttempts = await attemptsOf(
    ctx,
    rows.map(({ delivery }) => delivery.id),
  );
  const told = rows.map(({ delivery, event, url }) => {
    const last = lastAttempts.get(delivery.id);
    const webhook: WebhookSeen = {
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      webhookId: delivery.endpointId,
      url,
      event: event.name,
      state: delivery.state,
      attempts: delivery.attempts,
      lastStatusCode: last?.statusCode ?? null,
      lastDurationMs: last?.durationMs ?? null,
      error: delivery.error,
      nextAttemptAt: delivery.state === "pending" ? delivery.dueAt.toISOString() : null,
    };
    return { at: (last?.startedAt ?? event.createdAt).toISOString(), webhook };
  });
  return {
    webhooks: told.map(({ webhook }) => webhook),
    entries: told.map(({ at, webhook }) => ({ kind: "webhook", at, reason: reasonOf(webhook), webhook })),
  };
}

/** Events have no column for their request; the keys under which they are announced once tell. */
async function eventIds(ctx: Reading, request: RequestRow, linkIds: readonly string[]): Promise<string[]> {
  const newest = (state: SQL) =>
    ctx.db
      .select({ id: transfers.id })
      .from(transfers)
      .where(and(eq(transfers.requestId, request.id), isNull(transfers.mismatch), state))
      .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
      .limit(MAX_TRANSFERS);
  const [counted, lost, toBank] = await Promise.all([
    newest(isCounted(transfers)),
    newest(sql`${transfers.state} in ('orphaned', 'dropped')`),
    offrampKeys(ctx, request),
  ]);
  const own = [...counted, ...lost];
  const rounds = Array.from({ length: request.settlementRound + 1 }, (_, round) => round);
  const keys = rounds
    .flatMap((round) => [
      ...VARIANTS.map((variant) => `${request.id}:confirmed:${round}${variant}`),
      ...own.flatMap(({ id }) => [
        ...VARIANTS.map((variant) => `${id}:partial:${round}${variant}`),
        `${id}:failed:${round}`,
      ]),
    ])
    .concat(toBank);
  const [announced, rejected] = await Promise.all([
    ctx.db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(
        and(inArray(webhookEvents.dedupeKey, keys), eq(webhookEvents.platformId, ctx.caller.platformId)),
      ),
    linkIds.length === 0
      ? []
      : ctx.db
          .select({ id: accessRejections.eventId })
          .from(accessRejections)
          .where(inArray(accessRejections.securePaymentId, [...linkIds])),
  ]);
  return [...announced, ...rejected].flatMap(({ id }) => id ?? []);
}

/** Under which keys the moves of its off-ramps are announced (`server/requests/offramps/record-move.ts`). */
async function offrampKeys({ db }: Reading, request: RequestRow): Promise<string[]> {
  if (!request.isCryptoToFiatAllowed) return [];
  const rows = await db
    .select({ id: offramps.id, moves: offramps.moves })
    .from(offramps)
    .where(eq(offramps.requestId, request.id));
  return rows.flatMap(({ id, moves }) => [
    `${id}:late`,
    ...Array.from({ length: moves }, (_, index) => index + 1).flatMap((number) =>
      ["processing", "failed", "refunded"].map((name) => `${id}:${name}:${number}`),
    ),
  ]);
}

async function deliveriesOf(ctx: Reading, events: readonly string[]) {
  if (events.length === 0) return [];
  return ctx.db
    .select({
      delivery: webhookDeliveries,
      event: { name: webhookEvents.name, createdAt: webhookEvents.createdAt },
      url: webhookEndpoints.url,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        inArray(webhookDeliveries.eventId, [...events]),
        eq(webhookEndpoints.platformId, ctx.caller.platformId),
      ),
    )
    .orderBy(webhookDeliveries.id)
    .limit(MAX_DELIVERIES);
}

type AttemptRow = typeof webhookAttempts.$inferSelect;

/** The last attempt of each delivery. */
async function attemptsOf(ctx: Reading, deliveryIds: readonly string[]): Promise<Map<string, AttemptRow>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, [...deliveryIds]))
    .orderBy(webhookAttempts.deliveryId, webhookAttempts.number);
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

function reasonOf(webhook: WebhookSeen): string {
  const tries = webhook.attempts === 1 ? "1 attempt" : `${webhook.attempts} attempts`;
  const answer = webhook.lastStatusCode === null ? "" : ` The last answer was ${webhook.lastStatusCode}.`;
  switch (webhook.state) {
    case "succeeded":
      return `${webhook.event} was delivered to ${webhook.url} after ${tries}.${answer}`;
    case "failed":
      return `${webhook.event} could not be delivered to ${webhook.url} in ${tries}.${answer || ` ${webhook.error ?? ""}`.trimEnd()} Replay it once the endpoint works.`;
    case "pending":
      return webhook.attempts === 0
        ? `${webhook.event} is about to be sent to ${webhook.url}.`
        : `${webhook.event} is being retried at ${webhook.url} after ${tries}.${answer}`;
  }
}
