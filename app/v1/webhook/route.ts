import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listWebhooks } from "@/server/webhooks/endpoints/list";
import { registerWebhook } from "@/server/webhooks/endpoints/register";
import { CreateWebhookBody, WebhookCreated, WebhookRecord } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listWebhooks",
      summary: "List webhooks",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      status: 200,
      returns: z.array(WebhookRecord),
      errors: ["not_found"],
    },
    ({ ctx }) => listWebhooks(ctx),
  ),
  POST: route(
    {
      operationId: "createWebhook",
      summary: "Create a webhook and show its secret once",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      body: CreateWebhookBody,
      status: 201,
      returns: WebhookCreated,
      errors: ["client_id_revoked", "not_found"],
      idempotent: true,
    },
    ({ ctx, body }) => registerWebhook(ctx, body),
  ),
});
