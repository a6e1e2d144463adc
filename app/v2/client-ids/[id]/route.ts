import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { getClientId } from "@/server/platforms/client-ids/read";
import { ClientIdRead, ClientIdUpdated, UpdateClientIdBody } from "@/server/platforms/client-ids/schema";
import { revokeClientId, updateClientId } from "@/server/platforms/client-ids/update";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getClientId",
      summary: "Read a client ID",
      tags: ["Client IDs"],
      auth: ["apiKey"],
      relaxedLimit: true,
      params,
      status: 200,
      returns: ClientIdRead,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getClientId(ctx, params.id),
  ),
  PUT: route(
    {
      operationId: "updateClientId",
      summary: "Change a client ID",
      tags: ["Client IDs"],
      auth: ["apiKey"],
      relaxedLimit: true,
      params,
      body: UpdateClientIdBody,
      status: 200,
      returns: ClientIdUpdated,
      errors: ["approval_needed", "not_found"],
    },
    ({ ctx, params, body }) => updateClientId(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "revokeClientId",
      summary: "Revoke a client ID for ever",
      tags: ["Client IDs"],
      auth: ["apiKey"],
      relaxedLimit: true,
      params,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => revokeClientId(ctx, params.id),
  ),
});
