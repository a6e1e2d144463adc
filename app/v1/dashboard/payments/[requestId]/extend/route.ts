import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestPath } from "@/server/requests/read-schema";
import { extendLink } from "@/server/secure-payments/deadline/change-time";
import { ExtendBody, LinkTime } from "@/server/secure-payments/deadline/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "extendDashboardPayment",
      summary: "Give the link that asks for a payment more time",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: RequestPath,
      body: ExtendBody,
      status: 200,
      returns: LinkTime,
      errors: ["request_not_found", "conflict"],
    },
    ({ ctx, params, body }) => extendLink(ctx, params.requestId, body),
  ),
});
