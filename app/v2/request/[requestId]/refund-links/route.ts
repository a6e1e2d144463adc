import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestPath } from "@/server/requests/read-schema";
import { createRefundLink } from "@/server/requests/refunds/links/create";
import { RefundLinkCreated } from "@/server/requests/refunds/links/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createRefundLink",
      summary: "Make a link on which the payer names the address for a refund",
      tags: ["Requests"],
      auth: ["apiKey", "session"],
      params: RequestPath,
      status: 201,
      returns: RefundLinkCreated,
      errors: ["request_not_found", "refund_not_possible"],
      idempotent: true,
    },
    ({ ctx, params }) => createRefundLink(ctx, params.requestId),
  ),
});
