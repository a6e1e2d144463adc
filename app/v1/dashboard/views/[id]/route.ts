import { z } from "zod";
import { removeView } from "@/server/dashboard/views/views";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "removeSavedView",
      summary: "Remove a saved view",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: z.object({ id: z.string() }),
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => removeView(ctx, params.id),
  ),
});
