import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { rotateKey } from "@/server/platforms/orchestrators/keys";
import { OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "rotateOrchestratorKey",
      summary: "Put a new key in the place of one, which works for another day",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ id: z.string() }),
      status: 201,
      returns: OrchestratorKeyIssued,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params }) => rotateKey(ctx, params.id),
  ),
});
