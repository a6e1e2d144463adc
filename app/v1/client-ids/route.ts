import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listClientIds } from "@/server/platforms/client-ids/read";
import { registerClientId } from "@/server/platforms/client-ids/register";
import { ClientIdRecord, CreateClientIdSessionBody } from "@/server/platforms/client-ids/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listClientIdsSession",
      summary: "List client IDs",
      tags: ["Client IDs"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: z.array(ClientIdRecord),
      errors: [],
    },
    ({ ctx }) => listClientIds(ctx),
  ),
  POST: route(
    {
      operationId: "createClientIdSession",
      waitsForApproval: true,
      summary: "Create a client ID",
      tags: ["Client IDs"],
      auth: ["session"],
      relaxedLimit: true,
      body: CreateClientIdSessionBody,
      status: 201,
      returns: ClientIdRecord,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => registerClientId(ctx, body),
  ),
});
