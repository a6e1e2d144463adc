import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { askReplayOfFailed } from "@/server/webhooks/deliveries/ask-replay";
import { FailedReplayed, ReplayFailedBody } from "@/server/webhooks/schema";

const params = z.object({ webhookId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "replayFailedWebhookDeliveries",
      summary: "Send again what a webhook missed since a time",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      body: ReplayFailedBody,
      status: 201,
      returns: FailedReplayed,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params, body }) => askReplayOfFailed(ctx, params.webhookId, new Date(body.since)),
  ),
});
