import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { revokeKey } from "@/server/platforms/orchestrators/keys";
import { OrchestratorKeyRevoked } from "@/server/platforms/orchestrators/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "revokeOrchestratorKey",
      summary: "Revoke a key for ever",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ id: z.string() }),
      status: 200,
      returns: OrchestratorKeyRevoked,
      errors: ["not_found"],
    },
    ({ ctx, params }) => revokeKey(ctx, params.id),
  ),
});
