import { and, eq } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { isRecordId } from "@/server/lib/ids";
import { deliveryNotFound } from "@/server/webhooks/deliveries/delivery-log";
import { REPLAY_LIMIT, replayDelivery, replayFailedSince } from "@/server/webhooks/deliveries/replay";
import { lockWebhook, withinReach } from "@/server/webhooks/endpoints/reach";
import type { DeliveryReplayed, FailedReplayed } from "@/server/webhooks/schema";

/**
 * Sends a delivery again on its owner's request: same bytes, new delivery ID, signed with the secret of now.
 * Throws 404 outside the caller's reach, 409 while it is pending or its webhook is inactive or deleted.
 */
export function askReplay(ctx: Ctx, deliveryId: string): Promise<DeliveryReplayed> {
  return inTransaction(ctx, async (tx) => {
    if (!isRecordId(deliveryId)) throw deliveryNotFound();
    const [reached] = await tx.db
      .select({ endpointId: webhookEndpoints.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(eq(webhookDeliveries.id, deliveryId), withinReach(tx.caller)));
    if (!reached) throw deliveryNotFound();
    const { platformId } = tx.caller;
    const { id } = await replayDelivery(tx, { platformId, deliveryId });
    await recordAudit(tx, {
      action: "webhook_endpoint.replayed",
      subject: reached.endpointId,
      details: { delivery: id, replayOf: deliveryId },
    });
    const answer = { id, replayOf: deliveryId };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/**
 * Sends again what a webhook missed since a time, each event once and at most `REPLAY_LIMIT` per call. Throws
 * 404 outside the caller's reach, 409 when the webhook is inactive.
 */
export function askReplayOfFailed(ctx: Ctx, webhookId: string, since: Date): Promise<FailedReplayed> {
  return inTransaction(ctx, async (tx) => {
    const { endpoint } = await lockWebhook(tx, webhookId);
    if (!endpoint.isActive) throw new ApiError("conflict", "The webhook is inactive");
    const { platformId } = endpoint;
    const replayed = await replayFailedSince(tx, { platformId, endpointId: endpoint.id, since });
    await recordAudit(tx, {
      action: "webhook_endpoint.replayed",
      subject: endpoint.id,
      details: { since: since.toISOString(), replayed },
    });
    const answer = { replayed, hasMore: replayed === REPLAY_LIMIT };
    await rememberAnswer(tx, answer);
    return answer;
  });
}
