import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import {
  listOrchestratorWebhooks,
  registerOrchestratorWebhook,
} from "@/server/webhooks/endpoints/of-orchestrator";
import {
  CreateOrchestratorWebhookBody,
  OrchestratorWebhookCreated,
  OrchestratorWebhookList,
} from "@/server/webhooks/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOrchestratorWebhooks",
      summary: "List your webhooks, active or not",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      status: 200,
      returns: OrchestratorWebhookList,
      errors: [],
    },
    ({ ctx }) => listOrchestratorWebhooks(ctx),
  ),
  POST: route(
    {
      operationId: "createOrchestratorWebhook",
      summary: "Create a webhook for links and screenings and show its secret once",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: CreateOrchestratorWebhookBody,
      status: 201,
      returns: OrchestratorWebhookCreated,
      errors: ["conflict"],
      idempotent: true,
    },
    ({ ctx, body }) => registerOrchestratorWebhook(ctx, body),
  ),
});
