import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { rotateWebhookSecret } from "@/server/webhooks/endpoints/manage";
import { SecretRotated } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "rotateOrchestratorWebhookSecret",
      summary: "Give a webhook a new secret; the old one signs beside it for 24 hours",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ id: z.string() }),
      status: 200,
      returns: SecretRotated,
      errors: ["not_found"],
      idempotent: true,
    },
    ({ ctx, params }) => rotateWebhookSecret(ctx, params.id),
  ),
});
