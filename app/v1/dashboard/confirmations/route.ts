import { readConfirmations, updateConfirmations } from "@/server/dashboard/account/confirmations";
import { ConfirmationsBody, ConfirmationsSettings } from "@/server/dashboard/account/confirmations-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getConfirmations",
      summary: "Read how deep payments of new requests have to be",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: ConfirmationsSettings,
      errors: [],
    },
    ({ ctx }) => readConfirmations(ctx),
  ),
  PUT: route(
    {
      operationId: "updateConfirmations",
      summary: "Say how deep payments of new requests have to be",
      tags: ["Dashboard"],
      auth: ["session"],
      body: ConfirmationsBody,
      status: 200,
      returns: ConfirmationsSettings,
      errors: ["not_found"],
    },
    ({ ctx, body }) => updateConfirmations(ctx, body),
  ),
});
