import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestParams, RequestRoutes, RoutesQuery } from "@/server/requests/paying/calldata-schema";
import { listRoutes } from "@/server/requests/paying/list-routes";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listRequestRoutes",
      summary: "List the ways in which a wallet can pay a request",
      tags: ["Requests"],
      auth: ["apiKey", "clientId"],
      params: RequestParams,
      query: RoutesQuery,
      status: 200,
      returns: RequestRoutes,
      errors: [
        "request_not_found",
        "not_supported_yet",
        "unsupported_network",
        "chain_unavailable",
        "price_unavailable",
      ],
      validation: "fields",
    },
    ({ ctx, params, query }) => listRoutes(ctx, params.requestId, query),
  ),
});
