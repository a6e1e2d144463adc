import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestPath } from "@/server/requests/read-schema";
import { cancelLink } from "@/server/secure-payments/deadline/change-time";
import { CancelBody, LinkTime } from "@/server/secure-payments/deadline/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "cancelDashboardPayment",
      summary: "End the time of the link that asks for a payment",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      params: RequestPath,
      body: CancelBody,
      status: 200,
      returns: LinkTime,
      errors: ["request_not_found", "conflict", "payment_on_its_way"],
    },
    ({ ctx, params, body }) => cancelLink(ctx, params.requestId, body),
  ),
});
