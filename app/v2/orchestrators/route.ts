import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { registerOrchestrator } from "@/server/platforms/orchestrators/create";
import { listOrchestrators } from "@/server/platforms/orchestrators/keys";
import {
  CreateOrchestratorBody,
  OrchestratorCreated,
  OrchestratorList,
} from "@/server/platforms/orchestrators/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOrchestrators",
      summary: "List the orchestrators of your account",
      tags: ["Orchestrators"],
      auth: ["session"],
      status: 200,
      returns: OrchestratorList,
      errors: [],
    },
    ({ ctx }) => listOrchestrators(ctx),
  ),
  POST: route(
    {
      operationId: "createOrchestrator",
      waitsForApproval: true,
      summary: "Make your account an orchestrator and show its first key once",
      tags: ["Orchestrators"],
      auth: ["session"],
      body: CreateOrchestratorBody,
      status: 201,
      returns: OrchestratorCreated,
      errors: ["forbidden"],
      idempotent: true,
    },
    ({ ctx, body }) => registerOrchestrator(ctx, body),
  ),
});
