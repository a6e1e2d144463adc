import { z } from "zod";
import { endOneSession } from "@/server/auth/own-sessions";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "endSession",
      summary: "End one session of the account",
      tags: ["Dashboard"],
      auth: ["session"],
      params: z.object({ id: z.string().describe("ID of the session.") }),
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => endOneSession(ctx, params.id),
  ),
});
