import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { getClientId } from "@/server/platforms/client-ids/read";
import { ClientIdRecord, UpdateClientIdSessionBody } from "@/server/platforms/client-ids/schema";
import { revokeClientId, updateClientId } from "@/server/platforms/client-ids/update";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getClientIdSession",
      summary: "Read a client ID",
      tags: ["Client IDs"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      status: 200,
      returns: ClientIdRecord,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getClientId(ctx, params.id),
  ),
  PUT: route(
    {
      operationId: "updateClientIdSession",
      waitsForApproval: true,
      summary: "Change a client ID",
      tags: ["Client IDs"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      body: UpdateClientIdSessionBody,
      status: 200,
      returns: ClientIdRecord,
      errors: ["not_found"],
    },
    ({ ctx, params, body }) => updateClientId(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "revokeClientIdSession",
      summary: "Revoke a client ID for ever",
      tags: ["Client IDs"],
      auth: ["session"],
      relaxedLimit: true,
      params,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => revokeClientId(ctx, params.id),
  ),
});
