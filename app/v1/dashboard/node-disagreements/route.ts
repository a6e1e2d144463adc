import { listDisagreements } from "@/server/dashboard/network-status/list-disagreements";
import { NodeDisagreements } from "@/server/dashboard/network-status/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listNodeDisagreements",
      summary: "List when nodes of the networks contradicted each other",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      status: 200,
      returns: NodeDisagreements,
      errors: [],
    },
    ({ ctx }) => listDisagreements(ctx),
  ),
});
