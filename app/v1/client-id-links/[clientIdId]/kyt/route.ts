import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { updateLinkScreening } from "@/server/onboarding/own-links";
import { PlatformLink, UpdateLinkKytBody } from "@/server/onboarding/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PUT: route(
    {
      operationId: "updateLinkKyt",
      summary: "Choose who screens the payers of a linked client ID",
      tags: ["Hosted Onboarding"],
      auth: ["session"],
      params: z.object({ clientIdId: z.string() }),
      body: UpdateLinkKytBody,
      status: 200,
      returns: PlatformLink,
      errors: ["forbidden", "not_found"],
    },
    ({ ctx, params, body }) => updateLinkScreening(ctx, params.clientIdId, body),
  ),
});
