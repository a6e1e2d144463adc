import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { unlinkByOrchestrator } from "@/server/platforms/orchestrators/links";
import { ClientIdUnlinked } from "@/server/platforms/orchestrators/links-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "unlinkClientId",
      summary: "End your link to a client ID for ever",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      params: z.object({ clientId: z.string() }),
      status: 200,
      returns: ClientIdUnlinked,
      errors: ["not_found"],
    },
    ({ ctx, params }) => unlinkByOrchestrator(ctx, params.clientId),
  ),
});
