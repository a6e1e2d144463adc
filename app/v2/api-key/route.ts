import { readOwnApiKey } from "@/server/auth/device/collect";
import { OwnApiKey } from "@/server/auth/device/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { deleteApiKey } from "@/server/platforms/api-keys/update";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getOwnApiKey",
      summary: "Read which key this call is made with, and whose it is",
      tags: ["API keys"],
      auth: ["apiKey"],
      status: 200,
      returns: OwnApiKey,
      errors: ["not_found"],
    },
    ({ ctx }) => readOwnApiKey(ctx),
  ),
  DELETE: route(
    {
      operationId: "deleteOwnApiKey",
      summary: "Delete the key that this call is made with",
      tags: ["API keys"],
      auth: ["apiKey"],
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx }) => deleteApiKey(ctx, ctx.caller.credentialId),
  ),
});
