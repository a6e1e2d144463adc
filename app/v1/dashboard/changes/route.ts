import { readChanges } from "@/server/dashboard/changes";
import { Changes } from "@/server/dashboard/overview-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardChanges",
      summary: "Tell whether anything changed; asking does not keep a session alive",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      isBackground: true,
      relaxedLimit: true,
      status: 200,
      returns: Changes,
      errors: [],
    },
    ({ ctx }) => readChanges(ctx),
  ),
});
