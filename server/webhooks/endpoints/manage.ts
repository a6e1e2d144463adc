import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import type { Done } from "@/server/lib/done";
import { rememberAnswer } from "@/server/lib/idempotency";
import { describeWebhook } from "@/server/webhooks/endpoints/describe";
import { lockWebhook } from "@/server/webhooks/endpoints/reach";
import {
  deleteEndpoint,
  rotateSecret,
  setActive,
  setEvents,
  setRetrySchedule,
} from "@/server/webhooks/endpoints/store";
import type { SecretRotated, UpdateWebhookBody, WebhookRecord } from "@/server/webhooks/schema";

/**
 * Switches a webhook on or off and chooses what it hears and how deliveries are repeated; told none of it, it goes to
 * the other side (D-06). Off, what was pending ends (DL-15). On, one that we had switched off starts anew. Throws 404 outside the
 * caller's reach.
 */
export function updateWebhook(ctx: Ctx, id: string, body: UpdateWebhookBody = {}): Promise<WebhookRecord> {
  return inTransaction(ctx, async (tx) => {
    const { endpoint } = await lockWebhook(tx, id);
    const { platformId, url } = endpoint;
    const key = { platformId, endpointId: id };
    const { retrySchedule = endpoint.retrySchedule } = body;
    if (retrySchedule !== endpoint.retrySchedule) {
      await setRetrySchedule(tx, key, retrySchedule);
      const details = { url, retrySchedule };
      const change = { before: { retrySchedule: endpoint.retrySchedule }, after: { retrySchedule } };
      await recordAudit(tx, { action: "webhook_endpoint.updated", subject: id, details, ...change });
    }
    const { events = endpoint.events } = body;
    if (JSON.stringify(events) !== JSON.stringify(endpoint.events)) {
      await setEvents(tx, key, events);
      const details = { url, ...heard(events) };
      const change = { before: heard(endpoint.events), after: heard(events) };
      await recordAudit(tx, { action: "webhook_endpoint.updated", subject: id, details, ...change });
    }
    const isLeft =
      body.isActive === undefined && (body.retrySchedule !== undefined || body.events !== undefined);
    const isActive = isLeft ? endpoint.isActive : (body.isActive ?? !endpoint.isActive);
    if (isActive !== endpoint.isActive) {
      await setActive(tx, key, isActive);
      await recordAudit(tx, {
        action: isActive ? "webhook_endpoint.activated" : "webhook_endpoint.deactivated",
        subject: id,
        details: { url },
        before: { isActive: endpoint.isActive },
        after: { isActive },
      });
    }
    return describeWebhook(await lockWebhook(tx, id), tx.now());
  });
}

/** What a webhook hears, as the audit log keeps it. */
export function heard(events: readonly string[] | null): { events: readonly string[] | "all" } {
  return { events: events ?? "all" };
}

/** Deletes a webhook; its URL is free again, its deliveries stay readable. Throws 404 outside the reach. */
export function deleteWebhook(ctx: Ctx, id: string): Promise<Done> {
  return inTransaction(ctx, async (tx) => {
    const { endpoint } = await lockWebhook(tx, id);
    await deleteEndpoint(tx, { platformId: endpoint.platformId, endpointId: id });
    await recordAudit(tx, {
      action: "webhook_endpoint.deleted",
      subject: id,
      details: { url: endpoint.url },
    });
    return { success: true, message: "Webhook deleted" };
  });
}

/**
 * Gives a webhook a new secret and shows it, this once. The old one signs beside it for 24 hours. Throws 404
 * outside the caller's reach.
 */
export function rotateWebhookSecret(ctx: Ctx, id: string): Promise<SecretRotated> {
  return inTransaction(ctx, async (tx) => {
    const { endpoint } = await lockWebhook(tx, id);
    const key = { platformId: endpoint.platformId, endpointId: id };
    const { secret, previousSecretUntil } = await rotateSecret(tx, key);
    const until = previousSecretUntil.toISOString();
    await recordAudit(tx, {
      action: "webhook_endpoint.rotated",
      subject: id,
      details: { previousSecretUntil: until },
    });
    const answer = { id, secret, previousSecretUntil: until };
    await rememberAnswer(tx, answer);
    return answer;
  });
}
