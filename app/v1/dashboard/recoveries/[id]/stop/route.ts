import { z } from "zod";
import { stopOwnRecovery } from "@/server/auth/recovery/stop";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "stopRecovery",
      summary: "Stop a recovery of the account for good",
      tags: ["Dashboard"],
      auth: ["session"],
      params: z.object({ id: z.string().describe("ID of the recovery.") }),
      status: 200,
      returns: Done,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params }) => stopOwnRecovery(ctx, params.id),
  ),
});
