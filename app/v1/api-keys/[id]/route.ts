import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { ApiKeyRecord, UpdateApiKeyBody } from "@/server/platforms/api-keys/schema";
import { deleteApiKey, updateApiKey } from "@/server/platforms/api-keys/update";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "updateApiKey",
      waitsForApproval: true,
      summary: "Rename an API key, or switch it off or on",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      body: UpdateApiKeyBody,
      status: 200,
      returns: ApiKeyRecord,
      errors: ["not_found"],
    },
    ({ ctx, params, body }) => updateApiKey(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "deleteApiKey",
      summary: "Delete an API key for ever",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => deleteApiKey(ctx, params.id),
  ),
});
