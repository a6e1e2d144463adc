import { listOwnRecoveries } from "@/server/auth/recovery/list";
import { Recoveries } from "@/server/auth/recovery/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listRecoveries",
      summary: "List the new owners that the operator gives to the account",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      status: 200,
      returns: Recoveries,
      errors: [],
    },
    ({ ctx }) => listOwnRecoveries(ctx),
  ),
});
