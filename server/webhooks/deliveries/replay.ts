import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { platforms, webhookDeliveries, webhookEndpoints, webhookEvents } from "@/db/schema";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";

/** Failed deliveries taken up by one call; the caller repeats while it gets this many. */
export const REPLAY_LIMIT = 1_000;

type ReplayTx = Pick<Tx, "db" | "now" | "wake">;

/**
 * Sends one event to one endpoint again: same bytes, new delivery ID, attempts from the start. Throws 404 for
 * a delivery of another platform, 409 while it is still pending or when the endpoint is inactive or deleted.
 */
export async function replayDelivery(
  tx: ReplayTx,
  { platformId, deliveryId }: { platformId: string; deliveryId: string },
): Promise<{ id: string }> {
  const [row] = await tx.db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookEndpoints.platformId, platformId)));
  if (!row) throw new ApiError("not_found", "Delivery not found");
  if (row.delivery.state === "pending") throw new ApiError("conflict", "Delivery is still being attempted");
  if (!row.endpoint.isActive || row.endpoint.deletedAt !== null) {
    throw new ApiError("conflict", "The webhook is inactive");
  }
  const [id] = await replay(tx, [row.delivery]);
  if (id === undefined) throw new ApiError("conflict", "Delivery could not be replayed");
  return { id };
}

/**
 * Sends again what failed since a time, per event and endpoint once: what was delivered or is pending by now
 * is left alone, and so are inactive endpoints. Returns how many new deliveries there are, at most
 * `REPLAY_LIMIT`. Two calls at once replay nothing twice.
 */
export async function replayFailedSince(
  tx: ReplayTx,
  options: { platformId: string; endpointId?: string; since: Date },
): Promise<number> {
  const { platformId, endpointId, since } = options;
  // The second of two calls must see what the first one made.
  await tx.db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, platformId))
    .for("no key update");
  const failed = await tx.db
    .select({
      id: webhookDeliveries.id,
      eventId: webhookDeliveries.eventId,
      endpointId: webhookDeliveries.endpointId,
      isTest: webhookDeliveries.isTest,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookEndpoints.platformId, platformId),
        endpointId === undefined ? undefined : eq(webhookEndpoints.id, endpointId),
        webhookEndpoints.isActive,
        isNull(webhookEndpoints.deletedAt),
        eq(webhookDeliveries.state, "failed"),
        gte(webhookEvents.createdAt, since),
        gte(webhookDeliveries.id, idsSince(since)),
        sql`not exists (select 1 from ${webhookDeliveries} later
          where later.event_id = ${webhookDeliveries.eventId}
            and later.endpoint_id = ${webhookDeliveries.endpointId}
            and (later.state <> 'failed' or later.id > ${webhookDeliveries.id}))`,
      ),
    )
    .orderBy(webhookDeliveries.id)
    .limit(REPLAY_LIMIT);
  return (await replay(tx, failed)).length;
}

/**
 * No delivery is older than its event, but for the moments between drawing its ID and reading the clock again;
 * with this bound the index of failed deliveries is read from there on only.
 */
function idsSince(since: Date): string {
  return encodeTime(Math.max(0, since.getTime() - 60_000), 10);
}

async function replay(
  tx: ReplayTx,
  originals: readonly { id: string; eventId: string; endpointId: string; isTest: boolean }[],
): Promise<string[]> {
  if (originals.length === 0) return [];
  const now = tx.now();
  const rows = originals.map((original) => ({
    id: newId(now),
    eventId: original.eventId,
    endpointId: original.endpointId,
    isTest: original.isTest,
    replayOf: original.id,
    state: "pending" as const,
    dueAt: now,
  }));
  await tx.db.insert(webhookDeliveries).values(rows);
  tx.wake("webhooks");
  return rows.map((row) => row.id);
}
