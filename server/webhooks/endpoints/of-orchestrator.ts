import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { describeWebhook } from "@/server/webhooks/endpoints/describe";
import { listWebhooks } from "@/server/webhooks/endpoints/list";
import { updateWebhook } from "@/server/webhooks/endpoints/manage";
import { isOrchestratorItself, lockWebhook } from "@/server/webhooks/endpoints/reach";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import type {
  CreateOrchestratorWebhookBody,
  OrchestratorWebhook,
  OrchestratorWebhookCreated,
  OrchestratorWebhookList,
} from "@/server/webhooks/schema";

/**
 * Creates a webhook of the orchestrator that calls and shows its secret, this once. Throws 400 for a URL that is not
 * acceptable (SC-09), 409 for one that it has, also an inactive one (SC-10).
 */
export function registerOrchestratorWebhook(
  ctx: Ctx,
  { url, retrySchedule = "standard" }: CreateOrchestratorWebhookBody,
): Promise<OrchestratorWebhookCreated> {
  return inTransaction(ctx, async (tx) => {
    const { caller } = tx;
    if (!isOrchestratorItself(caller)) throw new ApiError("unauthorized", "Unauthorized");
    const { platformId, orchestratorId } = caller;
    const { id, secret } = await createEndpoint(tx, {
      platformId,
      clientIdId: null,
      orchestratorId,
      url,
      retrySchedule,
    });
    await recordAudit(tx, {
      action: "webhook_endpoint.created",
      subject: id,
      details: { url, orchestrator: orchestratorId, retrySchedule },
    });
    const answer = { webhook: describeWebhook(await lockWebhook(tx, id), tx.now()), secret };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** The orchestrator's webhooks, active or not, newest first. */
export async function listOrchestratorWebhooks(ctx: Ctx): Promise<OrchestratorWebhookList> {
  return { webhooks: await listWebhooks(ctx) };
}

/** Switches a webhook off or on; URL and secret survive (SC-10). Throws 404 for one of somebody else. */
export async function switchOrchestratorWebhook(
  ctx: Ctx,
  id: string,
  isActive: boolean,
): Promise<OrchestratorWebhook> {
  return { webhook: await updateWebhook(ctx, id, { isActive }) };
}
