import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getDelivery } from "@/server/webhooks/deliveries/delivery-log";
import { DeliveryRecord } from "@/server/webhooks/schema";

const params = z.object({ deliveryId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getWebhookDelivery",
      summary: "Read one delivery with its attempts",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      params,
      status: 200,
      returns: DeliveryRecord,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getDelivery(ctx, params.deliveryId),
  ),
});
