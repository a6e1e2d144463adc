import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { rotateWebhookSecret } from "@/server/webhooks/endpoints/manage";
import { SecretRotated } from "@/server/webhooks/schema";

const params = z.object({ webhookId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "rotateWebhookSecret",
      summary: "Replace the secret and show the new one once",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      status: 200,
      returns: SecretRotated,
      errors: ["not_found"],
      idempotent: true,
    },
    ({ ctx, params }) => rotateWebhookSecret(ctx, params.webhookId),
  ),
});
