import { listOrchestratorPlatforms } from "@/server/dashboard/orchestrators/earnings";
import { OrchestratorPlatforms, PlatformsQuery } from "@/server/dashboard/orchestrators/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOrchestratorPlatforms",
      summary: "List client IDs that are or were linked to you, with volume and fees of each",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: PlatformsQuery,
      status: 200,
      returns: OrchestratorPlatforms,
      errors: ["not_found"],
    },
    ({ ctx, query }) => listOrchestratorPlatforms(ctx, query),
  ),
});
