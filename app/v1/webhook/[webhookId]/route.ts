import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { deleteWebhook, updateWebhook } from "@/server/webhooks/endpoints/manage";
import { UpdateWebhookBody, WebhookRecord } from "@/server/webhooks/schema";

const params = z.object({ webhookId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "updateWebhook",
      summary: "Switch a webhook on or off, or to the other side, and choose its events and retries",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      body: UpdateWebhookBody.optional(),
      status: 200,
      returns: WebhookRecord,
      errors: ["not_found"],
    },
    ({ ctx, params, body }) => updateWebhook(ctx, params.webhookId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteWebhook",
      summary: "Delete a webhook",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => deleteWebhook(ctx, params.webhookId),
  ),
});
