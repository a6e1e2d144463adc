import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { deleteWebhook, switchWebhook } from "@/server/webhooks/manage";
import { SwitchWebhookBody, WebhookRecord } from "@/server/webhooks/schema";

const params = z.object({ webhookId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "updateWebhook",
      summary: "Switch a webhook on or off, or to the other side",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      body: SwitchWebhookBody,
      status: 200,
      returns: WebhookRecord,
      errors: ["not_found"],
    },
    ({ ctx, params, body }) => switchWebhook(ctx, params.webhookId, body?.isActive),
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
