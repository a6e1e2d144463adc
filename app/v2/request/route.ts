import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createRequest } from "@/server/requests/creating/create";
import { listRequests } from "@/server/requests/list";
import { ListRequestsQuery, RequestsListed } from "@/server/requests/read-schema";
import { CreateRequestBody, RequestCreated } from "@/server/requests/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listRequests",
      summary: "List payment requests",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      query: ListRequestsQuery,
      status: 200,
      returns: RequestsListed,
      errors: [],
    },
    ({ ctx, query }) => listRequests(ctx, query),
  ),
  POST: route(
    {
      operationId: "createRequest",
      summary: "Create a payment request",
      tags: ["Requests"],
      auth: ["apiKey", "clientId"],
      linkedNeedsPair: false,
      body: CreateRequestBody,
      status: 201,
      returns: RequestCreated,
      errors: [
        "unsupported_network",
        "no_active_destination",
        "destination_mismatch",
        "request_not_found",
        "offramp_not_granted",
        "not_supported_yet",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createRequest(ctx, body),
  ),
});
