import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getRequest } from "@/server/requests/get";
import {
  RequestPath,
  RequestStatusRead,
  RequestUpdated,
  UpdateRequestBody,
} from "@/server/requests/read-schema";
import { updateRequest } from "@/server/requests/recurring-invoices/update";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getRequest",
      summary: "Read a request and what has been paid of it",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      params: RequestPath,
      status: 200,
      returns: RequestStatusRead,
      errors: ["request_not_found"],
    },
    ({ ctx, params }) => getRequest(ctx, params.requestId),
  ),
  PATCH: route(
    {
      operationId: "updateRequest",
      summary: "Stop or resume a recurring invoice",
      tags: ["Requests"],
      auth: ["apiKey", "clientId"],
      params: RequestPath,
      body: UpdateRequestBody,
      status: 200,
      returns: RequestUpdated,
      errors: ["request_not_found"],
    },
    ({ ctx, params, body }) => updateRequest(ctx, params.requestId, body),
  ),
});
