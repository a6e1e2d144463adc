import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listClientIds } from "@/server/platforms/client-ids/read";
import { registerClientId } from "@/server/platforms/client-ids/register";
import { ClientIdCreated, ClientIdListed, CreateClientIdBody } from "@/server/platforms/client-ids/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listClientIds",
      summary: "List client IDs",
      tags: ["Client IDs"],
      auth: ["apiKey"],
      relaxedLimit: true,
      status: 200,
      returns: z.array(ClientIdListed),
      errors: [],
    },
    ({ ctx }) => listClientIds(ctx),
  ),
  POST: route(
    {
      operationId: "createClientId",
      summary: "Create a client ID",
      tags: ["Client IDs"],
      auth: ["apiKey"],
      relaxedLimit: true,
      body: CreateClientIdBody,
      status: 201,
      returns: ClientIdCreated,
      errors: ["approval_needed"],
      idempotent: true,
    },
    ({ ctx, body }) => registerClientId(ctx, body),
  ),
});
