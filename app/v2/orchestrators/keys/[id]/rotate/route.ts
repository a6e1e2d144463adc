import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RotateKeyBody } from "@/server/platforms/key-bounds/rotation";
import { rotateKey } from "@/server/platforms/orchestrators/keys";
import { OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "rotateOrchestratorKey",
      waitsForApproval: true,
      summary: "Put a new key in the place of one, which works until the overlap is over",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ id: z.string() }),
      body: RotateKeyBody,
      status: 201,
      returns: OrchestratorKeyIssued,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params, body }) => rotateKey(ctx, params.id, body),
  ),
});
