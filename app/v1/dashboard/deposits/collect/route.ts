import { prepareCollection } from "@/server/dashboard/deposits/prepare";
import { CollectBody, CollectionPrepared } from "@/server/dashboard/deposits/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "prepareDepositCollection",
      summary: "Prepare the transaction that collects what waits at the account's deposit addresses",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: CollectBody,
      status: 200,
      returns: CollectionPrepared,
      errors: ["not_found", "unsupported_network", "chain_unavailable"],
    },
    ({ ctx, body }) => prepareCollection(ctx, body),
  ),
});
