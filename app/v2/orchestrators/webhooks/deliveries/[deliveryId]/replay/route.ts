import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { askReplay } from "@/server/webhooks/deliveries/ask-replay";
import { DeliveryReplayed } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "replayOrchestratorWebhookDelivery",
      summary: "Send a delivery again: same bytes, new delivery ID",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ deliveryId: z.string() }),
      status: 201,
      returns: DeliveryReplayed,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params }) => askReplay(ctx, params.deliveryId),
  ),
});
