import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { switchOrchestratorWebhook } from "@/server/webhooks/endpoints/of-orchestrator";
import { OrchestratorWebhook } from "@/server/webhooks/schema";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "reactivateOrchestratorWebhook",
      summary: "Switch a webhook on again",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params,
      status: 200,
      returns: OrchestratorWebhook,
      errors: ["not_found"],
    },
    ({ ctx, params }) => switchOrchestratorWebhook(ctx, params.id, true),
  ),
  DELETE: route(
    {
      operationId: "deactivateOrchestratorWebhook",
      summary: "Switch a webhook off; its URL and secret survive",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params,
      status: 200,
      returns: OrchestratorWebhook,
      errors: ["not_found"],
    },
    ({ ctx, params }) => switchOrchestratorWebhook(ctx, params.id, false),
  ),
});
