import { readEarnings } from "@/server/dashboard/orchestrators/earnings";
import { OrchestratorEarnings } from "@/server/dashboard/orchestrators/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getOrchestratorEarnings",
      summary: "See the fees that reached you, and what was paid through your links",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      status: 200,
      returns: OrchestratorEarnings,
      errors: ["not_found"],
    },
    ({ ctx }) => readEarnings(ctx),
  ),
});
