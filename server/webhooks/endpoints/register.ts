import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { heard } from "@/server/webhooks/endpoints/manage";
import { scopeOf } from "@/server/webhooks/endpoints/scope";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import type { CreateWebhookBody, WebhookCreated } from "@/server/webhooks/schema";

/**
 * Creates a webhook for the caller's account or one of its client IDs and shows its secret, this once (SC-06,
 * SC-08, E-D6). Throws 400 for a URL that is not acceptable or taken (SC-07, SC-09), 403 for a revoked client
 * ID, 404 for an unknown or foreign one.
 */
export function registerWebhook(ctx: Ctx, body: CreateWebhookBody): Promise<WebhookCreated> {
  const { url, retrySchedule = "standard", events = null } = body;
  return inTransaction(ctx, async (tx) => {
    const scope = await scopeOf(tx, body.clientId);
    if (scope?.isRevoked) throw new ApiError("client_id_revoked", "Client ID has been revoked");
    const { platformId } = tx.caller;
    const created = await createEndpoint(tx, {
      platformId,
      clientIdId: scope?.id ?? null,
      url,
      retrySchedule,
      events,
    });
    await recordAudit(tx, {
      action: "webhook_endpoint.created",
      subject: created.id,
      details: { url, clientId: scope?.clientId ?? null, retrySchedule, ...heard(events) },
    });
    await rememberAnswer(tx, created);
    return created;
  });
}
