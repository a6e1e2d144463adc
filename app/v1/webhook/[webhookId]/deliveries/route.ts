import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listDeliveries } from "@/server/webhooks/deliveries/delivery-log";
import { DeliveriesQuery, DeliveryList } from "@/server/webhooks/schema";

const params = z.object({ webhookId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listWebhookDeliveries",
      summary: "List the deliveries of a webhook with their attempts",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      query: DeliveriesQuery,
      status: 200,
      returns: DeliveryList,
      errors: ["not_found"],
    },
    ({ ctx, params, query }) => listDeliveries(ctx, params.webhookId, query),
  ),
});
