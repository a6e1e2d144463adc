import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { askReplay } from "@/server/webhooks/deliveries/ask-replay";
import { DeliveryReplayed } from "@/server/webhooks/schema";

const params = z.object({ deliveryId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "replayWebhookDelivery",
      summary: "Send one delivery again",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      status: 201,
      returns: DeliveryReplayed,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params }) => askReplay(ctx, params.deliveryId),
  ),
});
