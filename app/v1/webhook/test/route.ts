import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { TestSent, TestWebhookBody } from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "testWebhook",
      summary: "Send a test event to one webhook, or to all active ones of the scope",
      tags: ["Webhooks"],
      auth: ["session"],
      walletSessionOnly: true,
      scopedByClientId: true,
      body: TestWebhookBody,
      status: 201,
      returns: TestSent,
      errors: ["not_found"],
      idempotent: true,
    },
    ({ ctx, body }) => sendTestEvent(ctx, body),
  ),
});
