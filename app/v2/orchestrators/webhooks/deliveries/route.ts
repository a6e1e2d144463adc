import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listAllDeliveries } from "@/server/webhooks/deliveries/delivery-log";
import { AllDeliveriesQuery, DeliveryList } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOrchestratorWebhookDeliveries",
      summary: "List deliveries of your webhooks with every attempt, newest first",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: AllDeliveriesQuery,
      status: 200,
      returns: DeliveryList,
      errors: ["not_found"],
    },
    ({ ctx, query }) => listAllDeliveries(ctx, query),
  ),
});
