import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { unlinkByPlatform } from "@/server/platforms/orchestrators/links";
import { ClientIdUnlinked } from "@/server/platforms/orchestrators/links-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "leaveOrchestrator",
      summary: "End the link between a client ID of yours and a partner, for ever",
      tags: ["Hosted Onboarding"],
      auth: ["session"],
      params: z.object({ clientIdId: z.string() }),
      status: 200,
      returns: ClientIdUnlinked,
      errors: ["not_found"],
    },
    ({ ctx, params }) => unlinkByPlatform(ctx, params.clientIdId),
  ),
});
