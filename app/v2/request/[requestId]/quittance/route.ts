import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { issueQuittance } from "@/server/quittances/issue";
import { Quittance } from "@/server/quittances/schema";
import { RequestPath } from "@/server/requests/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getQuittance",
      summary: "Get the signed receipt of a paid request",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      isAlsoPublic: true,
      params: RequestPath,
      status: 200,
      returns: Quittance,
      errors: ["request_not_found", "forbidden"],
    },
    ({ ctx, params }) => issueQuittance(ctx, params.requestId),
  ),
});
