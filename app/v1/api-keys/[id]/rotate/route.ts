import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { rotateApiKey } from "@/server/platforms/api-keys/rotate";
import { ApiKeyIssued } from "@/server/platforms/api-keys/schema";
import { RotateKeyBody } from "@/server/platforms/key-bounds/rotation";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "rotateApiKey",
      waitsForApproval: true,
      summary: "Put a new key in the place of one, which works until the overlap is over",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      params: z.object({ id: z.string() }),
      body: RotateKeyBody,
      status: 201,
      returns: ApiKeyIssued,
      errors: ["not_found", "conflict"],
      idempotent: true,
    },
    ({ ctx, params, body }) => rotateApiKey(ctx, params.id, body),
  ),
});
