import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { sendOrchestratorTest } from "@/server/webhooks/deliveries/send-test";
import { TestOrchestratorWebhookBody, TestSent } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "testOrchestratorWebhook",
      summary: "Send a test event to all your active webhooks",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: TestOrchestratorWebhookBody,
      status: 200,
      returns: TestSent,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => sendOrchestratorTest(ctx, body.eventType),
  ),
});
